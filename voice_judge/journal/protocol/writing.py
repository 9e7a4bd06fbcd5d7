"""A file written whole or not at all."""

from pathlib import Path

from voice_judge.errors import UserError


def write_whole(path: Path, content: bytes) -> None:
    """Write `content`; a file that was there before is replaced only by a whole new one.

    Raises:
        UserError: it cannot be written.
    """
    partial = path.with_name(path.name + ".partial")
    try:
        if path.exists() and not path.is_file():  # a device or a pipe
            path.write_bytes(content)
            return
        partial.write_bytes(content)
        partial.replace(path)
    except OSError as error:
        raise UserError(f"{path}: файл не записан: {error.strerror}") from None
