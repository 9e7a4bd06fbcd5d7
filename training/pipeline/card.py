"""The model card: every part with its terms, how it was made, and the table of experiments."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill
from typing import Any

from training.acoustic.experiments import EXPERIMENTS, STANDARD, Experiment
from training.pipeline.card_text import LIMITS, MEASURED, OPEN, SPENT, STARTS, TERMS, WORD_ERRORS, WORDS
from training.pipeline.stages import Done
from training.speech.rhvoice import RHVOICE
from training.speech.utterance import Utterance

Figures = Mapping[str, Any]

_GROUPS = (("human", True), ("human", False), ("synthetic", True), ("synthetic", False))
AIMS = {"clean": 97, "10 dB": 92}
"""Percent of the commands of people never heard."""

_CONDITIONS = tuple(AIMS)
_WHOLE = frozenset(name for name, one in EXPERIMENTS.items() if one.training == STANDARD.training and one.polish)
"""The experiments that are trained as long as `standard`."""

_NOTHING = "-"


@dataclass(frozen=True, slots=True)
class Card:
    """What the card is made of.

    Args:
        experiment: which this model is of.
        recordings: everything that it was trained on.
        hours: of features of each source that are seen in a round.
        words: how many there are in its lexicon.
        results: figures of this and other models, by name.
        done: what each stage took.
        before: the name of the model that it was compared with.
    """

    experiment: Experiment
    recordings: Sequence[Utterance]
    hours: Mapping[str, float]
    words: int
    results: Mapping[str, Figures]
    done: Mapping[str, Done]
    before: str = ""

    def text(self) -> str:
        """The card in Markdown."""
        return (
            "\n\n".join(
                (self._head(), self._parts(), self._aims(), self._results(), LIMITS, self._making(), self._open())
            )
            + "\n"
        )

    def _head(self) -> str:
        size = self.results.get(self.experiment.name, {}).get("size_mb")
        return (
            "# The embedded Russian model\n\n"
            f"A small model in Vosk's format for a closed grammar, made for the phrases of sport Mafia: {self.words} "
            f"words and `[unk]`, {size or '?'} MB, no speaker vectors; stock Vosk 0.3.45 loads it. "
            f"Licence: GPL version 3 (LICENSE in this folder). Made by `{self._command}`, experiment "
            f"`{self.experiment.name}`: {self.experiment.change}."
        )

    @property
    def _command(self) -> str:
        """What makes such a model: one part of the speech comes from a folder."""
        given = any(one.source == RHVOICE for one in self.recordings)
        return "./run train --rhvoice DIR" if given else "./run train"

    def _parts(self) -> str:
        rows = [["part", "voices", "recordings", "hours with copies", "terms"]]
        for source in dict.fromkeys(one.source for one in self.recordings):
            own = [one for one in self.recordings if one.source == source]
            voices = sorted({one.voice for one in own})
            named = ", ".join(voices) if len(voices) < 5 else f"{len(voices)} voices"
            terms = ", ".join(sorted({one.licence for one in own}))
            rows.append([f"{source} ({own[0].kind})", named, str(len(own)), f"{self.hours.get(source, 0):.1f}", terms])
        start = STARTS.get(self.experiment.start, "no weights of another model")
        return "\n\n".join(("## What it is made of", f"Start: {start}. {WORDS}", table(rows), *self._seldom(), TERMS))

    def _seldom(self) -> Iterable[str]:
        """What the second training sees less often, or more."""
        shares = self.experiment.polish_shares
        if shares:
            named = ", ".join(f"{source} {share:g}" for source, share in shares.items())
            yield f"In the second training each of these is seen so often instead of once: {named}."

    def _results(self) -> str:
        rows = [(name, self._change(name), one) for name, one in self.results.items()]
        shown = {name: self.results[name] for name in (self.experiment.name, self.before) if name in self.results}
        return "\n\n".join(
            (
                "## Experiments",
                MEASURED,
                table([_COMMAND_COLUMNS, *(_command_row(*row) for row in rows)]),
                WORD_ERRORS,
                table([_WORD_COLUMNS, *(_word_row(name, one) for name, _, one in rows)]),
                "By voice:",
                table([_VOICE_COLUMNS, *_voice_rows(shown)]),
            )
        )

    def _aims(self) -> str:
        """What was wanted beside what is; people never heard: by the models made without them by the whole recipe."""
        own = self.results.get(self.experiment.name, {})
        cost = own.get("cost", {})
        rows = [["aim", "measured"]]
        for where, aim in AIMS.items():
            found = ((name, _group(one, "commands", "human", False, where)) for name, one in self.results.items())
            told = [f"{name} {_counts(heard)}" for name, heard in found if heard and name in _WHOLE]
            rows.append([f"commands of people never heard, {where}: {aim} %", ", ".join(told) or _NOTHING])
        rows.append(["under 20 MB", str(own.get("size_mb", _NOTHING))])
        speeds = (str(cost.get(name, _NOTHING)) for name in ("stock", "real_time_factor"))
        rows.append(["real-time factor under 0.06 on one core", "stock Vosk {}, the whole program {}".format(*speeds)])
        return f"## Aims\n\n{table(rows)}"

    def _making(self) -> str:
        rows = [["stage", "minutes", "peak memory so far, MiB"]]
        rows += [[name, f"{one.seconds / 60:.1f}", f"{one.peak_mib:.0f}"] for name, one in self.done.items()]
        hours = sum(one.seconds for one in self.done.values()) / 3600
        most = max((one.peak_mib for one in self.done.values()), default=0.0) / 1024
        spent = f"{hours:.1f} hours in all, one stage after another, on two cores; {most:.1f} GiB of memory. {SPENT}"
        return f"## How long it takes\n\n{fill(spent, 120)}\n\n{table(rows)}"

    def _open(self) -> str:
        """What falls behind the model of before, and what is not there."""
        own, before = (self.results.get(name, {}) for name in (self.experiment.name, self.before))
        behind = list(_behind(own, before))
        told = fill(f"- Behind `{self.before}`: {'; '.join(behind)}.", 120, subsequent_indent="  ") if behind else ""
        return "\n".join(filter(None, ("## What is not there yet\n", told, OPEN)))

    def _change(self, name: str) -> str:
        known = {**EXPERIMENTS, self.experiment.name: self.experiment}
        return known[name].change if name in known else "the model before"


def table(rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table; the first row is the heading."""
    head, *rest = rows
    lines = [head, ["---"] * len(head), *rest]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


