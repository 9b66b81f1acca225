"""Questions about the field of a fight: who is hurt, who is nearest, who reaches whom, who acts when, whether the foes are
aware of the party, what is known of them, what was told before. Each is answered with what the seat may know."""

from __future__ import annotations

import re
from collections.abc import Sequence

from underkeep.procedures import play
from underkeep.procedures.actions import Recall
from underkeep.procedures.delve_actions import BreakOff
from underkeep.table import aiming
from underkeep.table.naming import by_numbers, direction, listing, square_name
from underkeep.table.speech.by_place import DECLARING
from underkeep.table.speech.fighting_words import FOCUS, GIVING_IN, NO_TALK, SURRENDER
from underkeep.table.speech.meanings import Do, Meaning, Reader, Say, Show, ours
from underkeep.table.speech.past_pages import TOLD, spoken_of
from underkeep.table.speech.those_told import called_so, having, in_rows
from underkeep.table.speech.wording import parts, stem
from underkeep.world.creature import Creature
from underkeep.world.grid import distance

_OURS = {"we", "us", "our", "ours", "party", "i", "me", "my", "everyone", "everybody", "anyone", "anybody", "team"}
_THEIRS = {"they", "them", "their", "theirs", "foe", "foes", "enemy", "enemies", "monster", "monsters", "it", "he", "she", "those", "these"}
_PAST = re.compile(
    r"\b(?:did|was|were|had|gave|raised|made|shouted|rang|sounded|earlier|before|heard|hear|just|killed|hit|bit|shot|died|fell|opened|who is the one who)\b"
)


def read(reader: Reader, said: str, line: str) -> Meaning | None:
    """The answer to a question about the fight; None if it is about anything else."""
    own = ours(reader)
    if not own:
        return None
    said = re.sub(r"^(?:so|well|and|but|wait|hey|hmm|ok|tell me|remind me),? (?=\w+ \w)", "", said)
    for answer in (
        _of_spirits, _who_acts, _aware, _of_running, _of_talking, _reached, _moved, _how_far, _near_whom, _in_melee, _how_hurt,
        _of_lore, _of_their_gear, _of_own_arms, _where, _how_many, _of_what_was,
    ):  # fmt: skip
        if (told := answer(reader, own, said)) is not None:
            return Say(told) if isinstance(told, str) else told
    return None


def _foes(reader: Reader, own: Sequence[Creature]) -> list[Creature]:
    return [foe for foe in reader.state.enemies_of(own[0]) if foe.at is not None]


def _foes_named(reader: Reader, own: Sequence[Creature], said: str) -> list[Creature]:
    """The foes whom a question names; nobody of words that name no foe."""
    foes = _foes(reader, own)
    kin = {word for foe in foes for word in parts(foe.name) if not word.isdecimal()}
    words = set(parts(said)) | {stem(word) for word in parts(said)}
    if words & (kin | _THEIRS) or re.search(r"\b(?:nearest|closest|farthest|leader)\b", said):
        return aiming.meant(own[0], foes, re.sub(r"\b(?:first|next)\b", "", said), own) or (foes if words & (kin | _THEIRS) else [])
    return []


def _friends_named(own: Sequence[Creature], reader: Reader, said: str) -> list[Creature]:
    """Those of one's own side, the fallen too, whom a question names, in the order of its words."""
    words = parts(said)
    all_of_ours = [c for c in reader.state.creatures.values() if c.side == own[0].side]
    named = [c for c in all_of_ours if set(called_so(c)) & set(words)]
    return sorted(named, key=lambda c: min(words.index(w) for w in called_so(c) if w in words))


def _feet(reader: Reader, steps: int) -> str:
    measures = reader.rules.measures
    return measures.told(measures.of_squares(steps))


def _is_declaring(reader: Reader) -> bool:
    fight = reader.state.fight
    return fight is not None and bool(fight.steps) and fight.step.phase == DECLARING


# Rounds and steps


