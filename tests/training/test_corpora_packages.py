"""The table of packages says what the code does."""

from pathlib import Path

from training.speech import packages as module
from training.speech.feature_set import FeaturePlan
from training.speech.packages import packages, table

README = Path(module.__file__).with_name("README.md")
OWN_NAMES = {
    "foreign": "tuxpaint-stamps-default (other languages)",
    "festival": "festival with festvox-ru",
    "rhvoice": "rhvoice-wrapper-bin",
    "rhvoice-debian": "rhvoice-russian",
}


def test_every_source_of_features_is_listed_as_trained_on() -> None:
    used = {package.name for package in packages() if package.used}
    for source in FeaturePlan().copies:
        name = source.removesuffix("-joined")
        assert OWN_NAMES.get(name, name) in used


def test_nothing_without_terms_is_trained_on() -> None:
    assert all(package.licence and package.why for package in packages())
    assert not [package.name for package in packages() if package.used and package.licence in ("", "various", "?")]


def test_the_readme_shows_the_list() -> None:
    assert table(packages()) in README.read_text(encoding="utf-8")
