"""A YAML file whose every value remembers its line."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from voice_judge.grammar.problems import GrammarError, did_you_mean

Model = TypeVar("Model", bound=BaseModel)

_KINDS = {
    "missing": "не хватает поля",
    "string_type": "здесь нужна строка (если это число или «да/нет», поставьте кавычки)",
    "int_type": "здесь нужно целое число",
    "bool_type": "здесь нужно true или false",
    "list_type": "здесь нужен список",
    "dict_type": "здесь нужны пары «ключ: значение»",
    "model_type": "здесь нужны пары «ключ: значение»",
}


class YamlFile:
    """One parsed file: `data` is plain Python, `line` finds where a value stands."""

    def __init__(self, path: Path) -> None:
        """Read `path`.

        Raises:
            GrammarError: not readable, not UTF-8, not YAML, or not a mapping at the top.
        """
        self.path = path
        self._tree = _parse(path)
        self.data: Any = _plain(self._tree)

    def line(self, *keys: str | int) -> int:
        """The line, from 1, of the value at `keys`; the nearest enclosing one when the path ends early."""
        node: Any = self._tree
        line = 1
        for key in keys:
            try:
                mark = node.lc.key(key) if isinstance(node, CommentedMap) else node.lc.item(key)
                line, node = mark[0] + 1, node[key]
            except (AttributeError, KeyError, IndexError, TypeError):
                break
        return line

    def error(self, message: str, *keys: str | int) -> GrammarError:
        """An error at the value at `keys`."""
        return GrammarError(message, self.path, self.line(*keys))

    def validate(self, model: type[Model]) -> Model:
        """The file as `model`.

        Raises:
            GrammarError: a field is unknown, missing or of another type; the first one is named.
        """
        try:
            return model.model_validate(self.data)
        except ValidationError as error:
            first = error.errors()[0]
            raise self._explain(model, first["type"], first["loc"], first["msg"]) from error

    def _explain(self, model: type[BaseModel], kind: str, loc: Sequence[str | int], message: str) -> GrammarError:
        # pydantic puts the name of a union's branch into the path; the file knows nothing of it
        keys = [key for key in loc if not (isinstance(key, str) and ("[" in key or key in ("str", "int")))]
        if kind == "extra_forbidden":
            field = str(keys[-1])
            return self.error(f"неизвестное поле «{field}»{did_you_mean(field, _fields(model))}", *keys)
        if kind == "missing":
            return self.error(f"не хватает поля «{keys[-1]}»", *keys[:-1])
        where = " → ".join(str(key) for key in keys)
        return self.error(f"{where}: {_KINDS.get(kind, message)}", *keys)


def _parse(path: Path) -> Any:
    try:
        tree = YAML(typ="rt").load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise GrammarError(f"файл не читается ({error.strerror})", path) from error
    except UnicodeDecodeError as error:
        raise GrammarError("файл не в кодировке UTF-8", path) from error
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 1
        raise GrammarError(f"ошибка в записи YAML: {_cause(error)}", path, line) from error
    except YAMLError as error:
        raise GrammarError(f"ошибка в записи YAML: {error}", path) from error
    if not isinstance(tree, CommentedMap):
        raise GrammarError("файл пуст или не состоит из пар «ключ: значение»", path)
    return tree


def _cause(error: MarkedYAMLError) -> str:
    repeated = re.search(r'duplicate key "(.+?)"', str(error.problem))
    if repeated:
        return f"ключ повторяется: {repeated[1]}"
    return str(error.problem or error.context or "непонятная строка")


def _plain(node: Any) -> Any:
    if isinstance(node, CommentedMap):
        return {key: _plain(value) for key, value in node.items()}
    if isinstance(node, CommentedSeq):
        return [_plain(value) for value in node]
    return node


def _fields(model: type[BaseModel]) -> set[str]:
    """Every field name of `model` and of the models inside it."""
    found: set[str] = set()
    for definition in (model.model_json_schema(), *model.model_json_schema().get("$defs", {}).values()):
        found |= set(definition.get("properties", {}))
    return found
