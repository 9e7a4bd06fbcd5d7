"""The named switches of the rules: one for every point where the official text is ambiguous, silent or split.

The first default is the reading of the official rules. Each switch says which row of the table of cases it settles
(A1-G14), in docs/rules.md beside its values. Switches marked "table" are carried here, stored with the game and obeyed
by the part that speaks and listens; all others are obeyed by the rules.
"""

from collections.abc import Iterator
from dataclasses import Field, dataclass, field, fields, replace
from typing import Any, Literal, cast

from voice_judge.rules.events import SwitchValue


def _switch(default: SwitchValue, rows: str, meaning: str, where: str = "rules") -> Any:
    return field(default=default, metadata={"rows": rows, "meaning": meaning, "where": where})


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesProfile:
    """Everything a club may decide. Seconds are seconds, counts are counts; 0 switches a limit off."""

    name: str = "official"

    # lengths
    speech_seconds: float = _switch(60.0, "B10 (4.3.1)", "a player's minute")
    tie_seconds: float = _switch(30.0, "E1 (4.4.13)", "the extra speech after a tie")
    last_word_seconds: float = _switch(60.0, "G13 (4.4.14, 4.5.4)", "the last word")
    agreement_seconds: float = _switch(60.0, "A7 (4.2.2)", "the black team's minute of the first night")
    hunt_seconds: float = _switch(60.0, "F1 (4.5.3)", "the black team's minute of the later nights")
    vote_seconds: float = _switch(2.0, "D6 (4.4.6)", "hands may go up for so long", "table")

    # the first night
    don_sleeps_first_night: bool = _switch(False, "A8", "«Дон засыпает» before «Просыпается мафия»")
    sheriff_sleeps_first_night: bool = _switch(False, "A10", "«Шериф засыпает» before the first day")
    free_seating_seconds: float = _switch(0.0, "A12", "free seating after the agreement; 0: none")

    # the day
    opener_rule: Literal["after_previous", "day_number"] = _switch(
        "after_previous", "B5", "who opens a day: the next after the actual previous opener, or the day's own number"
    )
    morning_word_opens: bool = _switch(False, "B8", "the night victim's last word counts as speaking first")
    silenced_opens: bool = _switch(True, "B9", "a silenced player still counts as the opener")
    player_ends_speech: bool = _switch(
        True, "B12", "the speaker's own «спасибо, всё» ends the speech, not the judge only"
    )
    clock_waits_for_answer: bool = _switch(True, "B14", "the clock stands while the judge's voice answers", "table")
    answers_out_of_turn: bool = _switch(False, "B15", "«кто выставлен?» is answered to players who do not speak")

    # nomination
    echo_number: bool = _switch(False, "C1", "«Принято, номер …» always, not only after several numbers", "table")
    unclear_number: Literal["screen", "aloud"] = _switch("screen", "C6", "where the judge is asked again", "table")
    self_nomination: bool = _switch(True, "C7", "a player may nominate himself")
    withdrawal: bool = _switch(True, "C13 (4.4.3)", "a player may withdraw his nomination at all")
    nominate_after_withdrawal: bool = _switch(True, "C9", "a withdrawal gives the day's nomination back")
    withdrawals_per_day: int = _switch(0, "C10", "so many withdrawals a day and player; 0: no limit")
    withdraw_after_minute: bool = _switch(False, "C13", "a nomination may be withdrawn until the vote opens")
    victim_nominates: bool = _switch(False, "C18", "the night's victim may nominate in the last word")
    several_numbers: Literal["first_acceptable", "refuse"] = _switch(
        "first_acceptable", "C21", "several numbers in one breath"
    )
    nomination_synonyms: bool = _switch(True, "C22", "«примите кандидатуру …» is a nomination", "table")
    removal_cancels_vote: bool = _switch(
        True, "C23", "a removal cancels the nearest vote; else only the name is struck"
    )

    # the vote
    read_all_candidates: bool = _switch(True, "D13", "candidates are called though no vote is left")
    vote_rule: Literal["plurality", "majority"] = _switch(
        "plurality", "D14", "who leaves: most votes, or more than half"
    )
    tie_among: Literal["leaders", "any"] = _switch(
        "leaders", "D15", "equal votes matter for the first place, or anywhere"
    )
    other_tie: Literal["revote", "ask_new", "ask_old"] = _switch(
        "revote", "E5, E6, E8", "a revote ties other players: revote again, or ask about these, or about all of before"
    )
    regrouped_tie_revotes: bool = _switch(False, "E7", "the same tie by other supporters is revoted once more")
    lift_majority_of: Literal["living", "not_tied"] = _switch("living", "E11", "more than half of whom")
    lift_three_of_nine: bool = _switch(True, "E13", "three tied of nine may be lifted")
    lift_two_of_four: bool = _switch(True, "E14", "two tied of four may be lifted")
    lift_whole_table: bool = _switch(False, "E15", "the question is asked though all the living are tied")
    lifted_order: Literal["nomination", "seat"] = _switch("nomination", "E19", "order of the last words after a lift")
    silenced_speaks_in_tie: bool = _switch(True, "E21", "a silenced player keeps the extra speech after a tie")

    # the night
    shooting: Literal["together", "numbers"] = _switch(
        "together", "F1", "eyes open within a minute (4.5.3), or blind while the judge calls numbers"
    )
    numbers_called: Literal["all", "living"] = _switch("all", "F2", "which numbers are called")
    number_seconds: float = _switch(2.0, "F2", "the rhythm of the numbers")
    shooters: Literal["living", "three"] = _switch(
        "living", "F4", "a kill needs every living black player, or three shots"
    )
    shot_at_dead: Literal["miss", "refuse"] = _switch("miss", "F8", "a shot at a player who is out")
    shot_at_own: Literal["warn", "allow", "refuse"] = _switch("warn", "F9", "a shot at a black player or at oneself")
    self_check: bool = _switch(False, "F19", "the don or the sheriff may check himself")
    script_when_dead: Literal["same"] = _switch(
        "same", "F21, F22, F24", "the script for a dead don or sheriff; fixed, as any other would tell who is dead"
    )
    don_successor: Literal["nobody", "mafia"] = _switch("nobody", "F23", "who has the don's check when the don is out")
    night_listening: Literal["push_to_talk", "off"] = _switch(
        "push_to_talk", "F26", "what is listened to at night", "table"
    )

    # the end
    parity: Literal["equal_or_more", "equal"] = _switch(
        "equal_or_more",
        "E16, G4",
        "black wins at as many or more black than red, or at exactly as many (or no red left)",
    )
    word_before_result: bool = _switch(True, "G5", "the last word comes before the result")
    leaves_at: Literal["vote", "word_end"] = _switch(
        "vote", "G6", "when a player is out: at the vote, or after the word"
    )
    removal_changes_result: bool = _switch(False, "G7", "a removal during a decisive last word is counted")
    night_word: Literal["before_circle", "after_circle"] = _switch(
        "before_circle", "G8", "when the night's victim speaks"
    )
    draw_after_quiet_rounds: int = _switch(0, "G9", "a draw after so many nights and days without a loss; 0: never")
    empty_table: Literal["draw", "red", "black"] = _switch("draw", "E18, G10", "the result at 0:0")
    manual_end: bool = _switch(True, "G12", "the judge may end the game with a reason")
    undo_after_end: bool = _switch(True, "G14", "a finished game may be taken back")

    # modules the official rules do not have
    fouls: bool = _switch(False, "H", "fouls")
    fouls_silence_at: int = _switch(3, "H", "the foul that costs the next minute; 0: none does")
    fouls_remove_at: int = _switch(4, "H", "the foul that asks for the removal")
    technical_fouls: bool = _switch(False, "H", "technical fouls")
    technical_remove_at: int = _switch(2, "H", "the technical foul that asks for the removal")
    removal: bool = _switch(False, "H", "removal by the judge")
    team_loss: bool = _switch(False, "H", "the judge may declare that a team loses")
    best_move: bool = _switch(False, "F29", "the first night's victim names three")
    best_move_limit: int = _switch(2, "F29", "no best move if so many were voted out on day 1; 0: always")
    pause: bool = _switch(False, "H", "technical pause")

    def switches(self) -> tuple[tuple[str, SwitchValue], ...]:
        """Every switch and its value, in the order of declaration, without the name."""
        return tuple((switch.name, cast(SwitchValue, getattr(self, switch.name))) for switch in switch_fields())


def switch_fields() -> Iterator[Field[Any]]:
    """The declarations of all switches: name, type, default and metadata `rows`, `meaning`, `where`."""
    return (switch for switch in fields(RulesProfile) if switch.name != "name")


OFFICIAL = RulesProfile()
"""The official rules, read by the letter."""

FEDERATION = replace(
    OFFICIAL,
    name="federation",
    free_seating_seconds=20.0,
    shooting="numbers",
    lift_three_of_nine=False,
    draw_after_quiet_rounds=3,
    fouls=True,
    technical_fouls=True,
    removal=True,
    team_loss=True,
    best_move=True,
    pause=True,
)
"""What the federations are reported to play (second-hand: see docs/rules.md)."""

PROFILES = {profile.name: profile for profile in (OFFICIAL, FEDERATION)}
