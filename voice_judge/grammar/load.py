"""Reading grammars/: files to compiled phases."""

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from voice_judge.grammar.answers import load_answers
from voice_judge.grammar.checks import check
from voice_judge.grammar.grammars import Grammars
from voice_judge.grammar.guards import Guard, Links, Turn, by_word
from voice_judge.grammar.phase_rules import GUARDS, IntentRule, Numbers, PhaseRules
from voice_judge.grammar.problems import GrammarError, did_you_mean
from voice_judge.grammar.schema import GrammarFileSpec, GuardSpec, IntentSpec, NumbersSpec
from voice_judge.grammar.templates import Place, TemplateCompiler, WordList
from voice_judge.grammar.words import fold, normalize
from voice_judge.grammar.yaml_file import YamlFile
from voice_judge.resources import resource

ANSWERS_FILE = "answers.yaml"
FILLERS_FILES = ("confusables.txt", "fillers.txt")

LINKED_REACH = 2
"""«не думаю, что я выставляю ...»: words that a guard looks at before «что», when its file says nothing else."""

Source = tuple[YamlFile, GrammarFileSpec]


def load_grammars(
    directory: Path | None = None,
    handlers: Iterable[str] | None = None,
    required_answers: Iterable[str] | Mapping[str, Iterable[str]] = (),
    phases: Collection[str] | None = None,
) -> Grammars:
    """Read and check every file of `directory` (default: the grammars that come with the program).

    `handlers`: the intents that the caller can handle; any other in the files is an error.
    `required_answers`: the answers that the caller asks for; as a mapping also the values each of them may use, and
    then there may be no others.
    `phases`: the phases of a game; any other in the files, or as a file's name, is an error.

    Raises:
        GrammarError: the first thing that is wrong, with file and line.
    """
    folder = resource("grammars") if directory is None else directory
    if not folder.is_dir():
        raise GrammarError("нет такой папки с грамматиками", folder)
    sources = _read(folder)
    if phases is not None:
        for file, spec in sources:
            _in_phases(file, spec, phases)
    compiled = _Loader(sources).phases()
    answers = load_answers(folder / ANSWERS_FILE, required_answers)
    grammars = Grammars(compiled, answers, tuple(word for name in FILLERS_FILES for word in _fillers(folder / name)))
    check(grammars, sources, frozenset(handlers) if handlers is not None else None)
    return grammars


def _read(folder: Path) -> tuple[Source, ...]:
    paths = sorted(path for path in folder.glob("*.yaml") if path.name != ANSWERS_FILE)
    if not paths:
        raise GrammarError("в папке нет ни одного файла .yaml", folder)
    files = [YamlFile(path) for path in paths]
    return tuple((file, file.validate(GrammarFileSpec)) for file in files)


def _in_phases(file: YamlFile, spec: GrammarFileSpec, known: Collection[str]) -> None:
    for number, phase in enumerate(spec.phases or ()):
        if phase not in known:
            raise file.error(f"неизвестная фаза «{phase}»{did_you_mean(phase, known)}", "phases", number)
    name = file.path.stem
    if not spec.phases and (spec.intents or spec.never) and name not in known:
        message = f"нет поля phases, а имя файла «{name}» - не фаза{did_you_mean(name, known)}"
        raise file.error(message, "intents" if spec.intents else "never")


def _fillers(path: Path) -> tuple[str, ...]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise GrammarError(f"файл не читается ({error.strerror})", path) from error
    except UnicodeDecodeError as error:
        raise GrammarError("файл не в кодировке UTF-8", path) from error
    words: list[str] = []
    for number, line in enumerate(lines, 1):
        word = line.partition("#")[0].strip().lower()
        if len(word.split()) > 1:
            raise GrammarError(f"одно слово на строку, а здесь «{word}»", path, number)
        words.extend([word] if word else [])
    return tuple(dict.fromkeys(words))


def _turns(texts: Iterable[str]) -> tuple[Turn, ...]:
    turns = (tuple(map(fold, normalize(text))) for text in texts)
    return tuple(turn for turn in turns if turn)


def _folded(words: Iterable[str]) -> frozenset[str]:
    return frozenset(map(fold, words))


