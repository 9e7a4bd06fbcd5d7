"""The console's side of the local link: finds the running game, hears it, gives it commands."""

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import Callable
from contextlib import suppress

from voice_judge.console.desk import JudgeDesk
from voice_judge.console.judge_app import GameAwayError
from voice_judge.console.model import CommandIn, CommandOut
from voice_judge.live.link_wire import (
    HOST,
    LINE_LIMIT,
    Json,
    LinkAddress,
    is_proof,
    kept_address,
    line,
    new_nonce,
    proof,
    read,
)

ANSWER_SECONDS = 5.0
_AGAIN_SECONDS = 1.0
_PROOF_SECONDS = 5.0


class GameLink:
    """The link, as long as the console runs; it comes back by itself.

    Args:
        desk: told what the judge may know.
        to_hall: told what everyone may know.
        told: called with what is asked of the console itself: "connected", "pair", "cut_off".
    """

    def __init__(self, desk: JudgeDesk, to_hall: Callable[[Json], None], told: Callable[[str], None]) -> None:
        self._desk = desk
        self._to_hall = to_hall
        self._told = told
        self._writer: StreamWriter | None = None
        self._waiting: dict[str, asyncio.Future[CommandOut]] = {}

    async def run(self) -> None:
        """Connect, listen, and connect again."""
        while True:
            with suppress(OSError, ValueError, TimeoutError, asyncio.IncompleteReadError):
                await self._once(kept_address())
            self._desk.time.lost()
            await asyncio.sleep(_AGAIN_SECONDS)

    async def command(self, command: CommandIn, phone: str) -> CommandOut:
        """Give a command to the game.

        Raises:
            GameAwayError: it is not there, or does not answer.
        """
        writer = self._writer
        if writer is None:
            raise GameAwayError
        answer = self._waiting.get(command.id)
        if answer is None:
            answer = self._waiting[command.id] = asyncio.get_running_loop().create_future()
        self.send({"kind": "command", "phone": phone, **command.model_dump()})
        try:
            return await asyncio.wait_for(asyncio.shield(answer), ANSWER_SECONDS)
        except TimeoutError:
            raise GameAwayError from None
        finally:
            if self._waiting.get(command.id) is answer:
                del self._waiting[command.id]

    def send(self, message: Json) -> None:
        """A message to the game, if it is there."""
        if self._writer is not None:
            with suppress(OSError, RuntimeError):
                self._writer.write(line(message))

    async def _once(self, address: LinkAddress | None) -> None:
        if address is None:
            return
        reader, writer = await asyncio.open_connection(HOST, address.port, limit=LINE_LIMIT)
        try:
            await asyncio.wait_for(_prove(reader, writer, address.key), _PROOF_SECONDS)
            self._writer = writer
            self._told("connected")
            while text := await reader.readline():
                self._hear(read(text))
        finally:
            self._writer = None
            writer.close()

    def _hear(self, message: Json) -> None:
        match message:
            case {"kind": "judge", "number": int(number), "event": str(event), "data": str(data)}:
                self._desk.tell(number, event, data)
            case {"kind": "hall"}:
                self._to_hall(message)
            case {"kind": "time", "now": float(now)}:
                self._desk.tick(now)
                self._to_hall(message)
            case {"kind": "begin", "epoch": str(epoch), "hall_epoch": str(hall_epoch)}:
                self._begin(epoch, hall_epoch)
            case {"kind": "answer", "id": str(identity), "data": str(data)}:
                self._answer(identity, data)
            case {"kind": "pair" | "cut_off" as asked}:
                self._told(asked)

    def _begin(self, epoch: str, hall_epoch: str) -> None:
        """The game's process is another one, unless only the link was lost."""
        if epoch != self._desk.feed.epoch:
            self._desk.begin(epoch)
            self._to_hall({"kind": "begin", "epoch": hall_epoch})

    def _answer(self, identity: str, data: str) -> None:
        waiting = self._waiting.get(identity)
        if waiting is not None and not waiting.done():
            waiting.set_result(CommandOut.model_validate_json(data))


async def _prove(reader: StreamReader, writer: StreamWriter, key: bytes) -> None:
    """Both sides show that they know the key.

    Raises:
        ValueError: the other side does not.
    """
    theirs, own = str(read(await reader.readline()).get("nonce")), new_nonce()
    writer.write(line({"nonce": own, "proof": proof(key, "console", theirs, own)}))
    if not is_proof(read(await reader.readline()).get("proof"), key, "game", theirs, own):
        raise ValueError("no proof")
