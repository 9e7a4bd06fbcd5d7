"""The local link between a game and its pages: where it is found, who may use it, how it is written.

One JSON object a line over a socket of this computer's own address. Both sides prove that they know the key, which
lies in a file that only this user may read; the key itself never goes over the socket.
"""

import hashlib
import hmac
import json
import os
import secrets
import socket
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from voice_judge.places import data_folder

HOST = "127.0.0.1"
LINE_LIMIT = 1 << 20
"""Bytes of the longest line."""

Json = dict[str, object]


@dataclass(frozen=True, slots=True)
class LinkAddress:
    """Where a running game listens, and the key (32 bytes)."""

    port: int
    key: bytes


def address_file() -> Path:
    """Where the address of the game that runs now is kept."""
    return data_folder() / "game-link.json"


def keep_address(address: LinkAddress) -> None:
    """Write the file; only this user may read it from its first moment on."""
    path = address_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.{os.getpid()}")
    new.unlink(missing_ok=True)
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        json.dump({"port": address.port, "key": address.key.hex()}, file)
    new.replace(path)


def kept_address() -> LinkAddress | None:
    """The address of the game that runs now, or ran last; None where there is none."""
    try:
        kept = json.loads(address_file().read_text(encoding="ascii"))
        return LinkAddress(int(kept["port"]), bytes.fromhex(kept["key"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def game_listens() -> bool:
    """Whether a game runs on this computer and lets pages in."""
    address = kept_address()
    if address is None:
        return False
    with suppress(OSError), socket.create_connection((HOST, address.port), timeout=1.0):
        return True
    return False


def forget_address(address: LinkAddress) -> None:
    """Remove the file, if it is still this game's."""
    if kept_address() == address:
        with suppress(OSError):
            address_file().unlink()


def new_nonce() -> str:
    """What a side wants to have proved."""
    return secrets.token_hex(16)


def proof(key: bytes, side: str, game_nonce: str, console_nonce: str) -> str:
    """What `side` ("game" or "console") answers to both nonces."""
    return hmac.new(key, f"{side}:{game_nonce}:{console_nonce}".encode(), hashlib.sha256).hexdigest()


def is_proof(given: object, key: bytes, side: str, game_nonce: str, console_nonce: str) -> bool:
    """Whether `given` is what that side would answer."""
    return isinstance(given, str) and hmac.compare_digest(
        given.encode(), proof(key, side, game_nonce, console_nonce).encode()
    )


def line(message: Json) -> bytes:
    """A message as it goes over the socket."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def read(text: bytes) -> Json:
    """A line as a message.

    Raises:
        ValueError: it is none.
    """
    try:
        message = json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if not isinstance(message, dict):
        raise ValueError("no object")
    return message