def _who_acts(reader: Reader, own: Sequence[Creature], said: str) -> str | Show | None:
    """Who won the initiative, who acts now, who has yet to."""
    if re.search(r"\b(?:first|initiative)\b", said) and re.search(
        r"\b(?:who|which side|what|do we|did we|are we|is|won|win|rolled|lost|has|got)\b.*\b(?:initiative|goes|go|acts|act|moves|move|strikes|attacks|is)\b|\binitiative\b", said
    ) and not re.search(r"\b(?:first aid|at first)\b", said):
        return _initiative(reader)
    named = _friends_named(own, reader, said)
    if re.search(r"\b(?:can|may|could|should|does|will|is)\b.*\b(?:do|act|options?)\b(?: (?:now|this round|here|next|still))?$", said) and len(named) == 1:
        return Show(FOCUS, named[0].id) if _may_act(reader, named[0]) else f"{named[0].name} has nothing to do in this step{_later(reader)}."
    if re.search(
        r"\bwho\b.*\b(?:can|may|could|has to|gets to|still|yet|left|not)\b.*\b(?:act|go|move|acted|moved|gone|turn|do)\b(?! (?:to|north))|\bwhose (?:turn|go|move)\b"
        r"|\bwho is (?:next|up|left to act|still to (?:act|go|move))\b|\bwho acts\b|\bis it (?:our|my|\w+ s|\w+) turn\b|\bwho has (?:not )?(?:acted|moved|gone)\b", said
    ) and not re.search(r"\b(?:reach|hit|attack|shoot|see)\b", said):
        return _acting(reader, own)
    return None


def _may_act(reader: Reader, creature: Creature) -> bool:
    return any(getattr(x, "actor", "") == creature.id for x in reader.options.listed) or any(
        m.actor == creature.id for m in reader.options.moves
    )


def _later(reader: Reader) -> str:
    return "; only spells and retreats are announced now, and moves and blows come after that" if _is_declaring(reader) else ""


def _acting(reader: Reader, own: Sequence[Creature]) -> str:
    able = [c.name for c in own if _may_act(reader, c)]
    rest = [c.name for c in own if c.name not in able]
    fight = reader.state.fight
    phase = f"Round {fight.round}, {fight.step.phase}: " if fight is not None and fight.steps else ""
    told = f"{phase}{listing(able)} may act now" if able else f"{phase}nobody of the party may act now"
    if rest and able:
        told += f"; {listing(rest)} {'has' if len(rest) == 1 else 'have'} nothing to do in this step"
    return f"{told}{_later(reader)}."


def _initiative(reader: Reader) -> str:
    """What was rolled, and whether it is rolled anew in this round."""
    fight = reader.state.fight
    heard = list(reader.heard())
    began = max((n for n, line in enumerate(heard) if line.startswith("\u2014 Round")), default=0)
    now = [line for line in heard[began:] if "initiative" in line or "acts first" in line]
    before = [line for line in heard[:began] if "initiative" in line or "acts first" in line][-1:]
    if now:
        return " ".join(dict.fromkeys(now))
    is_to_come = fight is not None and any(step.phase == "initiative" for step in fight.steps)
    told = "Initiative for this round is rolled when all have declared" if is_to_come else ""
    last = f"Before: {before[0]}" if before else ""
    sides = [step.side for step in fight.steps if step.side] if fight is not None else []
    acts = f"The {'party' if sides[0] == 'party' else 'foes'} {'acts' if sides[0] == 'party' else 'act'} now." if sides else ""
    return " ".join(x for x in (f"{told}." if told else "", acts, last) if x) or "Nobody has rolled for it yet."


# How they stand to each other


def _aware(reader: Reader, own: Sequence[Creature], said: str) -> str | None:
    """Whether the foes know of the party, or can be surprised."""
    if not re.search(
        r"\b(?:notice|noticed|aware|awake|asleep|sleeping|unaware|surprise|surprised|unsuspecting|suspect|spotted|seen us|see us|heard us|hear us"
        r"|know (?:that )?(?:we|us|of us|about us)|spot us)\b", said
    ) or re.search(r"\b(?:have|has) (?:we|anyone|anybody) (?:seen|noticed|heard)\b", said):
        return None
    foes = _foes_named(reader, own, said) or _foes(reader, own)
    calm = [foe.name for foe in foes if any("unsuspecting" in c.name or "asleep" in c.name or "surprised" in c.name for c in foe.conditions)]
    rest = [foe.name for foe in foes if foe.name not in calm]
    if calm and not rest:
        return f"No: {by_numbers(calm)} {'does' if len(calm) == 1 else 'do'} not suspect anything yet." if "surprise" not in said.split() else f"Yes: {by_numbers(calm)} suspect nothing yet."
    if calm:
        return f"{by_numbers(calm)} suspect nothing yet; {by_numbers(rest)} {'is' if len(rest) == 1 else 'are'} aware of the party."
    who = by_numbers(rest)
    many = "know" if len(rest) != 1 else "knows"
    if re.search(r"\bsurprise\b", said):
        return f"No: it has come to blows, and {who} {many} of the party. Surprise is for the moment in which two sides meet."
    return f"Yes: it has come to blows, and {who} {many} of the party."


