"""A clip through the loudspeaker."""

from voice_judge.errors import UserError
from voice_judge.speech.audio import SAMPLE_RATE, Samples


def play_clip(clip: Samples) -> None:
    """Play to the end.

    Raises:
        UserError: there is no loudspeaker here, or it does not take the sound.
    """
    try:
        import sounddevice  # noqa: PLC0415  (a machine without PortAudio can still write clips)

        sounddevice.play(clip, SAMPLE_RATE)
        sounddevice.wait()
    except Exception as error:  # PortAudio's own errors, and OSError where its library is missing
        raise UserError(f"не проигрывается: {error}. Запишите в файл: --out спор.wav") from None
