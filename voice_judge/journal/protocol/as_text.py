"""The protocol as plain text for a terminal or a messenger."""

from collections.abc import Iterator

from voice_judge.journal.protocol import words
from voice_judge.journal.protocol.facts import GameProtocol, Player
from voice_judge.journal.protocol.names import isolated, shown
from voice_judge.journal.protocol.timeline import Row, timeline
from voice_judge.journal.store import Origin


def text_of(protocol: GameProtocol) -> str:
    """The whole protocol, a line for each fact."""
    return "\n".join([*_head(protocol), "", *_players(protocol), "", *_facts(protocol), "", *_tail(protocol)]) + "\n"


def _head(protocol: GameProtocol) -> Iterator[str]:
    yield f"ПРОТОКОЛ ИГРЫ {words.moment(protocol.began)}"
    yield f"Правила: {shown(protocol.rules)}. Рассадка {words.seating(protocol.seating)}."
    if protocol.result:
        reason = "" if protocol.result.reason == "rules" else f" ({shown(protocol.result.reason)})"
        yield f"Итог: {words.result(protocol.result.winner)}{reason}."
    else:
        yield f"Игра не окончена: {words.PHASES[protocol.phase]}, день {protocol.day}."
        yield f"За столом: {words.seats(protocol.alive)}. Выставлены: {words.seats(protocol.nominated)}."


def _players(protocol: GameProtocol) -> Iterator[str]:
    yield "Игроки"
    for player in protocol.players:
        yield f"{player.seat:>3}  {_player(player)}"
    if protocol.agreed_shots:
        yield f"     Договорённость чёрных: {words.seats(protocol.agreed_shots)}"


def _player(player: Player) -> str:
    parts = [isolated(shown(player.name))] if player.name else []
    if player.role:
        parts.append(words.ROLES[player.role])
    if player.fouls:
        parts.append(f"фолов {player.fouls}")
    if player.technical_fouls:
        parts.append(f"технических фолов {player.technical_fouls}")
    if player.left:
        parts.append(f"{words.CAUSES[player.left.cause]}, день {player.left.day} ({words.clock(player.left.at)})")
    return ", ".join(parts) or "—"


def _facts(protocol: GameProtocol) -> Iterator[str]:
    yield "Ход игры"
    day = None
    for row in timeline(protocol):
        if row.day is not None and row.day != day:
            day = row.day
            yield f"--- день {day}"
        yield f"{words.clock(row.at):>8}  {_fact(row)}{_origin(row.origin)}"


def _fact(row: Row) -> str:
    where = f" {row.night}" if row.kind in ("ночь", "итог ночи") else ""
    who = f", игрок {row.seat}" if row.seat else ""
    target = f" → {row.target}" if row.target else ""
    value = f": {shown(row.value)}" if row.value else ""
    label = "фолы: " if row.kind in words.SPEECHES.values() else ""
    listed = f" [{label}{words.seats(row.seats)}]" if row.seats else ""
    return f"{row.kind}{where}{who}{target}{value}{listed}"


def _origin(origin: Origin | None) -> str:
    if origin is None or origin.source == "clock":
        return ""
    how = "услышано" if origin.source == "voice" else "введено"
    text = f" «{isolated(shown(origin.text))}»" if origin.text else ""
    confidence = "" if origin.confidence is None else f", уверенность {origin.confidence:.2f}"
    return f"  ({how}{text}{confidence})"


def _tail(protocol: GameProtocol) -> Iterator[str]:
    sources = protocol.sources
    yield f"Услышано команд {sources.heard}, введено {sources.entered}, отменено {sources.undone}."
    if not protocol.secrets:
        yield "Роли, выстрелы и проверки в этот протокол не вошли: игра не окончена."