def _of_spirits(reader: Reader, own: Sequence[Creature], said: str) -> str | None:
    """The foes' courage, and whether they would yield."""
    about = re.search(r"\bmorale\b|\b(?:will|would|might|could|do|are|is)\b.*\b(?:they|it|he|she|them|\w+s)\b.*\b(?:surrender|give up|yield|scared|afraid|frightened|lose heart|brave|break)\b", said)
    about = about or re.search(r"\b(?:will|would|might|could|are|do) (?:they|it|he|she|the \w+)\b.*\b(?:run|flee|running|fleeing|retreat)\b(?! after)", said)
    if about is None or re.search(r"\b(?:we|if we|our)\b", said):
        return None
    return (
        "How brave they are nobody sees from outside. They are tried when some of them fall or their leader does, and who fails "
        f"runs or yields. Standing now: {_looks(_foes(reader, own))}."
    )


def _of_running(reader: Reader, own: Sequence[Creature], said: str) -> Meaning | None:
    """Whether the party can get away now, and what comes of it."""
    about = re.search(r"\b(?:if|when) we (?:all )?(?:run|flee|retreat|withdraw|leave|fall back|back off|break off|turn)\b", said)
    can = re.search(r"\b(?:can|could|may|should|are) (?:we|i|everyone|everybody|all)\b.*\b(?:run|flee|retreat|withdraw|escape|leave|fall back|break off|get away|get out|able to run|back off)\b", said)
    faster = re.search(r"\b(?:outrun|faster|catch us|chase us|run after us|pursue|follow us)\b", said)
    if about is None and can is None and faster is None:
        return None
    actor = reader.focus or own[0].id
    against = play.why_not(reader.rules, reader.state, reader.seat, BreakOff(actor))
    listed = any(isinstance(x, BreakOff) for x in reader.options.listed)
    if listed or against is None:
        now = "It can be done now: everybody leaves together, back the way the party came, at the word of one: everyone run away."
    elif _is_declaring(reader):
        now = "It is done when it is time to move, if nobody is in melee and a way out is open; say it now, and all do it then: everyone run away."
    else:
        now = f"Not in this step: {against.sentence}"
    pace = max((m.pace for c in own if (m := _manner(reader, c)) is not None), default=0)
    after = "Who can may come after; something thrown down, food or treasure, may stop them"
    far = f"One of the party goes {_feet(reader, pace)} in a round" if pace else ""
    return Say(f"{now} {after}.{f' {far}; how fast the foes are shows when they run.' if far else ''}")


def _of_talking(reader: Reader, own: Sequence[Creature], said: str) -> Meaning | None:
    """Whether anybody listens, or takes prisoners."""
    if re.search(r"\b(?:can|could|may|should|if|what happens) (?:we|i|\w+)\b.*\b(?:surrender|give up|yield)\b", said):
        return Say(GIVING_IN)
    if re.search(r"\b(?:can|could|may|should) (?:we|i|\w+)\b.*\b(?:talk|parley|negotiate|speak|reason|bargain|bribe)\b", said):
        return Say(f"{NO_TALK} {SURRENDER}" if "surrender" in said else f"{NO_TALK} To get out of it: everyone run away.")
    return None


def _manner(reader: Reader, creature: Creature):  # type: ignore[no-untyped-def]
    tactics = reader.rules.tactics
    return tactics.manner(reader.state, creature) if tactics is not None and creature.at is not None else None


_REACHES = re.compile(
    r"\b(?:can|could|may|will|would|is|are|does|do)\b.*\b(?:reach|hit|shoot|attack|strike|get (?:to|at)|in (?:range|reach)|close (?:with|enough)|charge|get there|touch|stab|throw)\b"
    r"|\bwho (?:can|could|is|may)\b.*\b(?:reach|hit|shoot|attack|strike|in (?:range|reach)|get (?:to|at))\b|\b(?:in|out of|within) (?:bow )?(?:range|reach|bowshot)\b|\brange\b"
)


