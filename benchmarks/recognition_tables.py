"""The tables of docs/recognition.md and the READMEs, each made of the figures of one or two stages."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

Figures = Any


def _aims(figures: Figures) -> Iterator[str]:
    accuracy, spotting = figures["accuracy"], figures["spotting"]
    clean, noisy = _unseen(accuracy, "clean"), _unseen(accuracy, "10 dB")
    talk, cost = spotting["clean"], accuracy["cost"]
    median = accuracy["latency"]["clean"]["median"]
    amid = talk["latency_in"].get("talk", {"median": None, "p95": None})
    if max(accuracy["every"], spotting["every"]) > 1:
        yield f"A sample: {accuracy['recordings']} recordings, {talk['hours']} h of talk in each condition."
        yield ""
    yield "| aim | measured | |"
    yield "|---|---|---|"
    yield f"| command accuracy, clean, voices never trained on: 98 % | {clean:.1f} % | {_met(clean >= 98)} |"
    yield f"| the same at 10 dB: 95 % | {noisy:.1f} % | {_met(noisy >= 95)} |"
    for rate, aim in (("1", 3.0), ("0.1", 6.0)):
        missed = talk["missed_at"][rate]
        shown = "no score reaches it" if missed is None else f"{missed:.1f} %"
        met = _met(missed is not None and missed <= aim)
        if met == "met" and talk["hours"] * float(rate) < 1.0:  # a single alarm would be more than the rate
            met = f"none heard, but {talk['hours']} h are too few to show it"
        yield f"| misses at {rate} false alarms per hour: at most {aim:g} % | {shown} | {met} |"
    yield f"| decision after the last sample, median: 0.3 s | {median:.2f} s in a pause | {_met(median <= 0.3)} |"
    in_time = _met(amid["p95"] is not None and amid["p95"] <= 0.5)
    yield f"| amid unbroken talk: 0.5 s | median {amid['median']} s, 95th percentile {amid['p95']} s | {in_time} |"
    recordings, speech = accuracy["real_time_factor"], talk["talk_real_time_factor"]
    cheap = _met(max(recordings, speech) < 0.1)
    yield f"| real-time factor of one core: 0.1 | {recordings:.3f} on recordings, {speech:.3f} on talk | {cheap} |"
    memory = cost["peak_mib"]
    yield f"| memory of the process: 250 MB | {memory:.0f} MiB | {_met(memory * 1.048576 <= 250)} |"


def _accuracy(figures: Figures) -> Iterator[str]:
    found = figures["accuracy"]
    conditions = list(dict.fromkeys(row["condition"] for row in found["voices"]))
    yield _sample(found, f"{found['recordings']} recordings in all, {found['hours']} h")
    yield ""
    yield f"| phrases right | {' | '.join(conditions)} |"
    yield "|---|" + "---|" * len(conditions)
    for kind in ("human", "synthetic"):
        yield _cells(f"**{kind}**", [row for row in found["kinds"] if row["kind"] == kind], conditions)
    yield _cells("**voices never trained on**", found["unseen"], conditions)
    for voice in dict.fromkeys(row["voice"] for row in found["voices"]):
        yield _cells(voice, [row for row in found["voices"] if row["voice"] == voice], conditions)
    for kind in ("human", "synthetic"):
        rows = [row for row in found["silent"] if row["kind"] == kind]
        yield _cells(f"**rightly silent, {kind}**", rows, conditions)
    for title, key in (("decision, median s", "median"), ("decision, 95th percentile s", "p95")):
        yield f"| {title} | {' | '.join(str(found['latency'].get(one, {}).get(key, '')) for one in conditions)} |"


def _seats(figures: Figures) -> Iterator[str]:
    counts = {(one["said"], one["heard"]): one["count"] for one in figures["accuracy"]["seats"]}
    columns = (*range(1, 11), None)
    yield f"| said \\ heard | {' | '.join('none' if column is None else str(column) for column in columns)} |"
    yield "|---|" + "---|" * len(columns)
    for said in range(1, 11):
        yield f"| {said} | {' | '.join(str(counts.get((said, heard), '')) for heard in columns)} |"


def _spotting(figures: Figures) -> Iterator[str]:
    found = figures["spotting"]
    columns = [name for name in ("clean", "10 dB") if name in found]
    yield _sample(found, f"{found['clean']['hours']} h of sound, {100 * found['human_share']:.0f} % of the talk human")
    yield ""
    yield f"| | {' | '.join(columns)} |"
    yield "|---|" + "---|" * len(columns)
    for title, cell in _SPOTTING_ROWS:
        yield f"| {title} | {' | '.join(cell(found[column]) for column in columns)} |"
    yield ""
    yield "![misses over false alarms per hour](img/spotting.svg)"


_SPOTTING_ROWS: tuple[tuple[str, Callable[[Figures], str]], ...] = (
    ("phrases", lambda one: str(one["phrases"])),
    ("missed", lambda one: f"{one['missed']} %"),
    ("missed in a pause", lambda one: _of(one["missed_by_place"].get("pause", [0, 0]))),
    ("missed amid unbroken talk", lambda one: _of(one["missed_by_place"].get("talk", [0, 0]))),
    ("missed, voices never trained on", lambda one: _of(one["missed_unseen"])),
    ("another phrase or number heard in its place or beside it", lambda one: str(one["swapped"])),
    ("false alarms (of them taken back by the final)", lambda one: f"{one['alarms']} ({one['alarms_taken_back']})"),
    (
        "per hour (95 % sure: at most)",
        lambda one: f"{one['alarms_per_hour']} ({one['alarms_per_hour_at_most']})",
    ),
    ("missed at 1 false alarm per hour (aim 3 %)", lambda one: _missed_at(one, "1")),
    ("missed at 0.1 (aim 6 %)", lambda one: _missed_at(one, "0.1")),
    ("decision in a pause, median / 95th s", lambda one: _latency(one, "pause")),
    ("decision amid talk, median / 95th s", lambda one: _latency(one, "talk")),
    ("real-time factor", lambda one: str(one["talk_real_time_factor"])),
)


def _alarms(figures: Figures) -> Iterator[str]:
    for condition in ("clean", "10 dB"):
        for alarm in figures["spotting"].get(condition, {}).get("alarm_list", ())[:20]:
            yield f"- {condition}: {alarm}"


def _ablation(figures: Figures) -> Iterator[str]:
    rows = figures["ablation"]
    yield f"A sample: {_size(rows[0])}, {rows[0]['hours']} h of talk."
    yield ""
    yield "| | right, clean | right, 10 dB | silent | missed in talk | false alarms per hour | real-time factor |"
    yield "|---|---|---|---|---|---|---|"
    for row in rows:
        right = row["right"]
        yield (
            f"| {row['name']} | {right['clean']} % | {right['10 dB']} % | {row['silent']} % | {row['missed']} % | "
            f"{row['alarms_per_hour']} | {row['talk_real_time_factor']} |"
        )


def _sweeps(figures: Figures) -> Iterator[str]:
    first = next(iter(figures["sweeps"].values()))[0]
    yield f"A sample: {_size(first)}."
    yield ""
    yield "| setting | value | right, clean | right, 10 dB | rightly silent | decision, median s | real-time factor |"
    yield "|---|---|---|---|---|---|---|"
    for name, steps in figures["sweeps"].items():
        for step in steps:
            yield (
                f"| [{name}](img/sweep-{name}.svg) | {step['value']} | {step['right']['clean']} % | "
                f"{step['right']['10 dB']} % | {step['silent']} % | {step['median']} | {step['real_time_factor']} |"
            )


def _evening(figures: Figures) -> Iterator[str]:
    found = figures["evening"]
    yield (
        f"{found['hours']} h of sound in {found['minutes_taken']} min: memory at the end {found['growth_mib']:+} MiB "
        f"against the first mark, the recogniser's clock {found['drift_seconds']:+} s, sound lost "
        f"{found['lost_seconds']} s, real-time factor {found['real_time_factor']}."
    )
    yield ""
    yield "| minutes | memory, MiB | phrases said | heard | word times behind the sound, s |"
    yield "|---|---|---|---|---|"
    for mark in found["marks"]:
        yield f"| {mark['minutes']} | {mark['mib']} | {mark['said']} | {mark['heard']} | {mark['shift']} |"


def _engines(figures: Figures) -> Iterator[str]:
    rows = figures["engines"]
    yield f"One run over the same sample: {_size(rows[0])}, {rows[0]['hours']} h of talk."
    yield ""
    yield f"| | {' | '.join(row['engine'] for row in rows)} |"
    yield "|---|" + "---|" * len(rows)
    for title, cell in _ENGINE_ROWS:
        yield f"| {title} | {' | '.join(cell(row) for row in rows)} |"


_ENGINE_ROWS: tuple[tuple[str, Callable[[Figures], str]], ...] = (
    ("phrases right, clean", lambda row: f"{row['right']['clean']} %"),
    ("phrases right, 10 dB", lambda row: f"{row['right']['10 dB']} %"),
    ("rightly silent", lambda row: f"{row['silent']} %"),
    ("missed in talk", lambda row: f"{row['missed']} %"),
    ("false alarms per hour", lambda row: str(row["alarms_per_hour"])),
    ("decision, median / 95th s, clean", lambda row: _spread(row["latency"].get("clean"))),
    ("decision amid talk, median / 95th s", lambda row: _latency(row, "talk")),
    ("real-time factor of one core", lambda row: str(row["cost"]["real_time_factor"])),
    ("peak memory, MiB", lambda row: str(row["cost"]["peak_mib"])),
    ("time to load, s", lambda row: str(row["cost"]["load_seconds"])),
)


def _cost(figures: Figures) -> Iterator[str]:
    found = figures["accuracy"]
    cost = found["cost"]
    yield (
        f"Real-time factor {found['real_time_factor']} of one core over all recordings; model and grammars load in "
        f"{cost['load_seconds']} s; the process holds {cost['peak_mib']} MiB at most."
    )


@dataclass(frozen=True, slots=True)
class _Words:
    """The short table in one language; `sample` and `summary` are templates."""

    sample: str
    head: str
    rows: tuple[str, str, str]
    summary: str


_ENGLISH = _Words(
    "A sample: {recordings} recordings of {all}.",
    "| | clean | 20 dB | 10 dB | 5 dB | hall |",
    ("phrases right, all voices", "phrases right, voices never trained on", "talk rightly ignored"),
    "In {hours} hours of talk: {missed} % of {phrases} phrases missed, {alarms_per_hour} false alarms per hour. "
    "Decision {median} s after the phrase (median); {rtf} of one core; {peak:.0f} MiB.",
)
_RUSSIAN = _Words(
    "Выборка: {recordings} записей из {all}.",
    "| | чисто | 20 дБ | 10 дБ | 5 дБ | гулкий зал |",
    ("фраз услышано верно", "из них незнакомыми голосами", "на разговор не отозвалась"),
    "За {hours} ч разговора: пропущено {missed} % из {phrases} фраз, ложных срабатываний {alarms_per_hour} в час. "
    "Решение через {median} с после фразы (медиана).",
)


def _short(words: _Words) -> Callable[[Figures], Iterator[str]]:
    def lines(figures: Figures) -> Iterator[str]:
        accuracy, talk = figures["accuracy"], figures["spotting"]["clean"]
        recordings, every = accuracy["recordings"], accuracy["every"]
        if every > 1:
            yield words.sample.format(recordings=recordings, all=recordings * every)
            yield ""
        yield words.head
        yield "|---|---|---|---|---|---|"
        shares = (_all_kinds(accuracy["kinds"]), accuracy["unseen"], _all_kinds(accuracy["silent"]))
        for title, row in zip(words.rows, shares, strict=True):
            yield _cells(title, row, ["clean", "20 dB", "10 dB", "5 dB", "hall"])
        yield ""
        yield words.summary.format(
            **talk,
            median=accuracy["latency"]["clean"]["median"],
            rtf=accuracy["real_time_factor"],
            peak=accuracy["cost"]["peak_mib"],
        )

    return lines


BLOCKS: dict[str, tuple[tuple[str, ...], Callable[[Figures], Iterator[str]]]] = {
    "aims": (("accuracy", "spotting"), _aims),
    "accuracy": (("accuracy",), _accuracy),
    "seats": (("accuracy",), _seats),
    "cost": (("accuracy",), _cost),
    "spotting": (("spotting",), _spotting),
    "alarms": (("spotting",), _alarms),
    "ablation": (("ablation",), _ablation),
    "sweeps": (("sweeps",), _sweeps),
    "evening": (("evening",), _evening),
    "engines": (("engines",), _engines),
    "short": (("accuracy", "spotting"), _short(_ENGLISH)),
    "short-ru": (("accuracy", "spotting"), _short(_RUSSIAN)),
}
"""A block's name, the stages whose figures it needs, and its lines."""


