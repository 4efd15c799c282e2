"""Responses split into claims: what parts them, and what does not, in many languages."""

from __future__ import annotations

import pytest

from judge_eval.text.claims import claims

SENTENCES = {
    "English": ["Your order is late.", "It ships today!", "Is that all right?"],
    "German": ["Die Lieferung kommt am 3. Oktober.", "Sie kostet z.B. 5,50 Euro.", "Dr. Weiß hat sie bestellt."],
    "French": ["Mme. Dupont arrive « demain. Ou après » selon lui.", "C'est sûr !"],
    "Spanish": ["¿Cuándo llega?", "¡Mañana!", "Cuesta 5 aprox. según la Sra. Ruiz."],
    "Russian": ["Она родилась в 1990 г. в Москве.", "Это столица."],
    "Greek": ["Πότε έρχεται\u037e", "Έρχεται αύριο."],
    "Armenian": ["Երևանը մայրաքաղաք է։", "Այն մեծ է։"],
    "Arabic": ["القاهرة عاصمة مصر.", "هل هي كبيرة؟", "نعم."],
    "Urdu": ["لاہور ایک شہر ہے۔", "یہ بڑا ہے۔"],
    "Hebrew": ["ירושלים עיר גדולה.", "היא עתיקה."],
    "Hindi": ["दिल्ली राजधानी है।", "डॉ. सिंह वहाँ हैं।"],
    "Korean": ["서울은 수도입니다.", "큽니다."],
    "Amharic": ["አዲስ አበባ ዋና ከተማ ናት።", "ትልቅ ናት።"],
    "Burmese": ["ရန်ကုန်သည် မြို့ကြီးဖြစ်သည်။", "ကြီးသည်။"],
    "Khmer": ["ភ្នំពេញជារាជធានី។", "វាធំ។"],
}
UNSPACED = {
    "Chinese": ["北京是首都。", "人口有2100万！", "真的吗？", "是的"],
    "Chinese with ASCII stops": ["真的吗?", "是的.", "圆周率是3.14"],
    "Japanese": ["東京は首都です。", "「大きい。」と彼は言った。", "円周率は３．１４です"],
}


@pytest.mark.parametrize("language", SENTENCES)
def test_sentences_are_claims_in_every_language(language: str) -> None:
    """Each language's own stops part; abbreviations, ordinals, numbers and quotations do not."""
    assert claims(" ".join(SENTENCES[language])) == tuple(SENTENCES[language])


@pytest.mark.parametrize("language", UNSPACED)
def test_no_space_is_needed_where_a_script_has_none(language: str) -> None:
    """A full stop alone parts; one inside a number or a quotation does not, and the last may be missing."""
    assert claims("".join(UNSPACED[language])) == tuple(UNSPACED[language])


@pytest.mark.parametrize(
    ("response", "expected"),
    [
        ("東京は首都です\n人口は1400万人です", ("東京は首都です", "人口は1400万人です")),
        ("กรุงเทพเป็นเมืองหลวง มีประชากรมาก", ("กรุงเทพเป็นเมืองหลวง มีประชากรมาก",)),
        ("ราคา 5.50 บาท\nส่งวันศุกร์", ("ราคา 5.50 บาท", "ส่งวันศุกร์")),
    ],
)
def test_a_text_without_a_stop_is_not_lost(response: str, expected: tuple[str, ...]) -> None:
    """Japanese without a final stop and Thai without any: lines are claims, and nothing waits for a stop."""
    assert claims(response) == expected


@pytest.mark.parametrize(
    "whole",
    [
        "See https://example.org/a.b?c=1.2 or write to ann.lee@example.org today.",
        "J. K. Rowling met Dr. A. Smith, Ph.D. in the U.S. in 1999.",
        "It takes 3.5 to 4.25 hours, i.e. approx. 240 min. on average.",
        "Well... that depends… on version 2.0.1 of file.name.py.",
        "Call `a. B. c()` or ``x. `Y. z`` first.",
        'The sign says "Stop. Look. Listen." in red.',
        "The note (see p. 5. It is short.) explains it.",
        "Auf dem Schild steht „Halt. Sofort.“ in Rot.",
        "Na znaku jest „Stój. Zaraz.” na czerwono.",
        "No. 5 is out, so is fig. 3.",
        "42. That is what it says.",
        "👍",
    ],
)
def test_what_is_one_claim_stays_one(whole: str) -> None:
    """Addresses, initials, decimals, ellipses, code, quotations, brackets and numbers of items part nothing."""
    assert claims(whole) == (whole,)


