"""The judge's application and the hall's on a desk that a test feeds, and a browser for each kind of visitor."""

from dataclasses import dataclass, field

from fastapi.testclient import TestClient

from voice_judge.console.desk import HallDesk, JudgeDesk
from voice_judge.console.hall_app import hall_app
from voice_judge.console.judge_app import GameAwayError, judge_app
from voice_judge.console.model import CommandIn, CommandOut
from voice_judge.console.sessions import Codes, Sessions
from voice_judge.console.wording import hall_view, judge_view
from voice_judge.live.view import Listening, Sound, View
from voice_judge.rules import Checked, Checker, JudgeState, Phase, Roles, Shot, Stage, Step, TableState

JUDGE, HALL = "http://192.168.1.5:8100", "http://192.168.1.5:8101"
NIGHT = TableState(phase=Phase.NIGHT, stage=Stage.NIGHT_STEP, day=1, night=1, step=Step.MAFIA_HUNTS)
SECRETS = JudgeState(
    roles=Roles(7, (8, 9), 10), shots=(Shot(7, 3), Shot(8, 3)), checked=(Checker.SHERIFF,), warned=False
)
CHECK = Checked(Checker.SHERIFF, 8, True)


def secret_view() -> str:
    """The judge's view of a night with everything in it."""
    view = View(NIGHT, SECRETS, 200.0, Sound(Listening.NIGHT), entered="стреляет 8: 3", notice="Тайное слово")
    return judge_view(view, [CHECK]).model_dump_json()


@dataclass
class Game:
    """Takes commands; `away`: does not answer."""

    given: list[CommandIn] = field(default_factory=list)
    away: bool = False

    async def command(self, command: CommandIn, phone: str) -> CommandOut:
        if self.away:
            raise GameAwayError(phone)
        self.given.append(command)
        return CommandOut(id=command.id, accepted=True, message="")


class Served:
    """Both applications, as if on two ports of one laptop."""

    def __init__(self) -> None:
        self.desk, self.hall_desk = JudgeDesk(), HallDesk()
        self.sessions, self.codes, self.game = Sessions(), Codes(), Game()
        self.judge_app = judge_app(self.desk, self.sessions, self.codes, self.game)
        self.hall_app = hall_app(self.hall_desk)
        self.desk.begin("abc")
        self.desk.tell(1, "view", secret_view())
        self.desk.tell(2, "log", '{"t":1.0,"kind":"input","text":"/shot 8 3","secret":true}')
        self.hall_desk.begin("def")
        self.hall_desk.show(1, hall_view(NIGHT, 200.0, paused=False, game=1).model_dump_json())

    def stranger(self, base: str = JUDGE) -> TestClient:
        """Somebody in the same network, whose browser is honest about where its requests come from."""
        return TestClient(self.hall_app if base == HALL else self.judge_app, base_url=base, headers={"Origin": base})

    def judge(self) -> TestClient:
        """A paired phone."""
        browser = self.stranger()
        paired = browser.post("/api/pair", json={"code": self.codes.new()})
        browser.headers["X-CSRF-Token"] = paired.json()["csrf"]
        return browser

    def cut_off(self) -> TestClient:
        """A phone that was paired and then lost."""
        browser = self.judge()
        session = self.sessions.find(browser.cookies["voice_judge_session"])
        assert session is not None
        self.sessions.close(session)
        return browser


def is_secret(text: str) -> bool:
    """Whether any of the night's secrets is in a text."""
    marks = ('"don"', "sheriff", 'mafia":', "shooter", "стреляет", "Тайное", "/shot", "csrf")
    return any(mark in text for mark in marks)
