"""The settings file of a table: what it says counts, what is wrong in it is told with its line."""

import pytest
from click.testing import CliRunner

from hardware.panel import Pins
from referee.appliance.settings import EXAMPLE, ClubSettings, Settings, read_settings, rules_mistake, settings_in
from referee.commands.appliance import appliance
from referee.refusal import Refusal


def read(tmp_path, text):
    file = tmp_path / "table.toml"
    file.write_text(text, "utf-8")
    return read_settings(file)


def test_the_example_is_a_settings_file_and_shows_every_setting(tmp_path):
    settings = read(tmp_path, EXAMPLE)
    assert settings.seats == "blue:Ada green:Ben"
    shown = read(tmp_path, EXAMPLE.replace("\n#", "\n").split("\n", 1)[1])
    assert shown.panel == Pins(lamp=(17, 27, 22), buzzer=18, stop=5, undo=6, new_game=13, new_host=19, shutdown=26)
    assert shown.voice.quiet_from == "21:30"
    assert shown.played.clock == 45
    for name in ("rules", "port", "name", "table", "data", "evidence", "volume"):
        assert name in EXAMPLE


def test_an_empty_file_is_a_table_with_a_pi_camera(tmp_path):
    assert read(tmp_path, "") == Settings()
    assert read(tmp_path, "[display]\nscreen = true\n") == Settings(), "a file of an earlier version"


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ('camera = "pi"\nprot = 80\n', 2, "Did you mean port?"),
        ('\nport = "eighty"\n', 2, "It must be a whole number"),
        ("port = 99999", 1, "1 to 65535"),
        ("clock = 2", 1, "5 to 3600"),
        ('name = "My Table!"', 1, "small letters"),
        ('[voice]\nlanguage = "fr"', 2, "en, es, da, sv"),
        ('[voice]\nquiet_from = "25:00"', 2, "time of day"),
        ("[voice]\n\nvolume = 200", 3, "100 per cent"),
        ("[panel]\nstop = 5\nundo = 5", 1, "pin 5"),
        ("[panel]\nstop = 40", 1, "GPIO27"),
        ("[panel]\nlamp = 17", 2, "It must be a list, as: lamp = [17, 27, 22]."),
        ("[panel]\nlamp = [17]", 2, "`panel.lamp` is a list of 1. It must be a list of 3, as: lamp = [17, 27, 22]."),
        ('allow_hosts = "club.example"', 1, 'It must be a list, as: allow_hosts = ["club.example"].'),
        ('allow_hosts = ["http://x/"]', 1, "cannot be 'http://x/'. It is a name without http://"),
        ("[voice]\nquiet_from = 21:30:00", 2, 'is a time. It must be text in quotes, as: quiet_from = "21:30".'),
        ('data = ""', 1, "It is a folder, as /var/lib/sequence-referee"),
        ('[club]\nlink = "http://club.local:8090/"', 2, "as its hub printed it: http://club.local:8090/#join=CODE"),
        ("[panel]\nstpo = 17", 2, "Did you mean stop?"),
        ('on_fault = "shout"', 1, "ask, stand, strict"),
        ('camera = "pi', 1, "camera ="),
        ("camera = pi", 1, "camera ="),
        ("voice = 3", 1, "It must be a section, as: [voice]."),
    ],
)
def test_a_mistake_is_told_with_its_line_and_what_was_expected(tmp_path, text, line, said):
    with pytest.raises(Refusal) as refused:
        read(tmp_path, text)
    assert f"table.toml, line {line}:" in refused.value.reason
    assert said in str(refused.value)
    assert "$" not in str(refused.value)


@pytest.mark.parametrize(
    ("written", "encoding"),
    [
        ('\ufeffcamera = "usb:1"\nport = 8081\n', "utf-8"),
        ('\ufeffcamera = "usb:1"\r\nport = 8081\r\n', "utf-16-le"),
        ('camera\xa0= "usb:1"\u200b\rport\u3000＝ ８０８１\x85', "utf-8"),
    ],
)
def test_a_file_from_any_editor_is_read_as_it_was_meant(tmp_path, written, encoding):
    file = tmp_path / "table.toml"
    file.write_bytes(written.encode(encoding))
    assert (read_settings(file).camera, read_settings(file).port) == ("usb:1", 8081)
    assert settings_in(file) == (read_settings(file), None)


def test_a_sign_that_no_settings_file_has_is_named_where_it_stands(tmp_path):
    file = tmp_path / "table.toml"
    file.write_text("port = 8081\ncamera = “pi”\n", "utf-8")
    with pytest.raises(Refusal) as refused:
        read_settings(file)
    assert "line 2" in refused.value.reason
    assert "column 10: U+201C LEFT DOUBLE QUOTATION MARK" in refused.value.reason
    file.write_bytes('name = "Küche"\n'.encode("latin-1"))
    with pytest.raises(Refusal, match=r"line 1.*column 10: byte FC is no text in UTF-8\. Save the file as UTF-8"):
        read_settings(file)


def test_a_file_that_is_not_there_or_no_text_says_how_to_begin(tmp_path):
    with pytest.raises(Refusal, match="--example"):
        read_settings(tmp_path / "none.toml")
    (tmp_path / "odd.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(Refusal, match="UTF-8"):
        read_settings(tmp_path / "odd.toml")


@pytest.mark.parametrize(
    ("text", "used"),
    [
        ('port = 81\ncamera = "usb:0"\nprot = 80\n', Settings(port=81, camera="usb:0")),
        ('port = 81\ncamera = usb\nname = "club"\n', Settings(port=81)),
        (
            'port = 81\n[voice]\nvolume = 200\n[club]\ntable = "Ash"\n',
            Settings(port=81, club=ClubSettings(table="Ash")),
        ),
        ("", Settings()),
    ],
)
def test_of_a_file_with_mistakes_what_is_in_order_counts_so_that_the_table_can_say_what_is_wrong(tmp_path, text, used):
    file = tmp_path / "table.toml"
    file.write_text(text)
    assert settings_in(file)[0] == used


def test_what_the_rule_book_does_not_allow_is_told_with_the_line_it_stands_in(tmp_path):
    file = tmp_path / "table.toml"
    mistakes = {'\nseats = "blue pink"': 2, 'edition = "poker"': 1, 'port = 80\n\nrules = "cheating=yes"': 3}
    for text, line in mistakes.items():
        file.write_text(text)
        assert f"table.toml, line {line}: " in rules_mistake(file, read_settings(file)).reason
    file.write_text('edition = "european"')
    assert rules_mistake(file, read_settings(file)) is None


def test_what_cannot_be_played_is_told_with_its_line_when_a_file_is_checked(tmp_path):
    file = tmp_path / "table.toml"
    file.write_text(f'table = "{tmp_path}"\nedition = "clasic"\n')
    checked = CliRunner().invoke(appliance, ["--settings", str(file), "--check"], standalone_mode=False)
    assert f"{file}, line 2: there is no edition" in str(checked.exception)
    assert "Did you mean classic? `referee editions` shows" in str(checked.exception)
