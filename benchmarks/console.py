"""The pages under load: screens in the hall and judge's phones on one laptop, from the game's change to the browser.

    python benchmarks/console.py [--halls 200] [--phones 2] [--changes 60]

Starts a game's link, `voice-judge console` beside it, and this many event streams over real sockets; the game changes
twice a second. Prints a table: how long after a change each stream has it (median, 95th percentile, longest), and how
much memory each process has. The streams are read in this process, on the same cores: the figures are for everything
on one machine. Asserts only that every stream has got every change, never anything about time.
"""

import argparse
import asyncio
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field, replace
from typing import IO

from voice_judge.console.wording import PageWording
from voice_judge.live.inbox import Inbox
from voice_judge.live.link import Link
from voice_judge.live.view import Listening, Sound, View
from voice_judge.places import ENVIRONMENT
from voice_judge.rules import Clock, Floor, JudgeState, Phase, Roles, SpeechKind, Stage, TableState

HOST, PORT = "127.0.0.1", 8700
PAUSE = 0.5
SPEECH = TableState(
    names=tuple(f"Игрок {number}" for number in range(1, 11)),
    phase=Phase.DAY,
    stage=Stage.SPEECH,
    day=1,
    floor=Floor(1, SpeechKind.SPEECH),
    clock=Clock(60.0, 60.0, since=0.0),
)
SECRETS = JudgeState(Roles(1, (2, 3), 4))


@dataclass
class Readers:
    """All streams of one kind: when each change came, by its number."""

    told: dict[int, float] = field(default_factory=dict)
    delays: list[float] = field(default_factory=list)
    ready: int = 0

    async def read(self, port: int, headers: str) -> None:
        """One stream until it ends."""
        reader, writer = await asyncio.open_connection(HOST, port)
        writer.write(f"GET /api/events HTTP/1.1\r\nHost: {HOST}:{port}\r\n{headers}\r\n".encode())
        if b" 200 " not in await reader.readline():
            raise AssertionError("no stream")
        counted = 0
        async for line in reader:
            if line.startswith(b"event: ") and not counted:
                counted = 1
                self.ready += 1
            if line.startswith(b"id: "):
                number = int(line.rsplit(b"-", 1)[1])
                if number in self.told:
                    self.delays.append(time.perf_counter() - self.told[number])


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--halls", type=int, default=200)
    parser.add_argument("--phones", type=int, default=2)
    parser.add_argument("--changes", type=int, default=60)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        os.environ[ENVIRONMENT] = home
        link = Link(PageWording(), Inbox(), 1)
        link.start()
        command = [sys.executable, "-m", "voice_judge", "console", "--port", str(PORT)]
        console = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        try:
            asyncio.run(measured(link, console, options.halls, options.phones, options.changes))
        finally:
            console.terminate()
            console.wait()
            link.close()


async def measured(link: Link, console: "subprocess.Popen[str]", halls: int, phones: int, changes: int) -> None:
    """Open the streams, change the game, print what came of it."""
    hall, judge = Readers(), Readers()
    link.table(SPEECH, 0.0, paused=False)
    link.show(View(SPEECH, SECRETS, 0.0, Sound(Listening.ON)))
    assert console.stderr is not None
    new_code(console.stderr)  # now it serves
    cookies = [await paired(console) for _ in range(phones)]
    streams = [asyncio.create_task(hall.read(PORT + 1, "")) for _ in range(halls)]
    streams += [asyncio.create_task(judge.read(PORT, f"Cookie: {cookie}\r\n")) for cookie in cookies]
    while hall.ready < halls or judge.ready < phones:
        await asyncio.sleep(0.1)
        await failed(streams)
    for number in range(2, changes + 2):
        table = replace(SPEECH, day=number)
        hall.told[number] = judge.told[number] = time.perf_counter()
        link.table(table, float(number), paused=False)
        link.show(View(table, SECRETS, float(number), Sound(Listening.ON)))
        await asyncio.sleep(PAUSE)
    await asyncio.sleep(2.0)
    await failed(streams)
    if len(hall.delays) != halls * changes or len(judge.delays) != phones * changes:
        raise AssertionError("a change was lost")
    print("| streams | changes | median | 95 % | longest |\n|---|---|---|---|---|")
    print(row(f"{halls} screens in the hall", changes, hall.delays))
    print(row(f"{phones} judge's phones", changes, judge.delays))
    print("\n| process | memory, MB |\n|---|---|")
    for name, megabytes in memory(console.pid):
        print(f"| {name} | {megabytes:.0f} |")
    for stream in streams:
        stream.cancel()


async def failed(streams: "list[asyncio.Task[None]]") -> None:
    """Raise what a stream has raised."""
    for stream in streams:
        if stream.done():
            await stream
            raise AssertionError("a stream has ended")


def row(name: str, changes: int, delays: list[float]) -> str:
    """A line of the table, in milliseconds."""
    ninety_fifth = statistics.quantiles(delays, n=20)[-1]
    figures = (statistics.median(delays), ninety_fifth, max(delays))
    return f"| {name} | {changes} | " + " | ".join(f"{1000 * figure:.0f} ms" for figure in figures) + " |"


def new_code(printed: IO[str]) -> str:
    """The next code that the console prints."""
    for line in printed:
        if found := re.search(r"телефон\): (\d{3}) (\d{3})", line):
            return found[1] + found[2]
    raise AssertionError("the console has ended")


async def paired(console: "subprocess.Popen[str]") -> str:
    """A phone's cookie."""
    assert console.stdin is not None
    assert console.stderr is not None
    console.stdin.write("\n")
    console.stdin.flush()
    body = '{"code": "' + new_code(console.stderr) + '"}'
    reader, writer = await asyncio.open_connection(HOST, PORT)
    writer.write(
        f"POST /api/pair HTTP/1.1\r\nHost: {HOST}:{PORT}\r\nOrigin: http://{HOST}:{PORT}\r\nConnection: close\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()
    )
    found = re.search(r"set-cookie: ([^;]+);", (await reader.read()).decode(), re.IGNORECASE)
    writer.close()
    if found is None:
        raise AssertionError("not paired")
    return found[1]


def memory(console: int) -> list[tuple[str, float]]:
    """Resident memory of the judge's server and the hall's, in MB."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid=,rss="], capture_output=True, text=True, check=True).stdout
    rows = [tuple(map(int, line.split())) for line in listed.splitlines()]
    judge = [rss for pid, _, rss in rows if pid == console]
    hall = [rss for _, parent, rss in rows if parent == console]
    return [("the judge's server", sum(judge) / 1024), ("the hall's server", sum(hall) / 1024)]


if __name__ == "__main__":
    main()
