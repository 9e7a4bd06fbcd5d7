"""Every row of the table of cases A1-G14, and that none is left out."""

import pytest

from tests.rules.case import Case
from tests.rules.cases_a_b import A, B
from tests.rules.cases_c_d import C, D
from tests.rules.cases_e import E
from tests.rules.cases_f_g import F, G

CASES = [*A, *B, *C, *D, *E, *F, *G]
ROWS = {"A": 12, "B": 17, "C": 23, "D": 18, "E": 21, "F": 29, "G": 14}


@pytest.mark.parametrize("case", CASES, ids=[f"{case.id}: {case.situation}" for case in CASES])
def test_case(case: Case) -> None:
    case.run()


def test_no_row_is_left_out() -> None:
    rows = {f"{letter}{number}" for letter, count in ROWS.items() for number in range(1, count + 1)}
    assert {case.id for case in CASES} == rows
