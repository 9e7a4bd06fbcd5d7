"""The one-page protocol: what stands on it, before it becomes HTML or PDF."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from voice_judge.journal.protocol import words
from voice_judge.journal.protocol.facts import GameProtocol, Night, Player, Speech, VoteRound
from voice_judge.journal.protocol.names import shown
from voice_judge.journal.protocol.picture import picture_of
from voice_judge.journal.protocol.shapes import Picture
from voice_judge.journal.store import Origin
from voice_judge.rules import Cause, SpeechKind

MAX_DAYS = 20
"""So many days are told on the page; a longer game keeps the rest for the text."""

SPEECH_DAYS = 10
_PARAGRAPH = 900
_CORRECTIONS = 8
_MARKS = {"voice": "г", "silent": "к", "page": "с"}


class Style(Enum):
    """How a piece of text is set."""

    PLAIN = auto()
    BOLD = auto()
    MARK = auto()  # a small raised letter: where a fact came from


@dataclass(frozen=True, slots=True)
class Piece:
    """Text in one style."""

    text: str
    style: Style = Style.PLAIN


Paragraph = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """Title lines, the seats as a table (first row: the columns' names), the picture, paragraphs and a foot."""

    title: str
    lines: tuple[str, ...]
    table: tuple[tuple[str, ...], ...]
    picture: Picture
    paragraphs: tuple[Paragraph, ...]
    foot: str


def sheet_of(protocol: GameProtocol) -> Sheet:
    """Everything that stands on the page."""
    return Sheet(
        title=f"Протокол игры · {words.moment(protocol.began)}",
        lines=tuple(_lines(protocol)),
        table=tuple(_table(protocol)),
        picture=picture_of(protocol),
        paragraphs=tuple(_cut(paragraph) for paragraph in _paragraphs(protocol)),
        foot=_foot(protocol),
    )


def _lines(protocol: GameProtocol) -> Iterator[str]:
    if protocol.result:
        told = words.result(protocol.result.winner).capitalize()
        reason = "" if protocol.result.reason == "rules" else f" ({shown(protocol.result.reason, 120)})"
        yield f"{told}{reason}, {words.clock(protocol.result.at)} от начала"
    else:
        yield f"Игра не окончена: {words.PHASES[protocol.phase]}, день {protocol.day}"
    yield f"Правила: {shown(protocol.rules, 60)} · рассадка {words.seating(protocol.seating)}"


def _table(protocol: GameProtocol) -> Iterator[tuple[str, ...]]:
    roles = any(player.role for player in protocol.players)
    fouls = any(player.fouls or player.technical_fouls for player in protocol.players)
    days = range(1, min(protocol.day, SPEECH_DAYS) + 1)
    spoken = [f"Д{day}" for day in days]
    yield ("№", "Игрок", *(["Роль"] if roles else []), *(["Фолы"] if fouls else []), "Выбыл", *spoken)
    for player in protocol.players:
        role = [words.ROLES.get(player.role or "", "")] if roles else []
        technical = f" + {player.technical_fouls} т" if player.technical_fouls else ""
        foul = [f"{player.fouls or ''}{technical}".removeprefix(" + ")] if fouls else []
        speeches = [_spoken(protocol.speeches, player, day) for day in days]
        yield (str(player.seat), shown(player.name), *role, *foul, _left(player), *speeches)


def _left(player: Player) -> str:
    return f"{words.CAUSES[player.left.cause]}, д. {player.left.day}" if player.left else ""


def _spoken(speeches: Sequence[Speech], player: Player, day: int) -> str:
    """«58 н29 п60»: his minute, a speech after a tie, the last word, in seconds."""
    marks = {SpeechKind.SPEECH: "", SpeechKind.TIE: "н", SpeechKind.LAST_WORD: "п"}
    own = (s for s in speeches if s.seat == player.seat and s.day == day and s.spoken is not None)
    return " ".join(f"{marks[speech.kind]}{speech.spoken:.0f}" for speech in own)


def _paragraphs(protocol: GameProtocol) -> Iterator[Paragraph]:
    first = max(1, protocol.day - MAX_DAYS + 1)
    if first > 1:
        yield (Piece(f"Дни до {first} — в протоколе текстом (--format txt)."),)
    for day in range(first, protocol.day + 1):
        yield from _night_before(protocol, day)
        heading, *told = _day(protocol, day)
        if told:
            yield (heading, *told)
    yield from _night_before(protocol, protocol.day + 1)
    if protocol.agreed_shots:
        yield (Piece("Договорённость чёрных. ", Style.BOLD), Piece(words.seats(protocol.agreed_shots)))
    if protocol.best_move:
        best = protocol.best_move
        who = f"игрок {best.by}: " if best.by else ""
        yield (Piece("Лучший ход. ", Style.BOLD), Piece(who + words.seats(best.seats)), *_mark(best.origin))
    if protocol.corrections:
        yield tuple(_corrections(protocol))


def _night_before(protocol: GameProtocol, day: int) -> Iterator[Paragraph]:
    for night in protocol.nights:
        if night.night == day - 1 and (night.night or night.checks):
            yield tuple(_night(night))


def _night(night: Night) -> Iterator[Piece]:
    yield Piece(f"Ночь {night.night}. ", Style.BOLD)
    for place, shot in enumerate(night.shots):
        target = f"{shot.shooter}→{shot.target}" if shot.target else f"{shot.shooter} не стрелял"
        yield Piece(("Выстрелы: " if place == 0 else ", ") + target)
        yield from _mark(shot.origin)
    if night.shots:
        yield Piece(". ")
    for check in night.checks:
        answer = words.check_answer(check.checker, check.found)
        yield Piece(f"{words.CHECKERS[check.checker].capitalize()} проверил {check.seat}: {answer}")
        yield from _mark(check.origin)
        yield Piece(". ")
    if night.ended is not None:
        yield Piece("Промах." if night.victim is None else f"Убит {night.victim}.")


def _day(protocol: GameProtocol, day: int) -> Iterator[Piece]:
    yield Piece(f"День {day}. ", Style.BOLD)
    nominations = [one for one in protocol.nominations if one.day == day]
    for place, one in enumerate(nominations):
        withdrawn = " (отозван)" if one.withdrawn is not None else ""
        yield Piece(("Выставления: " if place == 0 else ", ") + f"{one.by}→{one.seat}{withdrawn}")
        yield from _mark(one.origin)
    if nominations:
        yield Piece(". ")
    fouls = [foul for foul in protocol.fouls if foul.day == day]
    for place, foul in enumerate(fouls):
        technical = " (тех.)" if foul.technical else ""
        yield Piece(("Фолы: " if place == 0 else ", ") + f"игроку {foul.seat} — {foul.count}-й{technical}")
        yield from _mark(foul.origin)
    if fouls:
        yield Piece(". ")
    for vote in protocol.votes:
        if vote.day == day:
            yield from _vote(vote)
    for none in protocol.no_votes:
        if none.day == day:
            yield Piece(f"Голосования нет: {words.NO_VOTES[none.reason]}. ")
    gone = [player for player in protocol.players if player.left and player.left.day == day]
    told = [player.seat for player in gone if player.left and player.left.cause is not Cause.SHOT]
    if told:
        yield Piece(f"Выбыли: {words.seats(told)}.")


def _vote(vote: VoteRound) -> Iterator[Piece]:
    yield Piece(f"Тур {vote.round}: ")
    for place, count in enumerate(vote.counts):
        voters = f" ({words.seats(count.voters)})" if count.voters else ""
        yield Piece((", " if place else "") + f"за {count.seat} — {count.votes}{voters}")
        yield from _mark(count.origin)
    yield Piece(". " if vote.counts else "не досчитан. ")
    if vote.tied:
        yield Piece(f"Ничья: {words.seats(vote.tied)}. ")
    if vote.lift and vote.lift.votes is not None:
        yield Piece(f"За подъём стола {vote.lift.votes}: {'уходят все' if vote.lift.passed else 'остаются все'}")
        yield from _mark(vote.lift.origin)
        yield Piece(". ")
    if vote.no_vote:
        yield Piece(f"Никто не уходит: {words.NO_VOTES[vote.no_vote]}. ")


def _corrections(protocol: GameProtocol) -> Iterator[Piece]:
    yield Piece("Исправления. ", Style.BOLD)
    for one in protocol.corrections[:_CORRECTIONS]:
        yield Piece(f"{words.clock(one.at)} отменено: {shown('; '.join(one.undone), 100) or 'ничего'}")
        yield from _mark(one.origin)
        yield Piece(". ")
    more = len(protocol.corrections) - _CORRECTIONS
    if more > 0:
        yield Piece(f"И ещё {more} — в протоколе текстом.")


def _mark(origin: Origin | None) -> Iterator[Piece]:
    if origin and origin.source in _MARKS:
        yield Piece(_MARKS[origin.source], Style.MARK)


def _cut(paragraph: Paragraph) -> Paragraph:
    """No paragraph, however much was voted, takes the page for itself."""
    kept: list[Piece] = []
    length = 0
    for piece in paragraph:
        length += len(piece.text)
        if length > _PARAGRAPH:
            return (*kept, Piece(" … (дальше в протоколе текстом)"))
        kept.append(piece)
    return tuple(kept)


def _foot(protocol: GameProtocol) -> str:
    sources = protocol.sources
    counts = f"Команд услышано {sources.heard}, введено {sources.entered}, отменено {sources.undone}."
    marks = "г — услышано, к — введено клавишами, с — со страницы, без знака — само."
    speeches = "Д1, Д2, … — речи по дням в секундах: н — при ничьей, п — последнее слово." if protocol.speeches else ""
    secret = "" if protocol.secrets else " Роли, выстрелы и проверки не вошли: игра не окончена."
    return f"{counts} {marks} {speeches}{secret}"
