"""Whether those who cannot see well, or at all, can use the pages: axe-core on every page in every phase."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.console.browser.theatre import NARROW, ROLES, Theatre, tap
from voice_judge.rules import Stage

PHASES = (
    ("before the game", None, ()),
    ("introduction", None, ("/start",)),
    ("dealing", Stage.DEALING, (ROLES,)),
    ("day", Stage.SPEECH, ("/nominate 5", "/foul 6", "/foul 6", "/next", "/nominate 6")),
    ("pause", None, ("/pause",)),
    ("vote", Stage.CANDIDATE, ()),
    ("counted", None, ("/votes 3",)),
    ("last word", Stage.LAST_WORD, ()),
    ("night", Stage.NIGHT_STEP, ()),
    ("the end", None, ("/end black решение судьи",)),
)
FORBIDDEN = ("serious", "critical")


def complaints(page: Page) -> list[str]:
    """What axe finds that is not allowed: the rule and the elements."""
    found = Axe().run(page).response["violations"]
    return [
        f"{violation['id']}: {[node['html'][:120] for node in violation['nodes']]}"
        for violation in found
        if violation["impact"] in FORBIDDEN
    ]


def test_axe_has_nothing_serious_to_say_of_any_page_in_any_phase(theatre: Theatre) -> None:
    stranger = theatre.page(theatre.pairing.judge, NARROW)
    assert complaints(stranger) == []
    judge, hall, overlay = theatre.phone(), theatre.hall(), theatre.hall(words="?overlay")
    seen = set()
    for name, stage, lines in PHASES:
        if stage is not None:
            theatre.reach(stage)
        theatre.enter(*lines)
        expect(judge.get_by_role("heading", level=1)).to_be_visible()
        judge.wait_for_timeout(300)
        seen.add(theatre.game.moderator.table.phase.value)
        for page in (judge, hall, overlay):
            assert complaints(page) == [], name
        if name == "vote":
            tap(judge, "Чьи руки")
            assert complaints(judge) == []
    assert seen == {"setup", "introduction", "night", "day", "vote", "last_word", "over"}
