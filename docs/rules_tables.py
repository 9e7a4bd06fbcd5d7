"""Write the generated parts of docs/rules.md: `python docs/rules_tables.py`; `--check` only compares.

The diagram is not drawn: the engine is walked from the start through every kind of situation of a small game, and what
it did is what is shown.
"""

import re
import sys
from collections import deque
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from voice_judge.rules import (
    FEDERATION,
    MESSAGES,
    OFFICIAL,
    Accepted,
    Command,
    CountVotes,
    EndSpeech,
    EnterRoles,
    GameState,
    Nominate,
    Proceed,
    RulesProfile,
    Shoot,
    Stage,
    StartGame,
    commit,
    decide,
)
from voice_judge.rules.expected import expected
from voice_judge.rules.profile import switch_fields

PAGE = Path(__file__).with_name("rules.md")
NAMES = tuple("АБВГДЕЖ")  # seven: four red, three black
ROLES = EnterRoles(don=1, mafia=(2, 3), sheriff=4)
QUIET = {"FloorGiven", "SpeechEnded", "VotesCounted", "CandidateCalled", "VictoryDecided", "GameStarted", "LiftCounted"}

Edge = tuple[Stage, Stage, str]


# --- the walk --------------------------------------------------------------------------------------------------


def walk() -> tuple[dict[Edge, set[frozenset[str]]], dict[Stage, list[GameState]]]:
    """Every move of the game between stages with the events it brought, and some states of each stage."""
    edges: dict[Edge, set[frozenset[str]]] = {}
    seen: dict[Stage, list[GameState]] = {}
    known: set[object] = set()
    waiting = deque([GameState()])
    while waiting:
        state = waiting.popleft()
        seen.setdefault(state.table.stage, []).append(state)
        for commands in moves(state):
            after, events = state, set()
            for command in commands:
                outcome = decide(after, command, 0.0, OFFICIAL)
                if isinstance(outcome, Accepted):
                    events = {type(event).__name__ for event in outcome.events}
                    after = commit(after, outcome.events, 0.0)
            if after is state:
                continue
            edge = (state.table.stage, after.table.stage, type(commands[-1]).__name__)
            edges.setdefault(edge, set()).add(frozenset(events - QUIET))
            if situation(after) not in known:
                known.add(situation(after))
                waiting.append(after)
    return edges, seen


