"""Phones that lose the Wi-Fi, that are two, that are lost."""

import re

from playwright.sync_api import Page, Route, expect

from tests.console.browser.theatre import ROLES, START_DAY, Theatre, held, pair, seat, tap
from voice_judge.live.inbox import CutOffKey


def fouls(theatre: Theatre, number: int) -> int:
    return dict(theatre.game.moderator.table.fouls).get(number, 0)


def foul(page: Page, number: int) -> None:
    tap(page, "Фол")
    seat(page, number)


def test_a_phone_without_wifi_comes_back_misses_nothing_and_doubles_nothing(theatre: Theatre) -> None:
    theatre.enter(START_DAY, ROLES)
    wifi = theatre.wifi()
    phone = theatre.phone(wifi=wifi)
    link = phone.locator(".link")
    expect(link).to_have_text(re.compile("на связи"))
    wifi.cut()
    phone.context.set_offline(True)
    expect(link).to_have_text(re.compile("нет связи"))
    theatre.enter("/nominate 5")
    foul(phone, 6)
    expect(link).to_have_text(re.compile("ждут: 1"))
    expect(phone.locator(".seat")).to_have_count(10)  # what was shown last stays
    expect(phone.locator(".nominees")).to_have_text("Никто не выставлен")
    assert fouls(theatre, 6) == 0
    wifi.back()
    phone.context.set_offline(False)
    expect(link).to_have_text(re.compile("на связи"))
    expect(phone.locator(".nominees")).to_contain_text("5")
    expect(phone.locator(".log")).to_contain_text("выставлен 5")
    theatre.until(lambda: fouls(theatre, 6) == 1)
    phone.wait_for_timeout(1500)  # longer than a second try would take
    assert fouls(theatre, 6) == 1


def test_a_wifi_that_goes_without_a_word_is_noticed_and_the_stream_goes_on_where_it_was(theatre: Theatre) -> None:
    theatre.enter(START_DAY)
    wifi = theatre.wifi()
    phone = theatre.phone(wifi=wifi)
    link = phone.locator(".link")
    wifi.cut()
    theatre.enter("/nominate 5")
    foul(phone, 6)
    expect(link).to_have_text(re.compile("нет связи"), timeout=25_000)
    wifi.back()
    expect(link).to_have_text(re.compile("на связи"), timeout=15_000)
    expect(phone.locator(".nominees")).to_contain_text("5")
    expect(phone.locator(".log li", has_text="выставлен 5")).to_have_count(1)
    theatre.until(lambda: fouls(theatre, 6) == 1, seconds=15.0)


def test_an_answer_that_is_lost_on_the_way_doubles_nothing(theatre: Theatre) -> None:
    theatre.enter(START_DAY)
    phone = theatre.phone()
    sent: list[str] = []

    def lose_the_first_answer(route: Route) -> None:
        sent.append(route.request.post_data or "")
        if len(sent) == 1:
            route.fetch()  # the game has got it
            route.abort()
        else:
            route.continue_()

    phone.route("**/api/commands", lose_the_first_answer)
    foul(phone, 6)
    expect(phone.get_by_role("button", name=re.compile("^Игрок 6, Егор.*фолов 1$"))).to_be_visible()
    for _ in range(50):
        phone.wait_for_timeout(100)
        if len(sent) == 2:
            break
    assert len(sent) == 2
    assert sent[0] == sent[1]
    phone.wait_for_timeout(500)
    assert fouls(theatre, 6) == 1


def test_two_phones_show_the_same_and_do_not_double_a_command(theatre: Theatre) -> None:
    theatre.enter(START_DAY)
    first, second = theatre.phone(), theatre.phone()
    for phone in (first, second):
        tap(phone, "Фол")
    for phone in (first, second):
        seat(phone, 6)
    theatre.until(lambda: fouls(theatre, 6) > 0)
    for phone in (first, second):
        expect(phone.get_by_role("button", name=re.compile("^Игрок 6, Егор.*фолов 1$"))).to_be_visible()
    first.wait_for_timeout(500)
    assert fouls(theatre, 6) == 1
    foul(second, 7)
    expect(first.get_by_role("button", name=re.compile("^Игрок 7, Жанна.*фолов 1$"))).to_be_visible()


def test_a_lost_phone_is_cut_off_by_one_key_and_keeps_nothing(theatre: Theatre) -> None:
    theatre.enter(START_DAY, ROLES)
    phone, used = theatre.phone(), theatre.pairing.code
    with held(phone) as secret:
        assert "дон 3" in secret
    code = theatre.new_code(CutOffKey())
    expect(phone.get_by_label("Код")).to_be_visible()
    assert "Глеб" not in phone.content()
    phone.goto(theatre.pairing.judge)
    expect(phone.get_by_label("Код")).to_be_visible()
    for wrong in (used, "000000" if code != "000000" else "111111"):
        phone.get_by_label("Код").fill(wrong)
        tap(phone, "Подключить")
        expect(phone.get_by_role("alert")).to_contain_text("Код не подходит")
    pair(phone, code)
    expect(phone.locator(".seat")).to_have_count(10)
