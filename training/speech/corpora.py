"""Everything that the model is trained on and measured on: the sources, and the list of their utterances."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from training.lexicon.vocabulary import frequent_words
from training.speech.foreign import ForeignTalk
from training.speech.human import Asterisk, Festvox, KLettres, TuxPaint
from training.speech.joined import Joined
from training.speech.ktuberling import KTuberling
from training.speech.nobody import Nobody
from training.speech.retro import RetroVoices
from training.speech.rhvoice import EVALUATION_VOICE, RHVoiceCorpus
from training.speech.rhvoice_debian import RHVoiceAmounts, RHVoiceVoices
from training.speech.strangers import recordings as strangers
from training.speech.synthesis import VARIANTS, EspeakVoices, FestivalVoice
from training.speech.texts import make_texts
from training.speech.utterance import Source, Utterance
from voice_judge.errors import UserError
from voice_judge.grammar import load_grammars

TERMS = frozenset(
    {
        *("GPL-2.0-or-later", "GPL-3.0-or-later", "GPL-3.0-only", "LGPL-2.1-or-later"),
        *("CC-BY-3.0", "CC-BY-SA-4.0", "BSD-like", "MIT"),
    }
)
"""The terms of recordings that a model under version 3 of the GPL may be trained on."""


@dataclass(frozen=True, slots=True)
class Amounts:
    """How much is taken of the sources that could give any amount."""

    espeak_each: int = 60  # texts of each of the variants
    espeak_variants: int = len(VARIANTS)
    festival: int = 2500  # texts
    retro: int = 500  # texts of either voice
    rhvoice: RHVoiceAmounts = field(default_factory=RHVoiceAmounts)
    joined: int = 400  # sequences of each source
    foreign_every: int = 12  # titles of other languages: each so many-th
    nobody: int = 1200  # recordings without a word
    people: bool = True  # and everything else that is not espeak-ng


def sources(work: Path, rhvoice: Path | None, amounts: Amounts | None = None) -> tuple[Source, ...]:
    """What the model is trained on; `rhvoice` is the folder of one more corpus rendered by RHVoice, or None.

    Raises:
        UserError: a source of texts cannot be fetched.
    """
    amounts = amounts or Amounts()
    texts = make_texts(load_grammars(), frequent_words(), work)
    found: list[Source] = [EspeakVoices(texts, amounts.espeak_each, VARIANTS[: amounts.espeak_variants])]
    if not amounts.people:
        return tuple(found)
    people: list[Source] = [Festvox(), Asterisk(), TuxPaint(), KLettres(), KTuberling()]
    joined = [Joined(source, amounts.joined) for source in people[1:3]]
    found += [*people, *joined, ForeignTalk(amounts.foreign_every), FestivalVoice(texts, amounts.festival)]
    found += [RetroVoices(texts, amounts.retro), Nobody(amounts.nobody, (ForeignTalk(every=1), Festvox()))]
    corpus = [RHVoiceCorpus(rhvoice)] if rhvoice else []
    said = frozenset(utterance.text for each in corpus for utterance in each.utterances(work))
    return (*found, *corpus, RHVoiceVoices(texts, amounts.rhvoice, said))


def utterances(wanted: Iterable[Source], work: Path) -> tuple[Utterance, ...]:
    """The utterances of `wanted`, source by source; what is missing in `work` is fetched or made.

    Raises:
        UserError: a source cannot be had, two utterances have the same id, or the terms of one do not allow training.
    """
    found = tuple(utterance for source in wanted for utterance in source.utterances(work))
    for utterance in found:
        if utterance.licence not in TERMS:
            terms = utterance.licence or "условия не названы"
            raise UserError(f"На записи {utterance.id} учить нельзя: {terms}. Можно: {', '.join(sorted(TERMS))}.")
    if len({utterance.id for utterance in found}) < len(found):
        raise UserError("Две записи для обучения названы одинаково: проверьте списки источников.")
    return found


def background(work: Path, utterances: Iterable[Utterance], amounts: Amounts | None = None) -> tuple[Utterance, ...]:
    """Whose talk may be heard behind others: people of nine languages and festvox's man.

    Nobody on whom the model is measured when left out. In a trial run without people: some of `utterances`.

    Raises:
        UserError: a source cannot be fetched.
    """
    if amounts and not amounts.people:
        return tuple(utterances)[:: len(VARIANTS)]
    return (*ForeignTalk(every=40).utterances(work), *Festvox().utterances(work)[::16])


def evaluation_sets(work: Path, rhvoice: Path | None) -> dict[str, tuple[Utterance, ...]]:
    """What word errors are counted on, by name: strangers to a model that was trained without the voice.

    `strangers` (voices of RHVoice that are never trained on), `irina` (nor is this; only with the RHVoice corpus),
    `tuxpaint` and `asterisk` (leave-one-speaker-out: trained on by the model itself, but not by one that was trained
    without this voice).
    """
    sets = {source.voice: source.utterances(work) for source in (TuxPaint(), Asterisk())}
    sets["strangers"] = strangers(work)
    if rhvoice:
        sets[EVALUATION_VOICE] = RHVoiceCorpus(rhvoice, frozenset({EVALUATION_VOICE})).utterances(work)
    return sets