_COMMAND_COLUMNS = (
    "experiment",
    "what it changes",
    *(f"{kind[0]} {'seen' if seen else 'unseen'} {where}" for kind, seen in _GROUPS for where in _CONDITIONS),
    "alarms/h",
    "MB",
    "RTF Vosk",
    "RTF program",
)
_WORD_COLUMNS = ("experiment", *_COMMAND_COLUMNS[2:10])
_VOICE_COLUMNS = ("experiment", "voice", "seen", "condition", "recordings", "exact, %", "word errors, %")


def _command_row(name: str, change: str, figures: Figures) -> list[str]:
    return [
        name,
        change,
        *(_share(_group(figures, "commands", *group), "right", "total") for group in _all_groups()),
        _alarms(figures),
        str(figures.get("size_mb", _NOTHING)),
        *(str(figures.get("cost", {}).get(name, _NOTHING)) for name in ("stock", "real_time_factor")),
    ]


def _alarms(figures: Figures) -> str:
    """Per hour, and of how many hours: a few are soon said."""
    found = figures.get("alarms")
    return f"{found['per_hour']} ({found['hours']} h)" if found else _NOTHING


def _word_row(name: str, figures: Figures) -> list[str]:
    cells = []
    for group in _all_groups():
        rows = _group(figures, "words", *group)
        cells.append(f"{_share(rows, 'errors', 'words')} ({_share(rows, 'exact', 'total')})" if rows else _NOTHING)
    return [name, *cells]


def _all_groups() -> Iterable[tuple[str, bool, str]]:
    return ((kind, seen, where) for kind, seen in _GROUPS for where in _CONDITIONS)


def _group(figures: Figures, what: str, kind: str, seen: bool, where: str) -> list[Figures]:
    found = figures.get(what, [])
    return [one for one in found if (one["kind"], one["seen"], one["condition"]) == (kind, seen, where)]


def _voice_rows(results: Mapping[str, Figures]) -> list[list[str]]:
    return [
        [
            name,
            one["voice"],
            "yes" if one["seen"] else "no",
            one["condition"],
            str(one["total"]),
            _share([one], "exact", "total"),
            _share([one], "errors", "words"),
        ]
        for name, figures in results.items()
        for one in figures.get("words", [])
    ]


def _behind(own: Figures, before: Figures) -> Iterable[str]:
    """Where the model of before does better: commands of a group, single recordings of a voice."""
    for kind, seen, where in _all_groups():
        ours, theirs = (_group(one, "commands", kind, seen, where) for one in (own, before))
        if told := _lower(ours, theirs, "right"):
            yield f"commands, {kind}, {'seen' if seen else 'unseen'}, {where}: {told}"
    for one in own.get("words", ()):
        same = [
            row for row in before.get("words", ()) if all(row[name] == one[name] for name in ("voice", "condition"))
        ]
        if told := _lower([one], same, "exact"):
            yield f"single recordings, {one['voice']}, {one['condition']}: {told}"


def _lower(ours: Sequence[Figures], theirs: Sequence[Figures], right: str) -> str:
    """Both shares in words if the first is the smaller one, else nothing."""
    own, before = (_share(rows, right, "total") for rows in (ours, theirs))
    return f"{own} against {before} %" if _NOTHING not in (own, before) and float(own) < float(before) else ""


def _counts(rows: Sequence[Mapping[str, Any]]) -> str:
    right, total = (sum(row[name] for row in rows) for name in ("right", "total"))
    return f"{100 * right / total:.1f} % ({right} of {total})"


def _share(rows: Sequence[Mapping[str, Any]], part: str, whole: str) -> str:
    total = sum(row[whole] for row in rows)
    return f"{100 * sum(row[part] for row in rows) / total:.1f}" if total else _NOTHING


def write_card(path: Path, card: Card) -> None:
    """Write the card."""
    path.write_text(card.text(), encoding="utf-8")
