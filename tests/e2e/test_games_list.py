"""The list of earlier games on the host's phone."""

from dataclasses import replace

from playwright.sync_api import expect

from tests.e2e.test_accessibility import broken
from tests.web.script import opening
from tests.web.shelf import Shelf


def test_a_host_mends_the_names_of_an_old_game_and_deletes_one_with_two_taps_and_a_guest_can_neither(
    table, visit, tmp_path
):
    shelf, gone = Shelf(tmp_path), []
    shelf.entries = {at: replace(entry, result="green") for at, entry in shelf.entries.items()}
    served = table(opening(), games=shelf, rename=shelf.rename, forget=gone.append)
    guest = visit(served, "games", live=False)
    expect(guest.locator(".games li")).to_have_count(3)
    expect(guest.get_by_role("button")).to_have_count(0)
    host = visit(served, "#host=123456", bypass_csp=True)
    expect(host.locator("#bar")).to_be_visible()
    host.goto(f"{served.address}games")
    delete, mend = (host.get_by_role("button", name=f"{name}: 2") for name in ("Delete", "Mend names"))
    expect(delete).to_be_visible()
    ends = delete.bounding_box()["x"] + delete.bounding_box()["width"]
    assert mend.bounding_box()["x"] - ends >= 8, "two buttons do not run into one word"
    host.get_by_role("button", name="Mend names: 1").click()
    expect(host.locator(".naming input").first).to_have_value("North")
    assert broken(host) == []
    host.locator(".naming input").first.fill("Grandma")
    host.get_by_role("button", name="Keep").click()
    expect(host.locator("[data-game='1'] .player").first).to_have_text("Grandma")
    guest.goto(f"{served.address}games/1#7")
    expect(guest.locator("#now .just")).to_contain_text("Grandma placed a chip")
    host.clock.install()  # the second tap comes within its seconds, however busy the machine is
    delete.click()
    assert gone == []
    delete.click()
    expect(host.locator("#said")).to_have_text("Game 2 is deleted.")
    expect(host.locator(".games li")).to_have_count(2)
    assert gone == [2]
