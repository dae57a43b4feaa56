"""Whatever happens to the line, two seconds later no page differs from the record."""

from tests.often import cases, tries
from tests.reconnects import disturb


@cases("tabs", [3, 1], quick=1)
def test_no_page_differs_from_the_record_two_seconds_after_anything_that_went_wrong(browser, tabs):
    found = disturb(browser, seed=37 + tabs, disturbances=tries(30), tabs=tabs)
    assert found["wrong"] == ""
    assert set(found["done"]) == {"snap", "sleep", "offline", "restart", "tab"}
    assert found["streams"] == found["languages"]
