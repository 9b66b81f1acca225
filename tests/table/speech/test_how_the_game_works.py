"""Questions of how the game works: every topic tells something true to name, and words find the topic that is meant."""

import pytest
from tests.ui.places import town

from underkeep.rulebook.ledger import Rule, find
from underkeep.systems import load
from underkeep.table.speech import topics
from underkeep.table.speech.wording import parts

GAMES = ("ose", "knave")
TOPICS = [(game, name) for game in GAMES for name, topic in topics.known(load(game)).items() if topic.anywhere]
MEANT = (
    ("0 hit points", "dying", "dying"),
    ("wounds heal", "how-healing", "how-healing"),
    ("being weary", "weariness", "weariness"),
    ("morale", "how-morale", "how-morale"),
    ("saving throws", "saves", "saves"),
    ("level up", "how-experience", "how-experience"),
    ("need for the dungeon", "what-to-bring", "what-to-bring"),
    ("dangerous down there", "danger", "danger"),
    ("a torch burn", "how-light", "how-light"),
    ("secret doors", "secret-doors", "secret-doors"),
    ("a stuck door", "how-doors", "how-doors"),
    ("hit points", "hit-points", "wounds-and-hit-points"),
    ("fighting withdrawal", "withdrawal", "running-away"),
    ("turn undead", "turning-undead", "no-turning-undead"),
    ("a turn", "turns", "turns"),
    ("the attack roll", "attacking", "attacking"),
    ("a power attack", "criticals", "power-attacks"),
    ("cast a spell", "spells", "spells"),
    ("learn new spells", "spell-books", "spell-books"),
    ("wandering monsters", "wandering-monsters", "hazard-die"),
    ("marching order", "marching-order", "marching-order"),
    ("two-handed weapons", "two-handed-weapons", "two-handed-weapons"),
    ("hirelings and their loyalty", "how-retainers", "how-hirelings"),
    ("run away from a fight", "running-away", "running-away"),
    ("prepare for the dungeon", "what-to-bring", "what-to-bring"),
    ("drink a potion", "potions", "potions"),
    ("initiative", "initiative", "initiative"),
    ("armour class", "attacking", "attacking"),
)


@pytest.mark.parametrize(("game", "name"), TOPICS)
def test_a_topic_tells_at_least_a_sentence_and_names_rules_that_there_are(game: str, name: str) -> None:
    rules = load(game)
    topic = topics.known(rules)[name]
    for said in topic.says:
        if " " not in said:
            assert isinstance(find(said)[1], Rule), said
        else:
            assert said.endswith(".") and said[:1].isupper(), said
    told = topics.page(rules, town(game), (), name)
    assert told and topics.UNTOLD not in told


@pytest.mark.parametrize(("game", "name"), TOPICS)
def test_a_topic_is_found_by_a_word_of_its_own(game: str, name: str) -> None:
    """Some word or phrase of it alone leads to it, so that no topic stands wholly in another's shadow."""
    rules = load(game)
    words = topics.known(rules)[name].words.split()
    assert any(topics.of_the_game(rules, word.split("_")) == name for word in words)


@pytest.mark.parametrize(("what", "ose", "knave"), MEANT)
def test_the_words_of_a_question_find_the_topic_that_is_meant(what: str, ose: str, knave: str) -> None:
    found = tuple(topics.of_the_game(load(game), parts(what)) for game in GAMES)
    assert found == (ose, knave)


OTHERS = (
    *("the goblin", "the time", "the statue made of", "buy a horse", "behind the pillar", "in my pack", "we hear"),
    *("they carrying", "on the corpse", "get to the dungeon", "the sign say", "in the water", "move the statue"),
)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("what", OTHERS)
def test_what_is_here_and_now_is_no_topic(what: str, game: str) -> None:
    assert topics.of_the_game(load(game), parts(what)) == ""


@pytest.mark.parametrize(("game", "name"), TOPICS)
def test_no_word_is_said_twice(game: str, name: str) -> None:
    words = topics.known(load(game))[name].words.split()
    assert len(words) == len(set(words))


@pytest.mark.parametrize("game", GAMES)
def test_what_is_told_of_a_service_or_of_a_hand_is_told_as_before(game: str) -> None:
    """In town these words are about what the town has, wherever the same words are about the game as well."""
    rules, state = load(game), town(game)
    known = topics.known(rules)
    named = [name for name, _ in topics.named(rules, state, parts("healing, retainers, death and hunger"))]
    assert named and not any(known[name].anywhere for name in named if name in known)
