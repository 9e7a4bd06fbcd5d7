"""Why a command is refused: stable codes, and one Russian sentence each for the judge's screen."""

from voice_judge.rules.events import Event
from voice_judge.rules.outcome import Refused

MESSAGES = {
    # the command does not fit the moment
    "no_game": "Игра ещё не начата.",
    "already_started": "Игра уже начата.",
    "game_over": "Игра окончена.",
    "not_now": "Сейчас этого делать нельзя.",
    "paused": "Идёт технический перерыв: сначала продолжите игру.",
    "confirm_first": "Сначала подтвердите или отмените заданный вопрос.",
    "nothing_to_confirm": "Сейчас подтверждать нечего.",
    "nothing_to_undo": "Отменять нечего: столько шагов ещё не сделано.",
    "module_off": "В этом профиле правил такого нет.",
    "bad_command": "Команда составлена неверно.",
    # starting
    "not_ten_players": "В игре участвуют десять человек; меньше (от четырёх) можно только в тренировочной игре.",
    "bad_seed": "Для жеребьёвки мест нужны имена игроков и целое число.",
    "roles_missing": "Роли ещё не введены.",
    "bad_roles": "Роли введены неверно: нужны один дон, две мафии и один шериф на разных местах.",
    "roles_already_set": "Роли уже введены; исправить их можно только отменой.",
    # seats and turns
    "no_such_seat": "Такого номера за столом нет.",
    "not_alive": "Этот игрок уже покинул игровой стол.",
    "not_your_turn": "Слово сейчас не у этого игрока.",
    "minute_over": "Минута игрока уже закончилась.",
    # nomination
    "already_nominated": "Этот игрок уже выставлен.",
    "one_per_day": "Игрок уже выставил кандидатуру в этот день.",
    "self_nomination": "В этом профиле правил нельзя выставить самого себя.",
    "several_numbers": "Названо несколько номеров: в этом профиле правил нужен один.",
    "not_nominated_by_you": "Отозвать можно только свою кандидатуру.",
    "nothing_nominated": "Игрок никого не выставлял.",
    "withdrawals_used": "Игрок больше не может отзывать кандидатуры в этот день.",
    # vote
    "too_many_votes": "Голосов больше, чем осталось у сидящих за столом.",
    "bad_votes": "Число голосов указано неверно.",
    "already_voted": "Кто-то из названных игроков уже голосовал.",
    # night
    "not_black": "Стрелять может только игрок чёрной команды.",
    "own_target": "В этом профиле правил чёрные не стреляют в своих.",
    "already_checked": "Проверка этой ночи уже использована; исправить её можно только отменой.",
    "self_check": "Проверить самого себя нельзя.",
    "shots_missing": "Введены не все выстрелы. Введите их или подтвердите ещё раз: будет промах.",
    # the end and the modules
    "reason_missing": "Назовите причину: она войдёт в протокол.",
    "bad_best_move": "В лучшем ходе называют от одного до трёх разных номеров, не считая своего.",
}


def refuse(reason: str, detail: str = "", events: tuple[Event, ...] = ()) -> Refused:
    """A refusal with the sentence of `reason`; `detail` (Russian) is added to it."""
    message = MESSAGES[reason]
    return Refused(reason, f"{message} {detail}" if detail else message, events)
