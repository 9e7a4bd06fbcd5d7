"""The named switches of the rules: one for every point where the official text is ambiguous, silent or split.

The first default is the reading of the official rules. Each switch says which row of the table of cases it settles
(A1-G14) and who plays which way; docs/rules.md lists them all and spells the sources out. Switches marked "table" are
carried here, stored with the game and obeyed by the part that speaks and listens; all others are obeyed by the rules.
"""

from collections.abc import Iterator
from dataclasses import Field, dataclass, field, fields, replace
from typing import Any, Literal, cast

from voice_judge.rules.events import SwitchValue


def _switch(default: SwitchValue, rows: str, source: str, meaning: str, where: str = "rules") -> Any:
    return field(default=default, metadata={"rows": rows, "source": source, "meaning": meaning, "where": where})


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesProfile:
    """Everything a club may decide. Seconds are seconds, counts are counts; 0 switches a limit off."""

    name: str = "official"

    # lengths
    speech_seconds: float = _switch(60.0, "B10 (4.3.1)", "text", "a player's minute")
    tie_seconds: float = _switch(30.0, "E1 (4.4.13)", "text", "the extra speech after a tie")
    last_word_seconds: float = _switch(60.0, "G13 (4.4.14, 4.5.4)", "text", "the last word")
    agreement_seconds: float = _switch(60.0, "A7 (4.2.2)", "text; MR 5.1", "the black team's minute of the first night")
    hunt_seconds: float = _switch(60.0, "F1 (4.5.3)", "text", "the black team's minute of the later nights")
    vote_seconds: float = _switch(
        2.0, "D6 (4.4.6)", "text; LB 1 s, DM 1.4 s, OM 5 s", "hands may go up for so long", "table"
    )

    # the first night
    don_sleeps_first_night: bool = _switch(
        False, "A8", "MR-old: three orders", "«Дон засыпает» before «Просыпается мафия»"
    )
    sheriff_sleeps_first_night: bool = _switch(False, "A10", "none", "«Шериф засыпает» before the first day")
    free_seating_seconds: float = _switch(
        0.0, "A12", "MR 5.3; MC (FIIM 4.2.4 of 01.02.2024); LB", "free seating after the agreement; 0: none"
    )

    # the day
    opener_rule: Literal["after_previous", "day_number"] = _switch(
        "after_previous",
        "B5",
        "MR, MC, DM, LB: after the previous; OM, MB: the number",
        "who opens a day: the next after the actual previous opener, or the day's own number",
    )
    morning_word_opens: bool = _switch(
        False, "B8", "MR, MC: a separate phase", "the night victim's last word counts as speaking first"
    )
    silenced_opens: bool = _switch(
        True, "B9", "MR: the floor is passed on", "a silenced player still counts as the opener"
    )
    player_ends_speech: bool = _switch(
        True, "B12", "VZ", "the speaker's own «спасибо, всё» ends the speech, not the judge only"
    )
    clock_waits_for_answer: bool = _switch(
        True, "B14", "none", "the clock stands while the judge's voice answers", "table"
    )
    answers_out_of_turn: bool = _switch(
        False, "B15", "MR 10.1: a foul", "«кто выставлен?» is answered to players who do not speak"
    )

    # nomination
    echo_number: bool = _switch(
        False, "C1", "MR 7.4", "«Принято, номер …» always, not only after several numbers", "table"
    )
    unclear_number: Literal["screen", "aloud"] = _switch(
        "screen", "C6", "none", "where the judge is asked again", "table"
    )
    self_nomination: bool = _switch(True, "C7", "LB, MB, MR allow; OM once forbade", "a player may nominate himself")
    withdrawal: bool = _switch(
        True, "C13 (4.4.3)", "MR ships with it forbidden", "a player may withdraw his nomination at all"
    )
    nominate_after_withdrawal: bool = _switch(
        True, "C9", "MR, variant allowed", "a withdrawal gives the day's nomination back"
    )
    withdrawals_per_day: int = _switch(0, "C10", "none", "so many withdrawals a day and player; 0: no limit")
    withdraw_after_minute: bool = _switch(
        False, "C13", "MR 7.5: only in the minute", "a nomination may be withdrawn until the vote opens"
    )
    victim_nominates: bool = _switch(False, "C18", "MR-old, MB: no", "the night's victim may nominate in the last word")
    several_numbers: Literal["first_acceptable", "refuse"] = _switch(
        "first_acceptable", "C21", "MR: an example", "several numbers in one breath"
    )
    nomination_synonyms: bool = _switch(True, "C22", "MR 7.2", "«примите кандидатуру …» is a nomination", "table")
    removal_cancels_vote: bool = _switch(
        True, "C23", "MR 9.8, OM, MC, DM", "a removal cancels the nearest vote; else only the name is struck"
    )

    # the vote
    read_all_candidates: bool = _switch(
        True, "D13", "DM stops early; MC has a switch", "candidates are called though no vote is left"
    )
    vote_rule: Literal["plurality", "majority"] = _switch(
        "plurality", "D14", "all: plurality", "who leaves: most votes, or more than half"
    )
    tie_among: Literal["leaders", "any"] = _switch(
        "leaders", "D15", "all: leaders", "equal votes matter for the first place, or anywhere"
    )
    other_tie: Literal["revote", "ask_new", "ask_old"] = _switch(
        "revote",
        "E5, E6, E8",
        "MR 7.19, LB, MC revote; MH, OM ask about the new; DM about all",
        "a revote ties other players: revote again, or ask about these, or about all of before",
    )
    regrouped_tie_revotes: bool = _switch(
        False, "E7", "MR 7.20: a repeat; MR-old: one more", "the same tie by other supporters is revoted once more"
    )
    lift_majority_of: Literal["living", "not_tied"] = _switch(
        "living", "E11", "MR, MC, LB, MH: the living", "more than half of whom"
    )
    lift_three_of_nine: bool = _switch(True, "E13", "MR forbids; WX; VZ", "three tied of nine may be lifted")
    lift_two_of_four: bool = _switch(True, "E14", "MR: an option; SI allows", "two tied of four may be lifted")
    lift_whole_table: bool = _switch(
        False,
        "E15",
        "MR, MC (FIIM 7.8): no question; MR option: asked",
        "the question is asked though all the living are tied",
    )
    lifted_order: Literal["nomination", "seat"] = _switch(
        "nomination", "E19", "MR nomination; OM seat", "order of the last words after a lift"
    )
    silenced_speaks_in_tie: bool = _switch(
        True, "E21", "MR 9.5", "a silenced player keeps the extra speech after a tie"
    )

    # the night
    shooting: Literal["together", "numbers"] = _switch(
        "together",
        "F1",
        "MR 5.1, 8.4, VZ, MD, TE: by numbers",
        "eyes open within a minute (4.5.3), or blind while the judge calls numbers",
    )
    numbers_called: Literal["all", "living"] = _switch("all", "F2", "MR 8.3, TE: all ten", "which numbers are called")
    number_seconds: float = _switch(2.0, "F2", "none", "the rhythm of the numbers")
    shooters: Literal["living", "three"] = _switch(
        "living", "F4", "all: the living", "a kill needs every living black player, or three shots"
    )
    shot_at_dead: Literal["miss", "refuse"] = _switch("miss", "F8", "LB: a miss", "a shot at a player who is out")
    shot_at_own: Literal["warn", "allow", "refuse"] = _switch(
        "warn", "F9", "MR allows; OM forbids", "a shot at a black player or at oneself"
    )
    self_check: bool = _switch(False, "F19", "OM refuses", "the don or the sheriff may check himself")
    script_when_dead: Literal["same"] = _switch(
        "same",
        "F21, F22, F24",
        "LB, MH: fixed; MV imitates",
        "the script for a dead don or sheriff; fixed, as any other would tell who is dead",
    )
    don_successor: Literal["nobody", "mafia"] = _switch(
        "nobody", "F23", "MR, MC, OM: nobody", "who has the don's check when the don is out"
    )
    night_listening: Literal["push_to_talk", "off"] = _switch(
        "push_to_talk", "F26", "none", "what is listened to at night", "table"
    )

    # the end
    parity: Literal["equal_or_more", "equal"] = _switch(
        "equal_or_more",
        "E16, G4",
        "MR 1.4, MHs 1.11: equal or more",
        "black wins at as many or more black than red, or at exactly as many (or no red left)",
    )
    word_before_result: bool = _switch(
        True, "G5", "MR, MC: word first; DM, OM at once", "the last word comes before the result"
    )
    leaves_at: Literal["vote", "word_end"] = _switch(
        "vote", "G6", "MR 1.4: at the vote; MC after the word", "when a player is out: at the vote, or after the word"
    )
    removal_changes_result: bool = _switch(
        False, "G7", "MR 8.20, 9.9: no", "a removal during a decisive last word is counted"
    )
    night_word: Literal["before_circle", "after_circle"] = _switch(
        "before_circle", "G8", "MR 8.6", "when the night's victim speaks"
    )
    draw_after_quiet_rounds: int = _switch(
        0, "G9", "MR 1.5, MC: three; MHs 1.13", "a draw after so many nights and days without a loss; 0: never"
    )
    empty_table: Literal["draw", "red", "black"] = _switch("draw", "E18, G10", "MR: a draw", "the result at 0:0")
    manual_end: bool = _switch(True, "G12", "MR, MC, MB", "the judge may end the game with a reason")
    undo_after_end: bool = _switch(True, "G14", "MR, OM step back", "a finished game may be taken back")

    # modules the official rules do not have
    fouls: bool = _switch(False, "H", "MR 10, MC, DM, MB", "fouls")
    fouls_silence_at: int = _switch(3, "H", "MR, MC, DM", "the foul that costs the next minute; 0: none does")
    fouls_remove_at: int = _switch(4, "H", "MR, MC, DM", "the foul that asks for the removal")
    technical_fouls: bool = _switch(False, "H", "MR (24.12.2025)", "technical fouls")
    technical_remove_at: int = _switch(2, "H", "MR", "the technical foul that asks for the removal")
    removal: bool = _switch(False, "H", "MR, MC, OM", "removal by the judge")
    team_loss: bool = _switch(False, "H", "MR, MC, MB", "the judge may declare that a team loses")
    best_move: bool = _switch(False, "F29", "MR 8.17, MC, LB, OM", "the first night's victim names three")
    best_move_limit: int = _switch(2, "F29", "MR 8.17", "no best move if so many were voted out on day 1; 0: always")
    pause: bool = _switch(False, "H", "SP", "technical pause")

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
