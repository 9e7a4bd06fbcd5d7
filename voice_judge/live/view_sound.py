"""The microphone of a view in words, and its level as a bar."""

from voice_judge.live.view import Listening, Sound

_LISTENING = {
    Listening.ON: "слушает",
    Listening.SPEAKING: "молчит: говорит судья",
    Listening.NIGHT: "ночью выключен",
    Listening.LOST: "ПОТЕРЯН — игра на клавишах",
    Listening.NONE: "нет — игра на клавишах",
}
QUIET_DB, LOUD_DB = -45.0, -3.0


def microphone_text(sound: Sound, *, talking: bool = False) -> str:
    """What the microphone does, with the device's name and whatever is wrong."""
    talk = talking and sound.listening is Listening.NIGHT
    parts = ["слушает, пока включён ключ" if talk else _LISTENING[sound.listening]]
    if sound.device and sound.listening is not Listening.NONE:
        parts.append(sound.device)
    if sound.listening is Listening.ON and sound.clipping:
        parts.append("ПЕРЕГРУЗКА: убавьте микрофон")
    if sound.overflows:
        parts.append(f"потерь звука: {sound.overflows}")
    return " · ".join(parts)


def level_text(sound: Sound, width: int = 10) -> str:
    """The level as a bar; nothing while the microphone does not listen, so that at night nothing follows a key."""
    if sound.listening is not Listening.ON:
        return ""
    span = (sound.level - QUIET_DB) / (LOUD_DB - QUIET_DB)
    filled = round(width * max(0.0, min(1.0, span)))
    return "■" * filled + "·" * (width - filled)


def is_amiss(sound: Sound) -> bool:
    """The microphone needs the judge's eye."""
    return sound.listening in (Listening.LOST, Listening.NONE) or (sound.listening is Listening.ON and sound.clipping)