@pytest.mark.parametrize(
    ("response", "expected"),
    [
        ("The answer is no. It never was.", ("The answer is no.", "It never was.")),
        ("It costs $5. 10 came.", ("It costs $5.", "10 came.")),
        ('She said "Go." He went.', ('She said "Go."', "He went.")),
        ("Paris is big.[1] It is old.[2][3] **So.** Yes.", ("Paris is big.[1]", "It is old.[2][3]", "**So.**", "Yes.")),
        ("Great! 👍 Thanks. 🙏", ("Great!", "👍 Thanks. 🙏")),
        ('A 5" disk. A 6" disk.', ('A 5" disk.', 'A 6" disk.')),
        (
            "An open ( bracket. " + "It never closes. " * 40 + "End.",
            ("An open ( bracket.", *["It never closes."] * 40, "End."),
        ),
    ],
)
def test_what_looks_alike_and_does_end_is_parted(response: str, expected: tuple[str, ...]) -> None:
    """A last word like an abbreviation, a number, a closed quotation, a source's number, a bracket never closed."""
    assert claims(response) == expected


def test_list_items_are_claims() -> None:
    """Bullets are marks; numbers stay, for they may be what is said; an item's second line goes with it."""
    response = (
        "You bought:\n\n- 2 apples. They are red.\n* 3 pears,\n  all ripe\n1. First, pay\n2) Then wait\n- - 5 plums"
    )
    assert claims(response) == (
        "You bought:",
        "2 apples.",
        "They are red.",
        "3 pears, all ripe",
        "1. First, pay",
        "2) Then wait",
        "5 plums",
    )


def test_table_rows_are_claims_under_their_head() -> None:
    """A row means nothing without the names of its columns; rows of marks are none."""
    table = "Sizes:\n| Name | Size |\n|---|:-:|\n| Ann | 5 |\n|  |  |\n| Bob | 6. No. |\nDone."
    head = "| Name | Size |\n|---|:-:|\n"
    assert claims(table) == ("Sizes:", f"{head}| Ann | 5 |", f"{head}| Bob | 6. No. |", "Done.")
    assert claims("a | b\n--|--") == ("a | b\n--|--",)


def test_fenced_code_is_one_claim() -> None:
    """Also in a list's item, and where the fence is never closed."""
    assert claims("Run:\n```py\nx = 1. \n\n- y\n```\nDone.") == ("Run:", "```py\nx = 1. \n\n- y\n```", "Done.")
    assert claims("- ~~~\nx. Y\n\n| a |") == ("~~~\nx. Y\n\n| a |",)


def test_lines_are_claims_unless_they_go_on() -> None:
    """A small letter, a comma or a long line without a stop goes on; another line begins something of its own."""
    wrapped = "This line was broken, as letters are, to fit on a page of paper in\nParis."
    assert claims("Name: Ann\nAge: 5") == ("Name: Ann", "Age: 5")
    assert claims("It is late,\nSorry\nand cold") == ("It is late, Sorry and cold",)
    assert claims(wrapped) == (wrapped.replace("\n", " "),)
    assert claims("# Title\nof it\n***\nText") == ("# Title", "of it", "Text")
    assert claims('{\n "a": 1\n}') == ('{ "a": 1 }',)


@pytest.mark.parametrize(("response", "expected"), [("", ()), (" \n\t", ()), ("---", ("---",)), ("- ", ("-",))])
def test_only_white_space_claims_nothing(response: str, expected: tuple[str, ...]) -> None:
    """Marks alone are all that was said, so they are the claim."""
    assert claims(response) == expected
