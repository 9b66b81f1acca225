"""The key of a game's dice: apart from the seed, bound from the first moment, the same for a chosen seed for ever."""

from hashlib import blake2b
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.table.conftest import MakeFight

from underkeep.kernel.dice import Recording, Seeded
from underkeep.procedures import play
from underkeep.table import games
from underkeep.table.game import commitment, fresh_key, key_of
from underkeep.table.memory_journal import MemoryJournal
from underkeep.table.session import Session
from underkeep.terminal.main import underkeep


def test_a_chosen_seed_has_its_key_for_ever() -> None:
    assert key_of(7) == key_of("7") == "31ba99f8dba4b6eef61c93da698a7c75"
    assert len({key_of(seed) for seed in range(1000)}) == 1000


def test_keys_have_128_bits() -> None:
    keys = {fresh_key() for _ in range(100)}
    assert len(keys) == 100
    assert all(len(bytes.fromhex(key)) == 16 for key in (*keys, key_of(7)))


def test_the_commitment_binds_the_key_and_does_not_tell_it(make_fight: MakeFight) -> None:
    with make_fight() as session:
        game = session.game
        made = blake2b(bytes.fromhex(game.key), digest_size=32, person=b"underkeep-pledge").hexdigest()
        assert game.commitment == made == commitment(game.key)
        assert game.key not in game.commitment
        assert game.key == key_of(game.seed)


def test_the_dice_of_an_action_are_those_of_the_key_and_its_number(make_fight: MakeFight) -> None:
    with make_fight(person=False, keep=MemoryJournal) as session:
        for entry in session.entries[1:6]:
            dice = Recording(Seeded(session.game.key, f"action:{entry.seq}"))
            before = session._history.before(entry)
            again = play.resolve(session.rules, before, entry.seat, entry.action, dice)
            assert tuple(again.events) == entry.events


def test_another_key_rolls_other_dice_in_the_same_world(make_fight: MakeFight) -> None:
    with make_fight(keep=MemoryJournal) as model:
        start, rules, minds = model._history.start, model.rules, {"a": model.minds["b"], "b": model.minds["b"]}
    found = []
    for key in ("", key_of(model.game.seed), "00" * 16):
        session = Session.in_memory(rules, start, model.game.seed, minds, key=key)
        session.submit("referee", model.entries[1].action)
        found.append([entry.events for entry in session.entries[2:]])
    assert found[0] == found[1] != found[2]


@pytest.mark.parametrize("seed", [[], ["--seed", "9"]])
def test_a_game_for_people_has_a_secret_seed_and_a_key_of_its_own(seed: list[str], home: Path) -> None:
    for _ in range(2):
        begun = CliRunner().invoke(
            underkeep, ["play", "knave", "--new", "--party", "2", "--plain", *seed], input="quit\n"
        )
        assert begun.exit_code == 0, begun.output
    one, two = (listed.game for listed in games.all_games())
    assert one is not None and two is not None
    if seed:
        assert (one.seed, one.key) == (two.seed, two.key) == (9, key_of(9))
    else:
        assert min(one.seed, two.seed) > 2**96
        assert len({one.key, two.key, key_of(one.seed), key_of(two.seed)}) == 4
