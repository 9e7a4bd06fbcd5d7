"""The official models that can be fetched by name: models/catalogue.toml."""

import tomllib
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from voice_judge.errors import UserError
from voice_judge.resources import resource

FILE = "catalogue.toml"


class OfficialModel(BaseModel):
    """A model as its makers publish it; `size` in bytes, rounded; `sha256` of the archive where it is published."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    size: int
    note: str
    sha256: str | None = None


class Catalogue(BaseModel):
    """All of them; an archive's address is `base`/NAME.zip."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    base: str
    models: tuple[OfficialModel, ...] = Field(alias="model", default=())

    def find(self, name: str) -> OfficialModel | None:
        """The model of that name, with or without `.zip`."""
        return next((model for model in self.models if model.name == name.removesuffix(".zip")), None)

    def address(self, model: OfficialModel, mirror: str | None = None) -> str:
        """Where the archive is; `mirror`: another folder with the same files."""
        return f"{(mirror or self.base).rstrip('/')}/{model.name}.zip"


def load_catalogue(path: Path | None = None) -> Catalogue:
    """The catalogue of `path`, or the one inside the program.

    Raises:
        UserError: the file is missing or wrong.
    """
    try:
        file = path or resource("models") / FILE
        return Catalogue.model_validate(tomllib.loads(file.read_text("utf-8")))
    except FileNotFoundError:
        raise UserError("Список официальных моделей не найден: переустановите voice-judge.") from None
    except (tomllib.TOMLDecodeError, ValidationError) as error:
        raise UserError(f"{file}: список моделей не прочитан: {error}") from None