class _Loader:
    """Puts together what the files define for all, then what they say in each phase."""

    def __init__(self, sources: tuple[Source, ...]) -> None:
        self._sources = sources
        self._lists = self._all_lists()
        self._compiler = TemplateCompiler(self._lists, self._all_rules())
        self._guards = self._all_guards()
        self._links = Links(
            frozenset().union(*(_folded(spec.links) for _, spec in sources)),
            tuple(turn for _, spec in sources for turn in _turns(spec.no_links)),
        )
        self._numbers = self._all_numbers()

    def phases(self) -> Mapping[str, PhaseRules]:
        intents: dict[str, list[IntentRule]] = {}
        for file, spec in self._sources:
            names = spec.phases or ([file.path.stem] if spec.intents or spec.never else [])
            rules = [self._intent(file, key, intent) for key, intent in spec.intents.items()]
            for phase in names:
                intents.setdefault(phase, []).extend(rules)
        return {phase: self._phase(phase, rules) for phase, rules in intents.items()}

    def _phase(self, phase: str, rules: list[IntentRule]) -> PhaseRules:
        return PhaseRules(phase, tuple(rules), self._lists, self._guards, self._links, self._numbers)

    def _intent(self, file: YamlFile, key: str, spec: IntentSpec) -> IntentRule:
        at = ("intents", key)
        if not spec.say and not spec.if_known:
            raise file.error(f"у намерения «{key}» нет ни одного шаблона (поле say)", *at)
        templates = [
            self._compiler.compile(text, Place(file.path, file.line(*at, kind, number)), optional=kind == "if_known")
            for kind, texts in (("say", spec.say), ("if_known", spec.if_known))
            for number, text in enumerate(texts)
        ]
        hear, decoys = (
            tuple(
                self._compiler.compile(text, Place(file.path, file.line(*at, kind, number)), optional=kind == "decoys")
                for number, text in enumerate(texts)
            )
            for kind, texts in (("hear", spec.hear), ("decoys", spec.decoys))
        )
        tests = {
            sentence: {name: tuple(value) if isinstance(value, list) else value for name, value in slots.items()}
            for sentence, slots in spec.tests.items()
        }
        return IntentRule(
            key=key, name=spec.intent or key, place=Place(file.path, file.line(*at)),
            templates=tuple(templates), hear=hear, decoys=decoys, whole=spec.whole, at_end=spec.at_end,
            further=spec.further,            trigger=_folded(spec.trigger), near=_folded(spec.near),
            not_before=_folded(spec.not_before), not_after=_folded(spec.not_after), tests=tests,
        )  # fmt: skip

    def _all_lists(self) -> dict[str, WordList]:
        found: dict[str, WordList] = {}
        for file, spec in self._sources:
            for name, values in spec.lists.items():
                if name in found:
                    raise file.error(f"список «{name}» уже есть в {found[name].place.path.name}", "lists", name)
                found[name] = WordList(name, self._forms(file, name, spec), Place(file.path, file.line("lists", name)))
                if not values:
                    raise file.error(f"список «{name}» пуст", "lists", name)
        return found

    def _forms(self, file: YamlFile, name: str, spec: GrammarFileSpec) -> dict[str, int]:
        plain = TemplateCompiler({}, {})
        forms: dict[str, int] = {}
        for number, value in enumerate(spec.lists[name]):
            place = Place(file.path, file.line("lists", name, number))
            for variant in plain.compile(value.said, place).variants:
                form = " ".join(variant)
                if forms.setdefault(form, value.meant) != value.meant:
                    raise GrammarError(f"«{form}» значит сразу два числа", place.path, place.line)
        return forms

    def _all_rules(self) -> dict[str, tuple[str, Place]]:
        found: dict[str, tuple[str, Place]] = {}
        for file, spec in self._sources:
            for name, text in spec.rules.items():
                if name in found:
                    raise file.error(f"правило «{name}» уже есть в {found[name][1].path.name}", "rules", name)
                found[name] = (text, Place(file.path, file.line("rules", name)))
        return found

    def _all_guards(self) -> tuple[Guard, ...]:
        found: dict[str, Guard] = {}
        for file, spec in self._sources:
            for key, guard in spec.guards.items():
                reason = guard.reason or key
                if reason not in GUARDS:
                    at = ("guards", key, "reason") if guard.reason else ("guards", key)
                    raise file.error(f"неизвестная причина «{reason}»{did_you_mean(reason, GUARDS)}", *at)
                found[key] = _guard(reason, guard)
        return tuple(sorted(found.values(), key=lambda guard: GUARDS.index(guard.reason)))

    def _all_numbers(self) -> Numbers:
        for file, spec in self._sources:
            if spec.numbers is not None:
                return self._compile_numbers(file, spec.numbers)
        return Numbers()

    def _compile_numbers(self, file: YamlFile, spec: NumbersSpec) -> Numbers:
        for name in (*spec.seats, spec.cardinals):
            if name not in self._lists:
                raise file.error(f"неизвестный список «{name}»{did_you_mean(name, self._lists)}", "numbers", "seats")
        seats = {fold(form): out for name in spec.seats for form, out in self._lists[name].forms.items()}
        return Numbers(
            seats=seats,
            bare=_folded(self._lists[spec.cardinals].forms),
            other=_folded(spec.other),
            counted=_folded(spec.counted),
            counted_always=_turns(spec.counted_always),
            introduced_by=_folded(spec.introduced_by),
            alternatives=_folded(spec.alternatives),
        )


def _guard(reason: str, spec: GuardSpec) -> Guard:
    return Guard(
        reason=reason,
        before=by_word(_turns(spec.before), -1),
        after=by_word(_turns(spec.after), 0),
        within=spec.within,
        linked=max(spec.within, LINKED_REACH) if spec.linked is None else spec.linked,
        unless=_turns(spec.unless),
        until=_folded(spec.until),
        heard=spec.heard,
    )
