"""The result of spotting as lines for people, in Russian."""

from collections.abc import Iterator

from voice_judge.evaluation.chart import Chart, Series
from voice_judge.evaluation.detection import AIMS, Detection, Spotting, Trial
from voice_judge.evaluation.figures import percent

_PLACES = {True: "в паузе", False: "посреди речи без пауз"}
_LEAST_RATE = 0.01  # a logarithmic axis has no zero: no false alarm at all is drawn here


def spotting_lines(result: Spotting) -> Iterator[str]:
    """The figures, then every false alarm and every miss with its place in its stream."""
    yield f"Фразы внутри речи: {result.hours:.2f} ч звука, фраз: {len(result.trials)}"
    yield f"  пропущено {len(result.misses)} = {result.missed:.1f} %"
    for paused, place in _PLACES.items():
        missed, total = result.missed_by(lambda trial: _PLACES[trial.paused]).get(place, (0, 0))
        spread = result.latencies().get(paused)
        yield f"    {place}: {missed} из {total}" + (f"; до решения {spread.text()}" if spread else "")
    yield f"  вместо фразы или вместе с ней услышана другая: {len(result.swapped)}"
    limit = result.most_alarms_per_hour
    yield (
        f"  ложных срабатываний {len(result.alarms)} = {result.alarms_per_hour:.2f} в час "
        f"(столько записей позволяют утверждать: не больше {limit:.2f} в час, уверенность 95 %)"
    )
    for rate, aim in AIMS:
        missed_at = result.missed_at(rate)
        reached = "недостижимо никаким порогом" if missed_at is None else f"{missed_at:.1f} %"
        yield f"  пропуски при {rate:g} ложном в час: {reached} (цель: не больше {aim:g} %)"
    for name, (missed, total) in result.missed_by(lambda trial: trial.voice).items():
        yield f"    {name:22} пропущено {missed:3} из {total:3} {percent(missed, total):5.1f} %"
    yield f"Ложные срабатывания: {len(result.alarms)}"
    yield from map(_alarm_line, result.alarms)
    yield f"Пропуски: {len(result.misses)}"
    yield from map(_miss_line, result.misses)


def curve_chart(results: dict[str, Spotting], title: str, x: str, y: str, aims: str) -> Chart:
    """Misses over false alarms per hour, a line per result, with the aims as points."""
    lines = [
        Series(name, [(max(point.alarms_per_hour, _LEAST_RATE), point.missed) for point in result.curve()])
        for name, result in results.items()
    ]
    return Chart(title, x, y, (*lines, Series(aims, AIMS, marks=True)), log_x=True)


def _alarm_line(alarm: Detection) -> str:
    score = f"{alarm.score:.2f}{', отменено' if alarm.retracted else ''}"
    return f"  {alarm.stream} с {alarm.start:.1f} с: «{alarm.text}» | получено: {alarm.phrase} ({score})"


def _miss_line(trial: Trial) -> str:
    got = "; ".join(f"{one.phrase}{' (отменено)' if one.retracted else ''}" for one in trial.heard) or "ничего"
    place = _PLACES[trial.paused]
    name = f"{trial.stream} с {trial.start:.1f} с ({trial.voice}, {place})"
    return f"  {name}: «{trial.transcript}» | нужно: {trial.expected} | получено: {got}"