def _reached(reader: Reader, own: Sequence[Creature], said: str) -> str | None:
    """Whether one of one's own gets to a foe in this round, or can shoot or throw so far."""
    if not _REACHES.search(said) or re.search(r"\b(?:have|has) we\b|\bsee\b", said):
        return None
    friends = _friends_named(own, reader, said)
    foes = _foes_named(reader, own, said) or _foes(reader, own)
    asks_of_foes = re.search(r"\b(?:can|could|will|would|may|do|does|are|is) (?:they|it|the (?!\w+ (?:be|in))\w+(?: \d+)?|\w+ \d+|any of them|any (?:goblin|foe|enemy)\w*)\b.*\b(?:reach|hit|get|attack|shoot|strike|charge)\b", said)
    if asks_of_foes and not (friends and parts(said).index(called_so(friends[0])[-1]) < 3):
        goal = [c for c in (friends or own) if c.at is not None]
        near = min(((foe, c) for foe in foes for c in goal), key=lambda pair: pair[0].steps_to(pair[1]), default=None)
        if near is None:
            return None
        foe, friend = near
        return f"{foe.name} is {_feet(reader, foe.steps_to(friend))} from {friend.name}. How far such a one goes or shoots in a round, the party sees when it does."
    if not foes:
        return None
    who = [c for c in (friends or own) if c.at is not None and c.is_up]
    if not who:
        return None
    lines = [_reach_of(reader, c, foes) for c in who]
    return " ".join(lines)


def _reach_of(reader: Reader, creature: Creature, foes: Sequence[Creature]) -> str:
    foe = min(foes, key=creature.steps_to)
    steps, manner = creature.steps_to(foe), _manner(reader, creature)
    assert foe.at is not None and creature.at is not None
    far = f"{foe.name} is {_feet(reader, steps)} from {creature.name}"
    if steps <= 1:
        return f"{far}: near enough for a blow."
    if manner is None:
        return f"{far}."
    moves = next((m for m in reader.options.moves if m.actor == creature.id and not m.is_aim), None)
    gets_there = (
        any(distance(s, foe.at) <= foe.size for s in moves.grid.squares(moves.mask)) if moves is not None else steps - 1 <= manner.pace
    )
    told = [f"{'gets there' if gets_there else 'does not get there'} with one move of {_feet(reader, manner.pace)}"]
    if manner.shots and manner.missile:
        reach = "reaches so far" if steps <= manner.shot else f"reaches {_feet(reader, manner.shot)}, not so far"
        told.append(f"the {manner.missile.replace('-', ' ')} {reach}")
    return f"{far}; {creature.name} {', and '.join(told)}."


def _moved(reader: Reader, own: Sequence[Creature], said: str) -> str | None:
    """How far somebody may go in a round."""
    if not re.search(r"\bhow (?:far|fast|many (?:squares|feet))\b.*\b(?:can|could|may|does|do|will)\b.*\b(?:move|go|walk|run|get|travel|step|charge)\b|\b(?:movement|speed|pace)\b", said):
        return None
    friends = [c for c in _friends_named(own, reader, said) if c.at is not None]
    if not friends and re.search(r"\b(?:they|the \w+s|those|foes?|enem\w+)\b", said) and not re.search(r"\bwe\b", said):
        return "How fast they are the party sees when they move; look tells where they stand."
    who = friends or [c for c in own if c.id == reader.focus] or list(own)
    told = []
    for creature in who:
        manner = _manner(reader, creature)
        moves = next((m for m in reader.options.moves if m.actor == creature.id and not m.is_aim), None)
        if manner is not None:
            squares = f", {manner.pace} squares" if manner.pace else ""
            now = f"; {len(moves)} squares are open to {creature.name} now" if moves is not None else ""
            told.append(f"{creature.name} can move {_feet(reader, manner.pace)} in a round{squares}{now}.")
    return " ".join(told) if told else None


