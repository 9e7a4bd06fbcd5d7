"""Which device a name means."""

import pytest

from voice_judge.errors import UserError
from voice_judge.speech.devices import Device, candidates, find


def device(
    name: str, api: str = "Windows WASAPI", label: str = "", default: bool = False, echo: bool = False
) -> Device:
    return Device(name, api, 1, 48_000, label, default, echo)


LAPTOP = device("Микрофон (Realtek High Definition Audio)", default=True)
WINDOWS = (
    device("Микрофон (Realtek High Definit", "MME", default=True),  # MME cuts at 31 characters
    device("Микрофон (USB PnP Sound Device)", "MME"),
    LAPTOP,
    device("Микрофон (USB PnP Sound Device)"),
    device("Микрофон (USB PnP Sound Device)", "Windows DirectSound"),
)
ALSA = (device("USB PnP Sound Device: Audio (hw:2,0)", "ALSA"), device("HDA Intel PCH: ALC257 Analog (hw:0,0)", "ALSA"))
PULSE = (
    device("alsa_input.usb-Jabra_SPEAK-00.mono", "PulseAudio", "Jabra Speak Mono"),
    device("alsa_output.pci.analog.monitor", "PulseAudio", "Monitor of Built-in Audio", default=True, echo=True),
    device("alsa_input.pci.analog", "PulseAudio", "Built-in Audio Analog"),
)

MEANT = [
    (None, WINDOWS, "Windows WASAPI: Микрофон (Realtek High Definition Audio)"),
    ("MME: Микрофон (USB PnP Sound Device)", WINDOWS, "MME: Микрофон (USB PnP Sound Device)"),
    ("Микрофон (USB PnP Sound Device)", WINDOWS, "Windows WASAPI: Микрофон (USB PnP Sound Device)"),
    ("usb pnp", WINDOWS, "Windows WASAPI: Микрофон (USB PnP Sound Device)"),
    ("MME: Микрофон (Realtek High Definition Audio)", WINDOWS, "MME: Микрофон (Realtek High Definit"),
    ("ALSA: USB PnP Sound Device: Audio (hw:1,0)", ALSA, "ALSA: USB PnP Sound Device: Audio (hw:2,0)"),
    ("USB PnP Sound Device: Audio (hw:7,0)", ALSA, "ALSA: USB PnP Sound Device: Audio (hw:2,0)"),
    ("Jabra Speak Mono", PULSE, "PulseAudio: alsa_input.usb-Jabra_SPEAK-00.mono"),
    ("PulseAudio: Jabra Speak Mono", PULSE, "PulseAudio: alsa_input.usb-Jabra_SPEAK-00.mono"),
    ("PulseAudio: jabra", PULSE, "PulseAudio: alsa_input.usb-Jabra_SPEAK-00.mono"),
    ("MME: usb", WINDOWS, "MME: Микрофон (USB PnP Sound Device)"),
    ("jabra", PULSE, "PulseAudio: alsa_input.usb-Jabra_SPEAK-00.mono"),
    ("Monitor of Built-in Audio", PULSE, "PulseAudio: alsa_output.pci.analog.monitor"),  # asked for by name
    (None, PULSE[1:], "PulseAudio: alsa_input.pci.analog"),  # the default is our own loudspeaker's echo
    ("pulse", PULSE[1:], "PulseAudio: alsa_input.pci.analog"),
    ("default", PULSE[1:], "PulseAudio: alsa_input.pci.analog"),
]


@pytest.mark.parametrize(("wanted", "there", "key"), MEANT)
def test_it_means(wanted: str | None, there: tuple[Device, ...], key: str) -> None:
    assert find(wanted, there).key == key


UNCLEAR = [
    ("Jabra", WINDOWS, "такого устройства нет"),
    ("Микрофон", WINDOWS, "назовите точнее"),
    ("", ALSA, "назовите точнее"),
    ("ALSA: jabra", PULSE, "такого устройства нет"),
    ("Windows WASAPI: Микрофон (Lapel)", WINDOWS, "такого устройства нет"),
    (None, (), "Не найден микрофон"),
    (None, PULSE[1:2], "Не найден микрофон"),  # nothing but an echo
]


@pytest.mark.parametrize(("wanted", "there", "says"), UNCLEAR)
def test_it_says_what_there_is(wanted: str | None, there: tuple[Device, ...], says: str) -> None:
    with pytest.raises(UserError, match=says) as error:
        find(wanted, there)
    assert all(one.title in str(error.value) for one in there)


def test_a_device_of_another_host_api_is_not_taken_for_the_one_that_was_chosen() -> None:
    assert candidates("Windows WASAPI: Микрофон (USB PnP Sound Device)", WINDOWS[:2]) == ()