def moves(state: GameState) -> Iterator[tuple[Command, ...]]:
    """The commands worth trying: they move the game, the last of each is the one that does."""
    table, living = state.table, len(state.table.alive)
    match table.stage:
        case Stage.NO_GAME:
            yield (StartGame(NAMES, training=True),)
            yield (StartGame(NAMES, training=True, first_day=True),)
        case Stage.DEALING:
            yield (ROLES, Proceed())
        case Stage.SPEECH if table.floor is not None:
            speaker = table.floor.seat
            yield (ROLES, EndSpeech(speaker))
            yield from ((ROLES, Nominate(speaker, (seat,)), EndSpeech(speaker)) for seat in (1, 2, 3, speaker))
        case Stage.TIE_SPEECH | Stage.LAST_WORD:
            yield (EndSpeech(),)
        case Stage.NIGHT_FALLEN if state.judge.roles is not None:
            black = [seat for seat in state.judge.roles.black if seat in table.alive]
            for target in (table.alive[-1], None):
                yield (*(Shoot(seat, target) for seat in black), Proceed())
        case Stage.LAST_CANDIDATE:
            yield (CountVotes(0),)
            yield (Proceed(),)
        case Stage.LIFT:
            yield from ((CountVotes(count),) for count in (0, living))
        case Stage.CANDIDATE if table.vote is not None:
            left = living - sum(tally.votes for tally in table.vote.tallies)
            counts = {0, left, left // 2, left // 2 + 1, left // 3, living // len(table.vote.candidates)}
            yield from ((CountVotes(count),) for count in sorted(counts) if count <= left)
        case _:
            yield (Proceed(),)


def situation(state: GameState) -> object:
    """What makes two states alike for the walk."""
    table, vote, roles = state.table, state.table.vote, state.judge.roles
    black = sum(seat in table.alive for seat in roles.black) if roles else None
    votes = (len(vote.candidates), min(vote.round, 3), [tally.votes for tally in vote.tallies]) if vote else ()
    return str(
        (
            table.stage,
            table.step,
            table.night > 0,
            table.day > 1,
            len(table.alive),
            black,
            table.floor and table.floor.seat,
            len(table.nominations),
            len(state.judge.shots) > 0 and state.judge.shots[0].target is None,
            votes,
            len(table.last_words),
            state.judge.is_decided,
        )
    )


# --- the parts -------------------------------------------------------------------------------------------------


def diagram(edges: dict[Edge, set[frozenset[str]]]) -> str:
    """The walk as a Mermaid state diagram."""
    lines = ["```mermaid", "stateDiagram-v2", f"    [*] --> {Stage.NO_GAME.value}"]
    for (source, target, command), brought in sorted(edges.items()):
        always = sorted(frozenset.intersection(*brought))
        label = f"{command}: {', '.join(always)}" if always else command
        lines.append(f"    {source.value} --> {target.value}: {label.replace(': ', ' / ')}")
    return "\n".join([*lines, f"    {Stage.OVER.value} --> [*]", "```"])


def stages(seen: dict[Stage, list[GameState]]) -> str:
    """What may come in each stage that the walk has met."""
    rows = ["| Stage | Phase | Players may | The judge may | The judge may, silently |", "|---|---|---|---|---|"]
    for stage in Stage:
        if stage not in seen:
            continue
        items = {item.command.__name__: item for state in seen[stage] for item in expected(state, OFFICIAL).items}
        players = sorted(name for name, item in items.items() if item.seats)
        judge = sorted(name for name, item in items.items() if item.judge and not item.secret)
        secret = sorted(name for name, item in items.items() if item.secret)
        phases = sorted({state.table.phase.value for state in seen[stage]})
        cells = (stage.value, ", ".join(phases), *(", ".join(names) or "-" for names in (players, judge, secret)))
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def switches() -> str:
    """Every switch of the profile."""
    hints = get_type_hints(RulesProfile)
    rows = [
        "| Switch | Official | Federation | Other values | What it decides | Rows | Who plays how | Obeyed by |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for switch in switch_fields():
        official, federation = (getattr(profile, switch.name) for profile in (OFFICIAL, FEDERATION))
        data = switch.metadata
        cells = (
            f"`{switch.name}`",
            _shown(official),
            "" if federation == official else f"**{_shown(federation)}**",
            _others(hints[switch.name], official),
            data["meaning"],
            data["rows"],
            data["source"],
            data["where"],
        )
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else f"{value:g}" if isinstance(value, float) else str(value)


def _others(hint: Any, official: object) -> str:
    if get_origin(hint) is Literal:
        return ", ".join(value for value in get_args(hint) if value != official) or "none"
    return {bool: _shown(not official), int: "a count", float: "seconds"}[hint]


def reasons() -> str:
    """The codes of refusals."""
    rows = [f"| `{code}` | {message} |" for code, message in MESSAGES.items()]
    return "\n".join(["| Code | On the judge's screen |", "|---|---|", *rows])


# --- the page --------------------------------------------------------------------------------------------------


def _between(part: str, marks: re.Match[str]) -> str:
    return f"{marks[1]}{part}\n{marks[2]}"


def page(text: str) -> str:
    """The page with its generated parts made anew; each stands between two marks."""
    edges, seen = walk()
    parts = {"diagram": diagram(edges), "stages": stages(seen), "switches": switches(), "reasons": reasons()}
    for name, part in parts.items():
        marks = re.compile(rf"(<!-- {name}: generated -->\n).*?(<!-- {name}: end -->)", re.DOTALL)
        text, found = marks.subn(partial(_between, part), text)
        if found != 1:
            raise SystemExit(f"{PAGE.name}: нет отметки «{name}: generated».")
    return text


def main(arguments: list[str]) -> int:
    """Write the page, or say whether it is up to date."""
    text = PAGE.read_text(encoding="utf-8")
    made = page(text)
    if arguments == ["--check"]:
        return 0 if made == text else 1
    PAGE.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
