"""File names made from Russian phrases, in plain ASCII (old Windows paths and archives are safe with them)."""

_LETTERS = {
    "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ё": "yo", "ж": "zh", "з": "z", "и": "i", "й": "y",
    "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f",
    "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ы": "y", "ь": "", "э": "e", "ю": "yu",
    "я": "ya", " ": "-",
}  # fmt: skip


def file_stem(text: str) -> str:
    """`я выставляю пятого` -> `ya-vystavlyayu-pyatogo`."""
    return "".join(_LETTERS[letter] for letter in text)
