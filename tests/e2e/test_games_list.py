"""The list of earlier games on the host's phone."""

from playwright.sync_api import expect

from tests.e2e.test_accessibility import broken
from tests.web.script import opening
from tests.web.shelf import Shelf


def test_a_host_deletes_an_old_game_with_two_taps_and_a_guest_sees_no_button(table, visit, tmp_path):
    gone = []
    served = table(opening(), games=Shelf(tmp_path), forget=gone.append)
    guest = visit(served, "games", live=False)
    expect(guest.locator(".games li")).to_have_count(3)
    expect(guest.get_by_role("button")).to_have_count(0)
    host = visit(served, "#host=123456", bypass_csp=True)
    expect(host.locator("#bar")).to_be_visible()
    host.goto(f"{served.address}games")
    host.get_by_role("button", name="Delete: 2").click()
    assert gone == []
    assert broken(host) == []
    host.get_by_role("button", name="Delete: 2").click()
    expect(host.locator("#said")).to_have_text("Game 2 is deleted.")
    expect(host.locator(".games li")).to_have_count(2)
    assert gone == [2]
