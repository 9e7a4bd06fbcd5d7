"""The protocol as JSON: it keeps its schema, and is the same game again after an import."""

import json
import runpy
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.protocol.stories import TWO_DAYS, VOTED_OUT, random_game, story
from voice_judge.errors import UserError
from voice_judge.journal import Note
from voice_judge.journal.library import StoredGame
from voice_judge.journal.opening import open_library
from voice_judge.journal.protocol import json_schema, read_protocol, render
from voice_judge.journal.protocol.as_json import public_part
from voice_judge.rules import Game, Phase, fold

Json = dict[str, Any]
DOCS = Path(__file__).parents[2] / "docs"
SCHEMA = jsonschema.Draft202012Validator(json_schema())

MIDNIGHT = datetime(2026, 11, 30, tzinfo=UTC)
NOTES = (
    Note(1.0, "heard", {"t": 1.0, "type": "heard", "text": "пас", "slots": {}}, wall=MIDNIGHT),
    Note(2.0, "input", {"t": 2.0, "type": "input", "text": "/roles don=8"}, secret=True),
    Note(3.0, "said", {"t": 3.0, "type": "said", "text": "Принято", "seconds": 0.8}),
)


def written(game: StoredGame, *, secrets: bool = False) -> Json:
    content: Json = json.loads(render(game, "json", secrets=secrets))
    return content


def saved(folder: Path, game: StoredGame, *, secrets: bool = False) -> Path:
    path = folder / "game.json"
    path.write_bytes(render(game, "json", secrets=secrets))
    return path


def test_the_published_schema_is_current() -> None:
    made = runpy.run_path(str(DOCS / "protocol_schema.py"))["text"]()
    assert (DOCS / "protocol.schema.json").read_text(encoding="utf-8") == made, "run: python docs/protocol_schema.py"


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(json_schema())


@pytest.mark.parametrize("secrets", [False, True])
@pytest.mark.parametrize("seed", range(8))
def test_random_games_keep_the_schema(seed: int, secrets: bool) -> None:
    SCHEMA.validate(written(random_game(seed, steps=250), secrets=secrets))


BREAKS: list[tuple[str, Callable[[Json], object]]] = [
    ("another format", lambda told: told.update(format="something")),
    ("an unknown event", lambda told: told["events"][0].update(event="Nonsense")),
    ("a field too many", lambda told: told["events"][0].update(surprise=1)),
    ("a field too few", lambda told: told["events"][0].pop("names")),
    ("no origin", lambda told: told["events"][0].pop("origin")),
    ("a wrong type", lambda told: told["game"]["players"][0].update(seat="one")),
    ("no notes", lambda told: told.pop("notes")),
]


@pytest.mark.parametrize("spoil", [spoil for _, spoil in BREAKS], ids=[name for name, _ in BREAKS])
def test_the_schema_refuses(spoil: Callable[[Json], object]) -> None:
    told = written(story(VOTED_OUT))
    SCHEMA.validate(told)
    spoil(told)
    with pytest.raises(jsonschema.ValidationError):
        SCHEMA.validate(told)


# --- round trips -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("secrets", [False, True])
@pytest.mark.parametrize("seed", range(8))
def test_export_import_export_is_the_same(seed: int, secrets: bool, tmp_path: Path) -> None:
    first = saved(tmp_path, random_game(seed), secrets=secrets)
    again = render(read_protocol(first), "json", secrets=secrets)
    assert again == first.read_bytes()


def test_the_same_through_the_journal_on_disk(tmp_path: Path) -> None:
    library = open_library(tmp_path / "journal.sqlite")
    first = saved(tmp_path, story(TWO_DAYS, notes=NOTES), secrets=True)
    number = library.add(read_protocol(first))
    assert render(library.load(number), "json", secrets=True) == first.read_bytes()


def test_the_imported_game_is_the_same_game_and_can_go_on(tmp_path: Path) -> None:
    game = story(TWO_DAYS, notes=NOTES)
    imported = read_protocol(saved(tmp_path, game, secrets=True))
    assert imported.entries == game.entries
    assert imported.notes == game.notes
    rebuilt = Game.rebuild(entry.record for entry in imported.entries)
    assert rebuilt.state == fold(entry.record for entry in game.entries)
    assert rebuilt.profile.name == "federation"
    assert rebuilt.expected().items


@pytest.mark.parametrize("seed", range(8))
def test_the_public_part_of_a_game_folds_to_the_same_table(seed: int) -> None:
    game = random_game(seed, steps=200)
    whole, public = (fold(e.record for e in entries) for entries in (game.entries, public_part(game).entries))
    assert public.table == whole.table


# --- what is not told ------------------------------------------------------------------------------------------


def test_before_the_end_the_log_has_no_secret_events_and_no_gaps() -> None:
    told = written(story(TWO_DAYS, notes=NOTES))
    assert {event["visibility"] for event in told["events"]} == {"table"}
    assert [event["number"] for event in told["events"]] == list(range(1, len(told["events"]) + 1))
    commands = [event["command"] for event in told["events"]]
    assert set(commands) == set(range(1, commands[-1] + 1))
    assert [note["kind"] for note in told["notes"]] == ["heard", "said"]
    assert "тайный ввод" not in json.dumps(told, ensure_ascii=False)


def test_after_the_end_everything_is_told() -> None:
    told = written(story(f"{VOTED_OUT}; end red конец", notes=NOTES))
    assert told["secrets"]
    assert {"judge", "table"} == {event["visibility"] for event in told["events"]}
    assert len(told["notes"]) == 3


# --- imports that are no protocols -----------------------------------------------------------------------------