def _cells(title: str, rows: list[Figures], conditions: list[str]) -> str:
    by_condition = {row["condition"]: row for row in rows}
    return f"| {title} | {' | '.join(_share(by_condition.get(one)) for one in conditions)} |"


def _share(row: Figures) -> str:
    return f"{100 * row['right'] / row['total']:.1f} % ({row['right']}/{row['total']})" if row else ""


def _all_kinds(rows: list[Figures]) -> list[Figures]:
    """Human and synthetic together."""
    summed: dict[str, dict[str, Any]] = {}
    for row in rows:
        one = summed.setdefault(row["condition"], {"condition": row["condition"], "right": 0, "total": 0})
        one["right"] += row["right"]
        one["total"] += row["total"]
    return list(summed.values())


def _unseen(accuracy: Figures, condition: str) -> float:
    row = next(row for row in accuracy["unseen"] if row["condition"] == condition)
    return float(100 * row["right"] / row["total"])


def _sample(found: Figures, what: str) -> str:
    return f"{what}." if found["every"] == 1 else f"A sample, every {found['every']}th: {what}."


def _size(row: Figures) -> str:
    return f"{row['phrases_each']} phrases per condition, {row['negatives']} negatives"


def _of(counts: list[int]) -> str:
    return f"{counts[0]} of {counts[1]}"


def _missed_at(one: Figures, rate: str) -> str:
    missed = one["missed_at"][rate]
    return "not reached" if missed is None else f"{missed} %"


def _latency(one: Figures, place: str) -> str:
    return _spread(one["latency_in"].get(place))


def _spread(spread: Figures) -> str:
    return f"{spread['median']} / {spread['p95']}" if spread else ""


def _met(met: bool) -> str:
    return "met" if met else "**missed**"
