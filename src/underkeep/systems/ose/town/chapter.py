"""What this chapter brings: new faces, retainers and their pay, money left in town, rumours."""

from __future__ import annotations

from underkeep.kernel.event import Action
from underkeep.kernel.executes import executes
from underkeep.procedures import delve_actions as a
from underkeep.procedures.chapter import AT_LEISURE, TOWN, Chapter, Deed, Objection
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.checks import experience
from underkeep.systems.ose.exploration import party
from underkeep.systems.ose.magic import spell_books
from underkeep.systems.ose.town import (
    domains,
    hired_abroad,
    hiring,
    inheritance,
    normal_humans,
    retainers,
    roster,
    rumours,
    safe_keeping,
    sages,
    shipyard,
    soldiers,
    specialists,
    stables,
    strongholds,
    taxes,
    temple,
    town,
    wages,
)
from underkeep.world.creature import Died, Moved
from underkeep.world.encounter import EncounterEnded
from underkeep.world.party import MarchingOrderSet, PartyLeft, PartyWent
from underkeep.world.state import State

_HERE = (TOWN,)
_IN_TOWN = Refusal("That can only be done in town.", "ose:retainer.recruit.where")


@executes("ose:retainer.definition")
def _why_not_set_out(state: State, action: a.SetOut) -> Refusal | None:
    """Retainers go nowhere by themselves, and who rewrites a spell book stays at it."""
    if not wages.characters(state):
        return Refusal("Retainers do not go without those who hired them.", "ose:retainer.definition")
    return spell_books.why_not_set_out(state)


@executes("ose:party.one-character-per-player")
def _another(objection: Objection) -> Objection:
    """Whoever brings another character to the party is asked first whether a player is free for it."""

    def objects(state: State, action: Action) -> Refusal | None:
        return party.why_not_another(state) or objection(state, action)

    return objects


def _why_not_hire(state: State, action: a.Hire) -> Refusal | None:
    return taxes.why_not_work(state, action) or hiring.why_not_hire(state, action)


def _went(do: Resolution, event: PartyWent) -> None:
    if event.how == "set out":
        wages.leave_unpaid(do)
        specialists.stay_behind(do)
    soldiers.went(do, event)
    shipyard.went(do, event)


def _sages_fee(state: State, action: sages.AskSage) -> str:
    return f"{sages.FEE_GP:,} gp and up to four weeks"


_SHIPS = (
    Deed(stables.BuyTeam, _HERE, stables.buy, why_not=stables.why_not_buy, free=True, takes=stables.takes),
    Deed(
        shipyard.BuyVessel,
        _HERE,
        shipyard.get,
        shipyard.offers,
        shipyard.why_not_get,
        free=True,
        takes=shipyard.takes_price,
    ),
    Deed(shipyard.HireVessel, _HERE, shipyard.get, why_not=shipyard.why_not_get, free=True, takes=shipyard.takes_price),
    Deed(
        shipyard.HireCrew,
        _HERE,
        shipyard.hire_crew,
        shipyard.crew_options,
        shipyard.why_not_crew,
        free=True,
        takes=shipyard.crew_takes,
    ),
    Deed(shipyard.ArmVessel, _HERE, shipyard.arm_vessel, why_not=shipyard.why_not_arm, free=True),
    Deed(shipyard.Stow, _HERE, shipyard.stow, why_not=shipyard.why_not_stow, free=True),
    Deed(shipyard.Unload, _HERE, shipyard.unload, shipyard.unloadings, shipyard.why_not_unload, free=True),
    Deed(shipyard.MakeQuarters, _HERE, shipyard.make_quarters, why_not=shipyard.why_not_quarters, free=True),
    Deed(
        shipyard.RepairInDock,
        _HERE,
        shipyard.repair,
        shipyard.repairs,
        shipyard.why_not_repair,
        free=True,
        takes=shipyard.repair_takes,
    ),
)