def spoiled(change: Callable[[Json], object]) -> bytes:
    told = written(story(VOTED_OUT), secrets=True)
    change(told)
    return json.dumps(told).encode()


def _event(told: Json, name: str) -> Json:
    found: Json = next(event for event in told["events"] if event["event"] == name)
    return found


def _add(told: Json, name: str, **fields: object) -> None:
    last = told["events"][-1]
    line = {key: last[key] for key in ("at", "schema", "origin")} | {"event": name, **fields}
    told["events"].append(line | {"number": last["number"] + 1, "command": last["command"] + 1})


HOSTILE: list[tuple[str, bytes, str]] = [
    ("empty", b"", "строка 1: это не JSON или файл оборван"),
    ("cut in the middle", spoiled(lambda _: None)[:5000], "это не JSON или файл оборван"),
    ("not UTF-8", b"\xff\xfe{}", "кодировке UTF-8"),
    ("a list", b"[]", "это не протокол voice-judge"),
    ("another program's", b'{"format": "chess"}', "это не протокол voice-judge"),
    ("not a number", b'{"format": NaN}', "это не JSON"),
    ("endless nesting", b"[" * 100_000, "это не JSON"),
    ("a number without end", b'{"a": ' + b"9" * 10_000 + b"}", "это не JSON"),
    ("a newer version", spoiled(lambda told: told.update(version=2)), "версии 2 сделан более новой программой"),
    ("no events", spoiled(lambda told: told.update(events=[])), "поле events"),
    ("no beginning", spoiled(lambda told: told.pop("began")), "поле began"),
    ("a time without its zone", spoiled(lambda told: told.update(began="2026-11-30T10:00:00")), "поле began"),
    ("a clock before zero", spoiled(lambda told: told.update(clock=-1)), "поле clock"),
    ("an unknown event", spoiled(lambda told: told["events"][3].update(event="Nonsens")), "событие 4: Неизвестно"),
    ("a wrong field", spoiled(lambda told: _event(told, "Nominated").update(seat="5")), "поле «seat» неверно"),
    ("no such seat", spoiled(lambda told: _event(told, "Nominated").update(seat=11)), "места за столом"),
    ("a seat below one", spoiled(lambda told: _event(told, "VoteOpened").update(candidates=[0])), "места за столом"),
    ("a gap", spoiled(lambda told: told["events"].pop(5)), "событие 6: номер 7, а должен быть 6"),
    ("another order", spoiled(lambda told: told["events"].reverse()), "событие 1: номер"),
    ("no such source", spoiled(lambda told: told["events"][0]["origin"].update(source="rumour")), "origin.source"),
    ("certain beyond all", spoiled(lambda told: told["events"][0]["origin"].update(confidence=2)), "origin.confidence"),
    ("an origin that is none", spoiled(lambda told: told["events"][0].update(origin=5)), "поле origin"),
    ("three players", spoiled(lambda told: told["events"][0].update(names=["а", "б", "в"])), "имён игроков 3"),
    ("an unknown rule", spoiled(lambda told: told["events"][0].update(switches=[["magic", True]])), "magic"),
    ("not from the start", spoiled(lambda told: told["events"][0].update(event="GamePaused")), "событие 1"),
    ("a note that is none", spoiled(lambda told: told.update(notes=[{"at": 1}])), "поле notes.0"),
    ("a note with a strange kind", spoiled(lambda told: told.update(notes=[
        {"at": 1, "kind": "<b>", "secret": False, "body": {}}])), "поле notes.0.kind"),
    ("undoing without end", spoiled(lambda told: _add(told, "SecretsUndone", steps=10**12, keeping=0)), "не бывает"),
    ("undoing backwards", spoiled(lambda told: _add(told, "Undone", steps=-1)), "поле steps: такого не бывает"),
    ("a speech without end", spoiled(lambda told: _event(told, "FloorGiven").update(seconds=1e308)), "не бывает"),
    ("a reason without end", spoiled(lambda told: _add(told, "GameOver", winner=None, reason="а" * 50_000)), "такого"),
    ("a bottomless note", spoiled(lambda told: told.update(notes=[
        {"at": 1, "kind": "said", "secret": False, "body": {"a": json.loads("[" * 500 + "]" * 500)}}])), "вложено"),
    ("undoing more than there is", spoiled(lambda told: told["events"][-1].update(number=10_000)), "номер 10000"),
]  # fmt: skip


@pytest.mark.parametrize(("content", "message"), [case[1:] for case in HOSTILE], ids=[case[0] for case in HOSTILE])
def test_a_hostile_file_is_refused_with_one_line(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    with pytest.raises(UserError) as refused:
        read_protocol(path)
    assert message in str(refused.value)
    assert str(path) in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="не читается"):
        read_protocol(tmp_path / "none.json")
    with pytest.raises(UserError, match="не читается"):
        read_protocol(tmp_path)


@pytest.mark.parametrize("seed", range(30))
def test_any_order_of_events_makes_some_protocol(seed: int, tmp_path: Path) -> None:
    """Well-formed nonsense may come in by an import: it is shown as it is, and nothing fails."""
    told = written(random_game(seed, steps=60), secrets=True)
    first, *rest = told["events"]
    mixed = [first, *sorted(rest, key=lambda event: hash((seed, event["number"])))]
    for number, event in enumerate(mixed, start=1):
        event["number"] = event["command"] = number
    path = tmp_path / "mixed.json"
    path.write_text(json.dumps(told | {"events": mixed}), encoding="utf-8")
    game = read_protocol(path)
    for form in ("json", "csv", "html", "txt"):
        assert render(game, form, secrets=True)
    assert fold(entry.record for entry in game.entries).table.phase in Phase