def _how_far(reader: Reader, own: Sequence[Creature], said: str) -> str | None:
    """How far foes are, from whom is named or from the nearest of the party."""
    if not re.search(r"\bhow (?:far|near|close)\b|\bdistance\b|\bwhat range\b", said) or re.search(r"\bhow far (?:can|could|does|do) (?:we|i|\w+) (?:see|shoot|throw)\b", said):
        return None
    friends = [c for c in _friends_named(own, reader, said) if c.at is not None]
    if len(friends) > 1:
        return f"{friends[0].name} and {friends[1].name} are {_feet(reader, friends[0].steps_to(friends[1]))} apart."
    foes = _foes_named(reader, own, re.sub(r"\bhow (?:far|near|close)\b|\bare\b|\bis\b", "", said))
    if not foes and not friends:
        return None
    foes = foes or _foes(reader, own)
    if not foes:
        return None
    viewer = friends[0] if friends else None
    seen: dict[str, list[str]] = {}
    for foe in foes:
        near = viewer or min((c for c in own if c.at is not None), key=foe.steps_to)
        assert near.at is not None and foe.at is not None
        seen.setdefault(f"{_feet(reader, near.steps_to(foe))} {direction(near.at, foe.at)} of {near.name}", []).append(foe.name)
    return f"{'; '.join(f'{by_numbers(names)}: {where}' for where, names in seen.items())}."


def _near_whom(reader: Reader, own: Sequence[Creature], said: str) -> str | None:
    """Who is nearest: which foe to whom is named, or who of the party to a foe."""
    if not re.search(r"\b(?:nearest|closest|nearer|closer|farthest|furthest|in front|at the (?:front|back)|exposed)\b", said) or not re.match(r"(?:who|which|what|where|is|are)\b", said):
        return None
    is_far = bool(re.search(r"\b(?:farthest|furthest|at the back)\b", said))
    friends = [c for c in _friends_named(own, reader, said) if c.at is not None]
    foes = _foes(reader, own)
    if not foes:
        return None
    asks_of_ours = bool(set(parts(said)) & {"us", "our", "we"} and re.search(r"\b(?:of us|of our|who of|which of (?:us|our))\b", said)) or (said.startswith("who") and not friends)
    if asks_of_ours and not re.search(r"\b(?:to us|near us)\b", said):
        if re.search(r"\bat the (?:front|back)|in front\b", said):
            some = in_rows(reader, own, is_far)
            return f"{'At the back' if is_far else 'In front'}: {listing([c.name for c in some])}."
        goals = _foes_named(reader, own, re.sub(r"\b(?:nearest|closest|us|our)\b", "", said)) or foes
        best = (max if is_far else min)((c for c in own if c.at is not None), key=lambda c: min(c.steps_to(f) for f in goals))
        goal = min(goals, key=best.steps_to)
        return f"{best.name}, {_feet(reader, best.steps_to(goal))} from {goal.name}."
    viewers = friends or [c for c in own if c.at is not None]
    best_foe = (max if is_far else min)(foes, key=lambda f: min(c.steps_to(f) for c in viewers))
    viewer = min(viewers, key=best_foe.steps_to)
    steps = viewer.steps_to(best_foe)
    as_far = [f.name for f in foes if min(c.steps_to(f) for c in viewers) == steps]
    return f"{by_numbers(as_far)}, {_feet(reader, steps)} from {viewer.name}."


def _in_melee(reader: Reader, own: Sequence[Creature], said: str) -> str | None:
    """Who stands next to a foe."""
    if not re.search(r"\b(?:in melee|engaged|next to|toe to toe|adjacent|hand to hand|surrounded|fighting (?:who|whom|what)|who is fighting)\b", said):
        return None
    friends = [c for c in _friends_named(own, reader, said) if c.at is not None] or [c for c in own if c.at is not None]
    near = {c.name: [f.name for f in _foes(reader, own) if c.steps_to(f) <= 1] for c in friends}
    told = [f"{name} stands next to {by_numbers(foes)}" for name, foes in near.items() if foes]
    if told:
        return f"{'; '.join(told)}."
    return f"{'Nobody' if len(friends) > 1 else friends[0].name} {'is' if len(friends) > 1 else 'is not'} next to a foe."


# How they are


_HEALTH = re.compile(
    r"\b(?:hurt|wounded|injured|weakest|strongest|weak|healthy|hp|hit points?|health|fewest|lowest|most hurt|worst|bleeding|alive|dead|down|fallen|dying|unhurt|scratched|bloodied|damage|healthiest|left standing|standing)\b"
)


