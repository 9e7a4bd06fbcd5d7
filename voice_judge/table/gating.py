"""Who has the floor, and what the rules wait for: a phrase that cannot be meant now is not heard at all.

Only what would change nothing, or nobody could have meant, is kept out: a number told while no votes are counted, a
player's phrase while no player speaks. A player's own breach (a dead seat, a second nomination, a nomination in a tie)
goes on to the rules, for the judge must see it refused; the judge's own phrases always pass.
"""

from collections.abc import Callable, Mapping

from voice_judge.grammar.intent import Intent
from voice_judge.rules import CountVotes, Stage, TableState
from voice_judge.rules.expected import Expected

Gate = Callable[[Intent], bool]
"""Whether the phrase can be meant now."""

_COUNTING = frozenset({Stage.CANDIDATE, Stage.LAST_CANDIDATE, Stage.LIFT})


def everything(_intent: Intent) -> bool:
    """The gate that is always open."""
    return True


def gate(table: TableState, expected: Expected) -> Gate:
    """The gate for this moment of the game.

    Args:
        table: the public state: who has the floor, what stage it is.
        expected: what the rules wait for, of which only the public part is looked at.
    """
    counts = CountVotes in expected.public.types

    def speaking(_intent: Intent) -> bool:
        return table.floor is not None

    def counting(_intent: Intent) -> bool:
        return counts

    def thanking(_intent: Intent) -> bool:
        return table.stage in _COUNTING

    needs: Mapping[str, Gate] = {
        "nominate": speaking,
        "withdraw": speaking,
        "ask_nominated": speaking,
        "end_speech": speaking,
        "pass": speaking,
        "votes": counting,
        "voters": counting,
        "thanks": thanking,
    }
    return lambda intent: needs.get(intent.name, everything)(intent)
