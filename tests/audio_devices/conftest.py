"""Real sound devices without a sound card, for every test here that asks for `pulse`."""

import sys
from collections.abc import Callable, Iterator

import pytest

from tests.audio_devices.pulse import PulseServer

if not sys.platform.startswith("linux"):
    collect_ignore_glob = ["test_pulse_*.py"]  # PulseAudio is Linux's


@pytest.fixture(scope="session")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[int, int], PulseServer]]:
    """Starts servers, and hands out the running one as long as no test has pulled a device out of it."""
    running: dict[tuple[int, int], PulseServer] = {}

    def serve(rate: int, channels: int) -> PulseServer:
        kind = (rate, channels)
        if kind in running and not running[kind].intact:
            running.pop(kind).close()
        if kind not in running:
            running[kind] = PulseServer(tmp_path_factory.mktemp("pulse"), rate, channels)
        return running[kind]

    yield serve
    for server in running.values():
        server.close()


@pytest.fixture
def pulse(servers: Callable[[int, int], PulseServer], monkeypatch: pytest.MonkeyPatch) -> PulseServer:
    """A private server with a microphone and a loudspeaker, 48 kHz stereo; children of this process find it."""
    return point_at(servers(48_000, 2), monkeypatch)


@pytest.fixture
def pulse_16k(servers: Callable[[int, int], PulseServer], monkeypatch: pytest.MonkeyPatch) -> PulseServer:
    """The same at 16 kHz mono: nothing on the way resamples."""
    return point_at(servers(16_000, 1), monkeypatch)


@pytest.fixture
def pulse_44k(servers: Callable[[int, int], PulseServer], monkeypatch: pytest.MonkeyPatch) -> PulseServer:
    """The same at 44.1 kHz stereo."""
    return point_at(servers(44_100, 2), monkeypatch)


def point_at(server: PulseServer, monkeypatch: pytest.MonkeyPatch) -> PulseServer:
    """This process's environment names the server from now on."""
    for name in ("XDG_RUNTIME_DIR", "PULSE_SERVER"):
        monkeypatch.setenv(name, server.environment[name])
    for name in ("PULSE_SINK", "PULSE_SOURCE", "ALSA_CONFIG_PATH"):
        monkeypatch.delenv(name, raising=False)
    return server