def _how_hurt(reader: Reader, own: Sequence[Creature], said: str) -> Meaning | str | None:
    """Who is hurt, who has the fewest hit points, of the party or of the foes."""
    if not _HEALTH.search(said) or re.search(r"\b(?:do|does|will|can|would|could) (?!any|we have)[\w ]*\b(?:hurt|wound|damage|kill)\b|\bhow much damage\b|\bhealing?\b|\bointment\b", said):
        return _on_the_wounded(reader, own, said)
    words = set(parts(said))
    friends = _friends_named(own, reader, said)
    kin = {word for foe in _foes(reader, own) for word in parts(foe.name) if not word.isdecimal()}
    of_foes = bool((words | {stem(w) for w in words}) & kin or words & (_THEIRS - {"it", "he", "she"}))
    of_ours = bool(words & _OURS) or bool(friends)
    if friends and not of_foes:
        return None
    if of_foes and not (of_ours and re.search(r"\bof us\b", said)):
        return _foes_hurt(reader, own, said)
    all_of_ours = [c for c in reader.state.creatures.values() if c.id in _party(reader, own)]
    standing = [c for c in all_of_ours if c.status != "dead"]
    if re.search(r"\b(?:fewest|lowest|weakest|worst|least|most (?:hurt|wounded|injured)|badly)\b", said):
        least = min(c.hp for c in standing)
        return _with_fallen(reader, f"{_each_with(standing, least)} {'has' if _many(standing, least) == 1 else 'have'} the fewest hit points, {least}", all_of_ours)
    if re.search(r"\b(?:most|highest|strongest|healthiest)\b", said):
        most = max(c.hp for c in standing)
        return _with_fallen(reader, f"{_each_with(standing, most)} {'has' if _many(standing, most) == 1 else 'have'} the most hit points, {most}", all_of_ours)
    if re.search(r"\b(?:hp|hit points?)\b", said):
        return None
    hurt = [c for c in all_of_ours if c.status != "dead" and (c.hp < c.max_hp or c.status != "up")]
    told = f"Hurt: {listing([f'{c.name} ({c.hp} of {c.max_hp})' for c in hurt])}" if hurt else "Nobody of the party who stands is hurt"
    ours_told = _with_fallen(reader, told, all_of_ours)
    return ours_told if of_ours else f"{ours_told} {_foes_hurt(reader, own, said)}"


def _party(reader: Reader, own: Sequence[Creature]) -> list[str]:
    fight = reader.state.fight
    taking_part = fight.combatants if fight is not None else ()
    party = reader.state.party
    members = party.members if party is not None else ()
    return [c.id for c in reader.state.creatures.values() if c.side == own[0].side and (c.id in taking_part or c.id in members)]


def _many(some: Sequence[Creature], hp: int) -> int:
    return sum(c.hp == hp for c in some)


def _each_with(some: Sequence[Creature], hp: int) -> str:
    return listing([c.name for c in some if c.hp == hp])


def _with_fallen(reader: Reader, told: str, all_of_ours: Sequence[Creature]) -> str:
    dead = [c.name for c in all_of_ours if c.status == "dead"]
    return f"{told}. {listing(dead)} {'is' if len(dead) == 1 else 'are'} dead." if dead else f"{told}."


def _foes_hurt(reader: Reader, own: Sequence[Creature], said: str) -> str:
    foes = _foes_named(reader, own, re.sub(r"\b(?:weakest|most wounded|wounded|hurt|injured|weak|strongest|worst)\b", "", said)) or _foes(reader, own)
    told = f"{len(foes)} of them {'stands' if len(foes) == 1 else 'stand'}: {_looks(foes)}."
    if re.search(r"\b(?:hp|hit points?)\b", said):
        told += " How many hit points they have, the referee alone knows."
    dead = [c.name for c in reader.state.creatures.values() if c.side != own[0].side and c.status == "dead" and c.at is not None]
    return f"{told} Fallen: {by_numbers(dead)}." if dead else told


def _looks(foes: Sequence[Creature]) -> str:
    """How the foes look, those alike together; the most hurt first."""
    order = ("falling", "near death", "bloodied", "scratched", "unhurt")
    seen: dict[str, list[str]] = {}
    for foe in foes:
        seen.setdefault(foe.health, []).append(foe.name)
    ranked = sorted(seen, key=lambda look: order.index(look) if look in order else 0)
    return "; ".join(f"{by_numbers(seen[look])} {look}" for look in ranked) if seen else "nobody"


