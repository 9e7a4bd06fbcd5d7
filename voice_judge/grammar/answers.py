"""The judge's answers (answers.yaml): sentences with numbers, lists and plural forms put into Russian words."""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from voice_judge.grammar.problems import did_you_mean
from voice_judge.grammar.schema import AnswersSpec
from voice_judge.grammar.yaml_file import YamlFile

_FIELD = re.compile(r"\{([a-z_]+)(?::([^{}]*))?\}")
_FEMININE = "ж"
_ONE, _FEW, _MANY = range(3)


class Answers:
    """`say("votes", votes=4)` gives «четыре голоса». Made by `load_answers`."""

    def __init__(self, spec: AnswersSpec) -> None:
        self._spec = spec

    @property
    def keys(self) -> frozenset[str]:
        """Every answer there is."""
        return frozenset(self._spec.answers)

    def say(self, key: str, **values: object) -> str:
        """The sentence `key` with `values` put in; the first letter is a capital.

        In a sentence `{seat}` is a number in words, a list («три, пять и восемь») or a text as it is, `{votes:ж}` a
        number that goes with a feminine noun, `{votes:голос|голоса|голосов}` the form of a noun for a number, or
        for the length of a list.

        Raises:
            KeyError: no such answer, or a value is missing: a fault of the calling code.
        """
        text = _FIELD.sub(lambda found: self._put(values[found[1]], found[2]), self._spec.answers[key])
        return text[:1].upper() + text[1:]

    def number(self, value: int, feminine: bool = False) -> str:
        """`value` in words, 0 to 999; others in digits."""
        words = {**self._spec.numbers, **(self._spec.feminine if feminine else {})}
        if value in words:
            return words[value]
        base = 100 if value > 100 else 10
        head, rest = value - value % base, value % base
        if head <= 0 or head not in self._spec.numbers:
            return str(value)
        return f"{self._spec.numbers[head]} {self.number(rest, feminine)}"

    def _put(self, value: object, form: str | None) -> str:
        items = value if isinstance(value, Sequence) and not isinstance(value, str) else None
        if form and "|" in form:
            return form.split("|")[plural(_count(value) if items is None else len(items))]
        if items is not None:
            return self._listed([self._put(item, form) for item in items])
        return self.number(value, feminine=form == _FEMININE) if isinstance(value, int) else str(value)

    def _listed(self, items: Sequence[str]) -> str:
        if len(items) < 2:
            return "".join(items)
        return f"{', '.join(items[:-1])} {self._spec.and_} {items[-1]}"


def _count(value: object) -> int:
    if isinstance(value, int):
        return value
    raise TypeError(f"a number is needed for a plural form, not {value!r}")


def plural(number: int) -> int:
    """Which of the three Russian forms goes with `number`: 0 «голос», 1 «голоса», 2 «голосов»."""
    ones, tens = abs(number) % 10, abs(number) % 100
    if ones == 1 and tens != 11:
        return _ONE
    return _FEW if 2 <= ones <= 4 and not 12 <= tens <= 14 else _MANY


def load_answers(path: Path, required: Iterable[str] | Mapping[str, Iterable[str]] = ()) -> Answers:
    """Read answers.yaml.

    `required` names the answers that the code asks for. As a mapping it also tells the values that each of them may
    use, and that there are no others: then `Answers.say` cannot fail for a key of it, given these values.

    Raises:
        GrammarError: the file is wrong, an answer is missing or unknown, or one uses a value or a form that does not
            exist.
    """
    file = YamlFile(path)
    spec = file.validate(AnswersSpec)
    for key in sorted(required):
        if key not in spec.answers:
            others = set(spec.answers) - set(required)
            raise file.error(f"не хватает ответа «{key}»{did_you_mean(key, others)}", "answers")
    for key, text in spec.answers.items():
        values = _values(file, key, required) if isinstance(required, Mapping) else None
        _check(file, key, text, values)
    return Answers(spec)


def _known(values: Iterable[str]) -> str:
    names = ", ".join(f"{{{name}}}" for name in sorted(values))
    return f"; здесь можно: {names}" if names else "; здесь значений нет"


def _values(file: YamlFile, key: str, required: Mapping[str, Iterable[str]]) -> set[str]:
    if key not in required:
        raise file.error(f"неизвестный ответ «{key}»{did_you_mean(key, required)}", "answers", key)
    return set(required[key])


def _check(file: YamlFile, key: str, text: str, values: set[str] | None) -> None:
    if not text.strip():
        raise file.error(f"ответ «{key}» пуст", "answers", key)
    if "{" in _FIELD.sub("", text) or "}" in _FIELD.sub("", text):
        raise file.error(f"ответ «{key}»: скобки {{ }} не сходятся или имя в них записано не так", "answers", key)
    for name, form in _FIELD.findall(text):
        if values is not None and name not in values:
            raise file.error(
                f"ответ «{key}»: неизвестное значение {{{name}}}{did_you_mean(name, values) or _known(values)}",
                "answers",
                key,
            )
        if form and form != _FEMININE and form.count("|") != 2:
            message = f"ответ «{key}»: после двоеточия нужны три формы через | или «{_FEMININE}», а не «{form}»"
            raise file.error(message, "answers", key)
