"""The list of earlier games on the host's phone."""

from dataclasses import replace

from playwright.sync_api import expect

from tests.e2e.test_accessibility import broken
from tests.web.script import opening
from tests.web.shelf import Shelf


def test_a_host_mends_the_names_of_an_old_game_and_every_page_calls_them_so(table, visit, tmp_path):
    shelf = Shelf(tmp_path)
    entries = {entry.id: replace(entry, result="green") for entry in shelf.games()}
    shelf.games = lambda: list(entries.values())

    def rename(game, names):
        words = [
            f"{seat.partition(':')[0]}:{name}" for seat, name in zip(entries[game].seats.split(), names, strict=True)
        ]
        entries[game] = replace(entries[game], seats=" ".join(words))

    served = table(opening(), games=shelf, rename=rename)
    guest = visit(served, "games", live=False)
    expect(guest.get_by_role("button")).to_have_count(0)
    host = visit(served, "#host=123456", bypass_csp=True)
    expect(host.locator("#bar")).to_be_visible()
    host.goto(f"{served.address}games")
    host.get_by_role("button", name="Mend names: 1").click()
    expect(host.locator(".naming input").first).to_have_value("North")
    assert broken(host) == []
    host.locator(".naming input").first.fill("Grandma")
    host.get_by_role("button", name="Keep").click()
    expect(host.locator("[data-game='1'] .player").first).to_have_text("Grandma")
    replay = visit(served, "games/1#7", live=False)
    expect(replay.locator("#now .just")).to_contain_text("Grandma placed a chip")


def test_a_host_deletes_an_old_game_with_two_taps_and_a_guest_sees_no_button(table, visit, tmp_path):
    gone = []
    served = table(opening(), games=Shelf(tmp_path), forget=gone.append, rename=lambda game, names: None)
    guest = visit(served, "games", live=False)
    expect(guest.locator(".games li")).to_have_count(3)
    expect(guest.get_by_role("button")).to_have_count(0)
    host = visit(served, "#host=123456", bypass_csp=True)
    expect(host.locator("#bar")).to_be_visible()
    host.goto(f"{served.address}games")
    expect(host.get_by_role("button", name="Delete: 2")).to_be_visible()
    delete = host.get_by_role("button", name="Delete: 2").bounding_box()
    mend = host.get_by_role("button", name="Mend names: 2").bounding_box()
    assert mend["x"] - delete["x"] - delete["width"] >= 8, "two buttons do not run into one word"
    assert broken(host) == []
    host.clock.install()  # the second tap comes within its seconds, however busy the machine is
    host.get_by_role("button", name="Delete: 2").click()
    assert gone == []
    host.get_by_role("button", name="Delete: 2").click()
    expect(host.locator("#said")).to_have_text("Game 2 is deleted.")
    expect(host.locator(".games li")).to_have_count(2)
    assert gone == [2]