def _on_the_wounded(reader: Reader, own: Sequence[Creature], said: str) -> str | None:
    """Whether somebody can be mended who is dead, or not hurt at all."""
    if not re.search(r"\b(?:heal|cure|bandage|ointment|salve|wounds?|revive|tend|patch|potion|save)\b", said):
        return None
    friends = _friends_named(own, reader, said)
    whom = next((c for c in reversed(friends) if c.status == "dead"), None)
    if whom is not None:
        return f"No: {whom.name} is dead, and nothing that can be done here mends that."
    return None


# What they are, and what they have


_LORE = re.compile(
    r"\b(?:poison|poisonous|venom|venomous|dangerous|deadly|undead|immune|immunity|resist|resistant|weak (?:to|against)|weakness|weaknesses|afraid of|scared of|fear"
    r"|hit dice|hd|levels?|tough|toughness|bite|sting|breathe|magic|magical|special|abilities|powers?|intelligent|harm(?:ed)?|affect|work (?:on|against)|burn|turned|regenerate"
    r"|know (?:of|about)|known (?:of|about)|heard of|remember)\b|\bwhat (?:on earth |the hell |exactly |sort of (?:thing|creature)s? |kind of (?:thing|creature|monster)s? )?(?:are|is) (?:these|those|they|that|this|it|the \w+)\b"
    r"|\b(?:do|does|will|would|can) [\w ]*\b(?:hurt|wound|harm|damage|kill)\b|\b(?:what do|how do) (?:they|the \w+|these|those) (?:do|attack|fight|look)\b"
)


def _of_lore(reader: Reader, own: Sequence[Creature], said: str) -> Meaning | None:
    """What somebody remembers of the foes' kind: whoever can best tells it."""
    foes = _foes_named(reader, own, said)
    if not foes or not _LORE.search(said) or reader.rules.book.calls is None:
        return None
    words = parts(said)
    if set(words) & {"armour", "ac", "hp"} or re.search(r"\bhow (?:badly|hurt)\b|\b(?:have|has|did) (?:they|it)\b", said):
        return None
    about = re.sub(r"[ -]*\d+$", "", foes[0].name).lower()
    asks = [Recall(c.id, about) for c in own if c.is_up]
    named = [c.id for c in _friends_named(own, reader, said)]
    open_now = [x for x in asks if play.why_not(reader.rules, reader.state, reader.seat, x) is None]
    if open_now:
        by_named = [x for x in open_now if x.actor in named]
        return Do(by_named[0] if by_named else reader.rules.fittest(reader.state, open_now))
    heard = spoken_of(reader.heard(), about)
    known = [line for line in heard if " knows of " in line or "comes to" in line]
    return Say(f"The party has told all that comes to mind. {known[-1]}" if known else "The party has told all that comes to mind about them.")


def _of_their_gear(reader: Reader, own: Sequence[Creature], said: str) -> str | None:
    """What the foes have in hand and wear, as far as anybody sees it, and what their armour is worth."""
    foes = _foes_named(reader, own, said)
    words = set(parts(said))
    if not foes or not words & {"armour", "ac", "weapon", "weapons", "armed", "bow", "bows", "shield", "shields", "arms", "wear", "wearing", "carry", "carrying", "holding", "shoot", "shooters", "archers", "ranged", "missile", "missiles", "treasure", "loot", "gold"}:
        return None
    if words & {"we", "our", "us", "i", "my"} or _friends_named(own, reader, said):
        return None
    seen: dict[str, list[str]] = {}
    for foe in foes:
        things = [item.name.lower() for item in foe.in_sight]
        seen.setdefault(listing(things) if things else "", []).append(foe.name)
    told = [f"{by_numbers(names)} {'has' if len(names) == 1 else 'have'} {things}" for things, names in seen.items() if things]
    bare = seen.get("", [])
    told += [f"of {by_numbers(bare)} nothing is seen that stands out"] if bare else []
    told_of_ac = " What their armour is worth shows when blows miss." if words & {"armour", "ac", "shield", "shields"} else ""
    line = "; ".join(told)
    return f"{line[:1].upper()}{line[1:]}.{told_of_ac}"


