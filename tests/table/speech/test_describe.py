"""What a menu calls an action, also those that only one game has."""

import pytest
from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.procedures.actions import Attack
from underkeep.systems import load
from underkeep.systems.knave.attacks.manoeuvres import Manoeuvre
from underkeep.systems.knave.magic.alchemy import Harvest
from underkeep.systems.knave.magic.potions import Quaff
from underkeep.systems.ose.exploration.party import KeepFormation
from underkeep.systems.ose.magic.casting import Cast
from underkeep.systems.ose.magic.spell_books import ReadBook
from underkeep.table.speech.choices import price
from underkeep.table.speech.describe import describe
from underkeep.testing.builders import cellar, delving_party
from underkeep.world.gear import Item
from underkeep.world.state import State

BOOK = Item("spell-book", "Spell book", id="the-book")


def party(system: str) -> State:
    state = delving_party(
        load(system), cellar(load(system)), *(("fighter", "elf") if system == "ose" else ("knave", "knave"))
    )
    first, second = state.creatures["hero-1"], state.creatures["hero-2"]
    items = (Item("torch", "Torch"), BOOK, Item("potion-brown", "Brown potion"))
    bearer = replace(first, name="Bruno", items=items)
    return replace(state, creatures={**state.creatures, "hero-1": bearer, "hero-2": replace(second, name="Ilse")})


@pytest.mark.parametrize(
    ("system", "action", "words"),
    [
        ("ose", ReadBook("hero-1", "the-book"), "read the spell book with Bruno"),
        ("ose", Cast("hero-1", "Sleep"), "cast Sleep with Bruno"),
        ("ose", Cast("hero-1", "Bless", "hero-2"), "cast Bless at Ilse with Bruno"),
        ("ose", KeepFormation("doors"), "remember this marching order for doors"),
        ("ose", Attack("hero-1", "hero-2", "unarmed"), "attack Ilse unarmed with Bruno"),
        ("knave", Quaff("hero-1", "potion-brown"), "drink the brown potion with Bruno"),
        ("knave", Manoeuvre("hero-1", "hero-2", "break-gear"), "manoeuvre against Ilse: break gear with Bruno"),
        ("knave", Harvest("hero-1", "hero-2", "wing"), "cut the wing from Ilse with Bruno"),
    ],
)
def test_the_systems_own_actions(system: str, action: Action, words: str) -> None:
    assert describe(load(system), party(system), action) == words


def test_prices_are_in_the_games_own_coins() -> None:
    assert (price(load("knave"), 1), price(load("knave"), 50)) == ("1c", "50c")