CHAPTER = Chapter(
    deeds=(
        Deed(
            inheritance.LeaveMoney, _HERE, inheritance.leave, inheritance.savings, inheritance.why_not_money, free=True
        ),
        Deed(
            inheritance.FetchMoney, _HERE, inheritance.fetch, inheritance.deposits, inheritance.why_not_money, free=True
        ),
        Deed(
            safe_keeping.LeaveThing,
            _HERE,
            safe_keeping.leave,
            safe_keeping.leavings,
            safe_keeping.why_not_leave,
            free=True,
        ),
        Deed(
            safe_keeping.FetchThings,
            _HERE,
            safe_keeping.fetch,
            safe_keeping.fetchings,
            safe_keeping.why_not_fetch,
            free=True,
        ),
        Deed(
            inheritance.WriteWill, _HERE, inheritance.write_will, inheritance.wills, inheritance.why_not_will, free=True
        ),
        Deed(
            inheritance.Inherit,
            _HERE,
            inheritance.inherit,
            inheritance.estates,
            _another(inheritance.why_not_inherit),
            free=True,
        ),
        Deed(
            hiring.SeekRetainers,
            _HERE,
            hiring.seek,
            hiring.options,
            hiring.why_not_seek,
            free=True,
            takes=hiring.takes,
            elsewhere=_IN_TOWN,
        ),
        Deed(
            soldiers.HireSoldiers,
            _HERE,
            soldiers.hire,
            soldiers.options,
            soldiers.why_not_hire,
            free=True,
            takes=soldiers.takes,
            asks=soldiers.asked,
        ),
        Deed(
            soldiers.DismissSoldiers, _HERE, soldiers.dismiss, soldiers.dismissals, soldiers.why_not_dismiss, free=True
        ),
        *_SHIPS,
        Deed(
            specialists.PostNotice,
            _HERE,
            specialists.post,
            specialists.notices,
            specialists.why_not_notice,
            free=True,
            takes=specialists.notice_takes,
        ),
        Deed(
            specialists.HireSpecialist,
            _HERE,
            specialists.hire,
            specialists.offers,
            specialists.why_not_hire,
            free=True,
            takes=specialists.hire_takes,
        ),
        Deed(
            specialists.DismissSpecialist,
            _HERE,
            specialists.dismiss,
            specialists.dismissals,
            specialists.why_not_dismiss,
            free=True,
        ),
        Deed(specialists.TakeSpecialist, _HERE, specialists.take, why_not=specialists.why_not_take, free=True),
        Deed(
            strongholds.ClaimLand,
            _HERE,
            strongholds.claim,
            strongholds.land_options,
            strongholds.why_not_claim,
            free=True,
            takes=strongholds.land_takes,
        ),
        Deed(
            strongholds.Build,
            _HERE,
            strongholds.build,
            strongholds.build_options,
            strongholds.why_not_build,
            free=True,
            takes=strongholds.build_takes,
        ),
        Deed(domains.StationTroop, _HERE, domains.garrison, domains.options, domains.why_not, free=True),
        Deed(sages.AskSage, _HERE, sages.ask, sages.askings, sages.why_not_ask, takes=_sages_fee, elsewhere=_IN_TOWN),
        Deed(sages.LetTry, AT_LEISURE, sages.let_try, sages.trials, sages.why_not_try),
        Deed(retainers.Reward, _HERE, retainers.reward, retainers.reward_options, retainers.why_not_reward, free=True),
        Deed(roster.Enlist, _HERE, roster.enlist, roster.newcomers, _another(roster.why_not_enlist), free=True),
        Deed(
            roster.CallBack,
            _HERE,
            roster.call_back,
            roster.those_who_wait,
            _another(roster.why_not_call_back),
            free=True,
        ),
        Deed(
            roster.BuyHealing,
            _HERE,
            roster.heal,
            roster.the_hurt,
            roster.why_not_heal,
            free=True,
            takes=roster.healing_takes,
        ),
        Deed(temple.BuyPrayer, _HERE, temple.pray, temple.options, temple.why_not, free=True, takes=temple.takes),
    ),
    events=(
        *hired_abroad.EVENTS,
        *hiring.EVENTS,
        *inheritance.EVENTS,
        *safe_keeping.EVENTS,
        *soldiers.EVENTS,
        *stables.EVENTS,
        *specialists.EVENTS,
        *strongholds.EVENTS,
        *taxes.EVENTS,
        normal_humans.ClassTaken,
        retainers.OrderRefused,
        retainers.Rejoined,
        retainers.ServiceEnded,
        rumours.GossipSought,
        *town.EVENTS,
        *wages.EVENTS,
    ),
    reactions={
        Died: retainers.bereaved,
        EncounterEnded: soldiers.after,
        Moved: soldiers.draw_up,
        MarchingOrderSet: retainers.order_changed,
        PartyLeft: retainers.left,
        PartyWent: _went,
    },
    objections={
        a.SetOut: _why_not_set_out,
        a.Hire: _why_not_hire,
        hiring.SeekRetainers: taxes.why_not_work,
        a.HearRumours: rumours.why_not,
    },
    answers={experience.FIRST_CLASS: retainers.take_class, taxes.QUESTION: taxes.answer},
)