def _of_own_arms(reader: Reader, own: Sequence[Creature], said: str) -> str | None:
    """Who of the party can shoot or has an arm, and what somebody has in hand."""
    friends = _friends_named(own, reader, said)
    if re.search(r"\bin (?:his|her|their|my|the)? ?hands?\b|\b(?:what|which) (?:weapons?|arms?)\b|\b(?:fighting|armed|fight) with\b|\bwield", said) and not _foes_named(reader, own, said):
        who = friends or list(own)
        return " ".join(_arms_of(reader, c) for c in who)
    if re.search(r"\bwho\b.*\b(?:shoot|missiles?|missile weapons?|ranged|range)\b|\b(?:do|does) (?:we|anyone|anybody)\b.*\b(?:ranged|missiles?|missile weapons?|shoot)\b|\bwho are our (?:archers|shooters|slingers)\b", said):
        able = [(c, m) for c in own if (m := _manner(reader, c)) is not None and m.shots and m.missile]
        told = [f"{c.name} with the {m.missile.replace('-', ' ')}, {_feet(reader, m.shot)}" for c, m in able]
        return f"Can shoot or throw: {'; '.join(told)}." if told else "Nobody of the party has anything to shoot."
    found = re.fullmatch(r"(?:who|which of us|does anyone|does anybody|has anyone|do we|have we)(?: still)? (?:has|have|got|have got|carries|carry)(?: got)? (?:an?|any|some|the) (?P<what>[\w ]+?)(?: left)?", said)
    if found is not None and not friends and (some := having(reader, own, stem(parts(found["what"])[-1]))):
        return f"{listing([c.name for c in some])}."
    return None


def _arms_of(reader: Reader, creature: Creature) -> str:
    hand = [i.name.lower() for i in creature.items if i.place == "hand"]
    manner = _manner(reader, creature)
    also = manner.missile.replace("-", " ") if manner is not None and manner.shots else ""
    blow = manner.blow.replace("-", " ") if manner is not None else ""
    more = [x for x in dict.fromkeys((blow, also)) if x and x not in hand and x not in ("punch", "unarmed")]
    return f"{creature.name}: {listing(hand) if hand else 'nothing'} in hand{f', and {listing(more)} besides' if more else ''}."


def _where(reader: Reader, own: Sequence[Creature], said: str) -> str | None:
    """Where somebody stands."""
    if not re.match(r"where (?:is|are|does|do|has)\b", said):
        return None
    some = [c for c in _friends_named(own, reader, said) if c.at is not None]
    some = some or [f for f in _foes_named(reader, own, said)]
    told = [f"{c.name} at {square_name(c.at)}" for c in some if c.at is not None]
    return f"{'; '.join(told)}." if told else None


def _how_many(reader: Reader, own: Sequence[Creature], said: str) -> str | None:
    """How many stand on each side."""
    if re.search(r"\b(?:winning|losing|outnumbered?|odds|how are we doing|how is it going)\b", said):
        return f"Standing: {len(own)} of the party; of the foes {_looks(_foes(reader, own))}."
    return None


# What was told before


def _of_what_was(reader: Reader, own: Sequence[Creature], said: str) -> Meaning | None:
    """What was told of something that happened before."""
    if not _PAST.search(said) or re.search(r"\b(?:what happened|last round)\b", said):
        return None
    kin = {word for foe in _foes(reader, own) for word in parts(foe.name)}
    names = {name for c in own for name in called_so(c)}
    about = [w for w in parts(said) if len(w) > 3 and w not in kin and stem(w) not in kin and w not in names and w not in _EMPTY]
    about += [w for w in parts(said) if w in names and re.search(r"\b(?:killed|hit|bit|hurt|shot|wounded)\b", said)]
    if about and spoken_of(reader.heard(), " ".join(about)):
        return Show(TOLD, " ".join(about))
    return None


_EMPTY = {
    *("what", "which", "whose", "when", "where", "that", "this", "with", "from", "them", "they", "have", "been", "before", "earlier"),
    *("anyone", "anybody", "somebody", "someone", "everyone", "just", "hear", "heard", "give", "gave", "made", "make", "there", "their"),
    *("first", "round", "enemy", "enemies", "those", "these", "then", "still", "were", "does", "sound", "thing", "things", "happen", "happened"),
}
