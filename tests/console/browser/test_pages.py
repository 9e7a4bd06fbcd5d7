"""What the pages look like: masks, sizes, hands that use a keyboard, the stream's overlay."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.console.browser.theatre import LANDSCAPE, NARROW, PHONE, ROLES, START_DAY, Theatre, held, seat, tap
from voice_judge.rules import Phase, Stage, Step


def hunt(theatre: Theatre) -> None:
    """The first night with shots: the mafia hunts."""
    theatre.enter(START_DAY, ROLES)
    for _ in range(60):
        table = theatre.game.moderator.table
        if table.step is Step.MAFIA_HUNTS:
            return
        if table.phase is Phase.NIGHT:
            theatre.game.skip(2.0)
        else:
            theatre.enter("/next")
    raise AssertionError(theatre.game.moderator.table)


def test_by_night_an_entry_changes_no_pixel(theatre: Theatre) -> None:
    hunt(theatre)
    phone, hall = theatre.phone(), theatre.hall()
    expect(hall.get_by_role("heading")).to_have_text("Ночь")
    expect(phone.locator(".asks")).to_have_text("В кого")
    before, before_hall = phone.screenshot(), hall.screenshot()
    seat(phone, 4)
    theatre.until(lambda: len(theatre.game.moderator.game.judge.shots) == 3)
    tap(phone, "Мимо")  # another entry, and one that is refused
    phone.evaluate("document.activeElement.blur()")
    phone.wait_for_timeout(400)
    assert phone.screenshot() == before
    assert hall.screenshot() == before_hall
    with held(phone) as secret:
        assert "дон 3" in secret
        assert phone.screenshot() != before
    phone.evaluate("document.activeElement.blur()")
    assert phone.screenshot() == before


def test_the_page_makes_no_sound_and_does_not_shake() -> None:
    from voice_judge.console import web  # noqa: PLC0415

    scripts = [path.read_text(encoding="utf-8") for path in (web._FOLDER / "static").glob("*.js")]
    assert len(scripts) > 5
    assert not any(re.search(r"vibrate|Audio|<audio|AudioContext", script) for script in scripts)


def test_a_keyboard_is_enough(theatre: Theatre) -> None:
    theatre.enter(START_DAY, ROLES)
    phone = theatre.phone()
    hold = phone.get_by_role("button", name="Тайное")
    hold.focus()
    phone.keyboard.down("Space")
    expect(phone.locator("section.secret")).to_contain_text("шериф 10")
    phone.keyboard.up("Space")
    expect(phone.locator("section.secret")).not_to_contain_text("шериф")
    phone.get_by_role("button", name=re.compile("^Игрок 5, Дина")).focus()
    phone.keyboard.press("Enter")
    expect(phone.locator(".nominees")).to_contain_text("5")
    phone.keyboard.press("Tab")
    outline = phone.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"


def test_what_is_refused_is_told_by_day(theatre: Theatre) -> None:
    theatre.enter(START_DAY)
    phone = theatre.phone()
    seat(phone, 5)
    expect(phone.locator(".nominees")).to_contain_text("5")
    seat(phone, 6)
    expect(phone.locator(".notice")).not_to_be_empty()


@pytest.mark.parametrize("size", [NARROW, PHONE, LANDSCAPE, {"width": 1024, "height": 768}])
def test_every_pad_fits_every_phone(theatre: Theatre, size: dict[str, int]) -> None:
    phone = theatre.phone(size)
    for lines in (["/start"], [ROLES], [START_DAY]):
        theatre.enter(*lines)
        fits(phone)
    theatre.enter("/nominate 5", "/next", "/nominate 6")
    while theatre.game.moderator.table.stage is not Stage.CANDIDATE:
        theatre.enter("/next")
    expect(phone.locator(".counts")).to_be_visible()
    fits(phone)
    tap(phone, "Чьи руки")
    fits(phone)


def fits(page: Page) -> None:
    """Nothing sticks out, and every button is large enough for a thumb."""
    page.wait_for_timeout(200)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    sizes = page.evaluate(
        "[...document.querySelectorAll('button')].map((b) => [b.innerText, b.offsetWidth, b.offsetHeight])"
    )
    assert [button for button in sizes if button[1] < 44 or button[2] < 44] == []
    cut = page.evaluate(
        "[...document.querySelectorAll('button')].filter((b) => b.scrollWidth > b.offsetWidth).map((b) => b.innerText)"
    )
    assert cut == []


def test_the_overlay_is_transparent(theatre: Theatre) -> None:
    theatre.enter(START_DAY)
    overlay = theatre.hall(words="?overlay")
    expect(overlay.locator(".card")).to_have_count(10)
    for element in ("html", "body", "main"):
        colour = overlay.evaluate(f"getComputedStyle(document.querySelector('{element}')).backgroundColor")
        assert colour == "rgba(0, 0, 0, 0)", element


def test_the_countdown_runs_on_the_game_s_clock(theatre: Theatre) -> None:
    theatre.enter(START_DAY)
    hall = theatre.hall()
    left = lambda: float(hall.get_by_role("timer").inner_text().split(":")[1])  # noqa: E731
    game = theatre.game.moderator
    for _ in range(3):
        theatre.game.skip(7.0)
        hall.wait_for_timeout(700)
        clock = game.table.clock
        assert clock is not None
        assert abs(left() - clock.remaining(game.now)) < 2.5
