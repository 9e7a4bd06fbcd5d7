"""What the pages look like: masks, sizes, hands that use a keyboard, the stream's overlay."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.console.browser.theatre import LANDSCAPE, NARROW, PHONE, ROLES, START_DAY, Theatre, held, seat, tap
from voice_judge import console
from voice_judge.rules import Stage, Step


def test_by_night_an_entry_changes_no_pixel(theatre: Theatre) -> None:
    theatre.enter(START_DAY, ROLES)
    theatre.reach(Stage.NIGHT_STEP, step=Step.MAFIA_HUNTS)
    phone, hall = theatre.phone(), theatre.hall()
    expect(hall.get_by_role("heading", level=1)).to_have_text("Ночь")
    expect(phone.locator(".asks")).to_have_text("В кого")
    before, before_hall = seen(phone), hall.screenshot()
    seat(phone, 4)
    theatre.until(lambda: len(theatre.game.moderator.game.judge.shots) == 3)
    tap(phone, "Мимо")  # another entry, and one that is refused
    phone.wait_for_timeout(400)
    assert seen(phone) == before
    assert hall.screenshot() == before_hall
    kinds = set(phone.locator(".log .kind").all_inner_texts())
    assert "ввод" not in kinds
    with held(phone) as secret:
        assert "дон 3" in secret
        assert "ввод" in phone.locator(".log").inner_text()
        assert seen(phone) != before
    assert seen(phone) == before


def seen(page: Page) -> bytes:
    """What can be seen of the page above its log, where the numbers appear that the judge's voice calls."""
    page.evaluate("document.activeElement.blur()")
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(150)
    end = page.locator(".log").bounding_box()
    assert end is not None
    return page.screenshot(clip={"x": 0, "y": 0, "width": end["width"], "height": end["y"]})


def test_the_page_makes_no_sound_and_does_not_shake() -> None:
    static = Path(console.__file__).parent / "static"
    scripts = [path.read_text(encoding="utf-8") for path in static.glob("*.js")]
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


def test_every_pad_fits_every_phone(theatre: Theatre) -> None:
    phone = theatre.phone()
    theatre.enter("/start")
    fits(phone)
    theatre.reach(Stage.DEALING)
    fits(phone)
    theatre.enter(ROLES)
    theatre.reach(Stage.SPEECH)
    theatre.enter("/nominate 5")
    expect(phone.locator(".chips button")).to_have_count(10)
    fits(phone)
    theatre.enter("/next", "/nominate 6")
    theatre.reach(Stage.CANDIDATE)
    expect(phone.locator(".counts")).to_be_visible()
    fits(phone)
    tap(phone, "Чьи руки")
    fits(phone)


def fits(page: Page) -> None:
    """Nothing sticks out on any phone, and every button is large enough for a thumb."""
    for size in (NARROW, LANDSCAPE, {"width": 1024, "height": 768}, PHONE):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        page.wait_for_timeout(100)
        _fits(page)


def _fits(page: Page) -> None:
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
    theatre.game.skip(20.0)
    hall, game = theatre.hall(), theatre.game.moderator
    timer = hall.get_by_role("timer")
    timer.wait_for()
    shown = set()
    for _ in range(3):
        hall.wait_for_timeout(900)
        clock = game.table.clock
        assert clock is not None
        left = float(timer.inner_text().split(":")[1])
        assert abs(left - clock.remaining(game.now)) < 2.0
        shown.add(left)
    assert len(shown) > 1
    theatre.enter("/pause")
    expect(hall.locator(".countdown.stands")).to_be_visible()
