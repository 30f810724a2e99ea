"""Box files: mistakes are refused with file, entry, field and reason."""

import re
import tomllib

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import cogtable
from cogtable import BadBox
from cogtable.engine.boxes.box import column, count, derived, named, read_box, text
from cogtable.engine.boxes.toml_lines import lines_of
from cogtable.engine.records.state import Int8, Int16, Int64, Tables

SPLENDOR = cogtable.game("splendor")
TEXT = SPLENDOR.box_file.read_text(encoding="utf-8")
WITHOUT_CARDS = re.sub(r"(?s)cards = \[.*?\n\]\n", "", TEXT)
FIRST = '{level = 1, bonus = "white", points = 0, cost = {red = 2, black = 1}}'


def refusal(tmp_path, text):
    """Returns the error for a box file without the file's name, which must come first, and the line."""
    path = tmp_path / "mine.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(BadBox) as caught:
        SPLENDOR.with_box(path)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    return re.sub(r"^line \d+: ", "", message.removeprefix(f"{path}: "))


def card(**changed):
    """Returns the file with the first card changed; a field that is None is omitted."""
    fields = {"level": "1", "bonus": '"white"', "points": "0", "cost": "{red = 2, black = 1}", **changed}
    entry = ", ".join(f"{name} = {value}" for name, value in fields.items() if value is not None)
    return TEXT.replace(FIRST, "{" + entry + "}")


def top(line, instead):
    """Returns the file with one line changed."""
    changed = re.sub(rf"^{line}.*$", instead, TEXT, count=1, flags=re.MULTILINE)
    assert changed != TEXT
    return changed


@pytest.mark.parametrize(("text", "reason"), [
    (card(level="4"), "cards 1: level: 4 is out of range; expected 1 to 3"),
    (card(level="0"), "cards 1: level: 0 is out of range; expected 1 to 3"),
    (card(level='"one"'), "cards 1: level: expected a whole number; found 'one'"),
    (card(level="1.0"), "cards 1: level: expected a whole number; found 1.0"),
    (card(level="true"), "cards 1: level: expected a whole number; found True"),
    (card(level=None), "cards 1: level: is missing"),
    (card(bonus='"pink"'), 'cards 1: bonus: "pink" is not known; expected one of white, blue, green, red, black'),
    (card(bonus="5"), "cards 1: bonus: expected one of white, blue, green, red, black; found 5"),
    (card(bonus="0"), "cards 1: bonus: expected one of white, blue, green, red, black; found 0"),
    (card(cost='["red", 0, 0, 0, 0]'), "cards 1: cost[0]: expected a whole number; found 'red'"),
    (card(bonus="1.5"), "cards 1: bonus: expected one of white, blue, green, red, black; found 1.5"),
    (card(points="-1"), "cards 1: points: -1 is out of range; expected 0 to 20"),
    (card(points="99999999999999999999"), "cards 1: points: 99999999999999999999 is out of range; expected 0 to 20"),
    (card(cost="3"), "cards 1: cost: expected a table of white, blue, green, red, black; found 3"),
    (card(cost="{pink = 1}"), 'cards 1: cost: "pink" is not known; expected white, blue, green, red, black'),
    (card(cost="{red = 21}"), "cards 1: cost.red: 21 is out of range; expected 0 to 20"),
    (card(cost="{red = {}}"), "cards 1: cost.red: expected a whole number; found {}"),
    (card(cost="[1, 2]"), "cards 1: cost: expected 5 values; found 2"),
    (card(cost="[1, 2, 3, 4, 21]"), "cards 1: cost[4]: 21 is out of range; expected 0 to 20"),
    (card(name='"Mine"', level="9"), 'cards 1 "Mine": level: 9 is out of range; expected 1 to 3'),
    (card(colour="1"), "cards 1: colour: is not known; expected bonus, copies, cost, level, name, points"),
    (card(copies="40"), "cards: expected 12 to 120 entries; found 129"),
    (card(copies="121"), "cards 1: copies: expected 0 to 120; found 121"),
    (card(copies="-1"), "cards 1: copies: expected 0 to 120; found -1"),
    (card(copies="true"), "cards 1: copies: expected 0 to 120; found True"),
    (card(copies='"two"'), "cards 1: copies: expected 0 to 120; found 'two'"),
    (top("gold", "gold = 5\ncopies = 2"), "copies: is not known; expected cards,"),
    (f"# {'x' * 300_000}", "is too long: expected at most 262144 bytes"),
    (card(level="2"), "cards: expected all of level 1 first, then level 2, then level 3; found another order"),
    (TEXT.replace("level = 3", "level = 2"), "cards: expected at least 4 of level 3; found 0"),
    (top("gold", ""), "gold: is missing"),
    (top("gold", "golden = 5"), "golden: is not known; did you mean gold? There are cards, designed, game, gems,"),
    (top("gold", "gold = 5\nsilver = 1"), "silver: is not known; expected cards, designed, game, gems, gold, nobles,"),
    (top("gems", "gems = [4, 5, 7]"), "gems: expected 5 values; found 3"),
    (top("gems", "gems = 4"), "gems: expected a list of 5; found 4"),
    (top("game", 'game = "chess"'), "game: expected \"splendor\"; found 'chess'"),
    (top("game", ""), 'game: expected "splendor"; it is missing'),
    (top("title", "title = 3"), "title: expected words in quotes; found 3"),
    (top("designed", 'designed = "no"'), "designed: expected true or false; found 'no'"),
    (top("gold", "gold = = 5"), "is not TOML: Invalid value (at line"),
    (b'game = "\xff"', "is not text in UTF-8: found 0xff at byte 9; save the file"),
    (top("gold", f"gold = {'9' * 5000}"), "is not TOML: Exceeds the limit (4300 digits)"),
    (top("gold", f"gold = {'[' * 5000}"), "is not TOML: its lists or tables are nested too deeply"),
    ("cards = 3\n" + WITHOUT_CARDS, "cards: expected 12 to 120 entries, each a table; found int"),
    (WITHOUT_CARDS, "cards: is missing; expected 12 to 120 entries"),
])  # fmt: skip
def test_invalid_values_are_refused(tmp_path, text, reason):
    assert refusal(tmp_path, text).startswith(reason)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(BadBox, match=r"none\.toml: cannot be read: No such file or directory"):
        SPLENDOR.with_box(tmp_path / "none.toml")


def test_a_game_can_be_loaded_with_a_custom_box(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(card(cost="{white = 9}").replace("designed = false", "designed = true"))
    mine = cogtable.game("splendor", path)
    assert mine.box.record.cost[0].tolist() == [9, 0, 0, 0, 0]
    assert mine.box.designed
    assert mine.box.digest != SPLENDOR.box.digest
    assert SPLENDOR.box.record.cost[0].tolist() == [0, 0, 0, 2, 1]


def test_names_of_entries_are_kept():
    assert cogtable.game("tiny").box.names["cards"][:2] == ("ant", "bee")


def test_the_digest_depends_on_the_values_not_on_the_text(tmp_path):
    path = tmp_path / "same.toml"
    path.write_text("# a remark\n" + card(cost="[0, 0, 0, 2, 1]"))
    assert SPLENDOR.with_box(path).box.digest == SPLENDOR.box.digest


# --- all mistakes at once, with their places --------------------------------------------------------------


class Crew(Tables):
    """Tables with a single table of names and words."""

    crew: Int8 = count("crew", low=2)
    crew_named = named("crew", longest=8)
    motto = text("crew", "motto", default="")
    places = named("places")
    speed: Int8[2] = column("ships", "speed", low=1, high=9)
    engine: Int8[2] = column("ships", "engine", names=("steam", "sail"))
    flag = text("ships", "flag")


CREW = """game = "crew"
places = [{name = "Bow"}]

[[crew]]
name = "Ada"

[[crew]]
name = "Ben"
motto = "Onward"

[[ships]]
speed = 3
engine = "sail"
flag = "red"

[[ships]]
speed = 4
engine = "steam"
flag = "blue"
"""


def crew(tmp_path, *changes):
    path = tmp_path / "crew.toml"
    message = CREW
    for old, new in changes:
        assert old in message
        message = message.replace(old, new, 1)
    path.write_text(message)
    try:
        return read_box(path, "crew", Crew)
    except BadBox as error:
        return str(error).removeprefix(f"{path}: ")


def test_a_table_of_only_names_and_words_is_read(tmp_path):
    box = crew(tmp_path)
    assert box.record.crew == 2
    assert box.names == {"crew": ("Ada", "Ben"), "places": ("Bow",), "ships": ("", "")}
    assert box.texts == {"motto": ("", "Onward"), "flag": ("red", "blue")}
    assert crew(tmp_path, ('places = [{name = "Bow"}]', "")) == "places: is missing; expected 1 entries or more"
    assert crew(tmp_path, ('[[crew]]\nname = "Ada"', "")) == "line 6: crew: expected 2 entries or more; found 1"


def test_all_mistakes_are_reported_at_once_each_with_its_line(tmp_path):
    message = crew(
        tmp_path,
        ('"Bow"', '""'),
        ('"Ben"', '"Ada"'),
        ("speed = 3", "speed = 30"),
        ('"sail"', '"sails"'),
        ('flag = "red"\n', ""),
        ("speed = 4", 'spede = "fast"'),
    )
    assert message.splitlines() == [
        "6 mistakes:",
        """  line 2: places 1 "": name: expected words; found ''""",
        """  line 8: crew 2 "Ada": name: crew 1 has it already; each must have its own""",
        "  line 11: ships 1: flag: is missing",
        "  line 12: ships 1: speed: 30 is out of range; expected 1 to 9",
        """  line 13: ships 1: engine: "sails" is not known; did you mean sail? There are steam, sail""",
        "  line 16: ships 2: spede: is not known; did you mean speed? There are engine, flag, name, speed",
    ]


def test_entries_that_are_not_tables_get_a_single_mistake(tmp_path):
    message = refusal(tmp_path, 'game = "splendor"\ncards = [[], []]\n')
    assert [line for line in message.splitlines() if "cards" in line] == [
        "  line 2: cards: expected 12 to 120 entries, each a table; found list"
    ]


def test_only_the_first_of_many_mistakes_are_reported(tmp_path):
    message = refusal(tmp_path, TEXT.replace("bonus =", "bonsu ="))
    assert message.startswith("90 mistakes:\n  line 12: cards 1: bonsu: is not known; did you mean bonus? There are")
    assert len(message.splitlines()) == 22
    assert message.endswith("\n  and 70 more")


def test_a_name_too_long_for_any_card_is_refused(tmp_path):
    message = crew(tmp_path, ('"Ada"', '"Adalberta"'))
    assert message == 'line 5: crew 1 "Adalberta": name: has 9 letters; a card shows at most 8'
    message = crew(tmp_path, ("speed = 3", f"speed = 3\nname = '{'x' * 29}'"))
    assert message == f'line 13: ships 1 "{"x" * 29}": name: has 29 letters; a card shows at most 28'


@pytest.mark.parametrize("name", ["splendor", "megaman", "recharge", "smashgear", "coalheart"])
def test_mistakes_found_by_the_game_are_reported_beside_others(name, tmp_path):
    """Whichever value is wrong, a game's own checks neither crash nor report its consequences."""
    game = cogtable.game(name)
    data = tomllib.loads(game.box_file.read_text(encoding="utf-8"))
    tables = [key for key, held in data.items() if isinstance(held, list) and isinstance(held[0], dict)]
    for table in tables:
        for field in data[table][0]:
            changed = tomllib.loads(game.box_file.read_text(encoding="utf-8"))
            changed[table][0][field] = 999
            path = tmp_path / "mine.toml"
            path.write_text("\n".join(f"{quoted(key)} = {toml(value)}" for key, value in changed.items()))
            with pytest.raises(BadBox) as caught:
                game.with_box(path)
            message = str(caught.value).removeprefix(f"{path}: ")
            assert re.match(rf"line \d+: {table} 1\b", message), message


def test_mistakes_that_a_check_finds_in_other_entries_are_reported_too(tmp_path):
    class Twins(Tables):
        cost: Int8[3] = column("robots", "cost", high=9)

        @staticmethod
        def check(b):
            for robot in range(3):
                if b.cost[robot] == 0:
                    yield f"robots {robot + 1}: cost", "costs nothing"
            yield "robots", "are wrong together"

    path = tmp_path / "robots.toml"
    path.write_text('game = "robots"\nrobots = [\n {cost = 99},\n {cost = 0},\n {cost = 1},\n]\n')
    with pytest.raises(BadBox) as refused:
        read_box(path, "robots", Twins)
    assert str(refused.value).splitlines()[1:] == [
        "  line 3: robots 1: cost: 99 is out of range; expected 0 to 9",
        "  line 4: robots 2: cost: costs nothing",
    ]


def test_lines_are_found_in_every_notation():
    lines = lines_of(
        '''# cards = [{name = "no"}]
"a key" = "x # no remark" # a remark
deep.er = 1.5
words = """
two
lines"""
cards = [  # the first
  {name = "a", cost = {red = 1, "b\\u0061d" = 2}},

  {name = 'b'}, {name = """c"""},
]

[table]
here = [1,
  2]
[[kinds]]
name = "k"
[kinds.cost]
red = 1
[[kinds]]
when = 1979-05-27 07:32:00
'''
    )
    assert lines["a key",] == 2
    assert (lines["deep", "er"], lines["words",], lines["cards",]) == (3, 4, 7)
    assert (lines["cards", 0, "cost", "red"], lines["cards", 0, "cost", "bad"]) == (8, 8)
    assert (lines["cards", 1, "name"], lines["cards", 2], lines["cards", 2, "name"]) == (10, 10, 10)
    assert (lines["table",], lines["table", "here"], lines["table", "here", 1]) == (13, 14, 15)
    assert (lines["kinds", 0, "name"], lines["kinds", 0, "cost", "red"]) == (17, 19)
    assert (lines["kinds", 1], lines["kinds", 1, "when"]) == (20, 21)


# --- any mutation is accepted or refused ----------------------------------------------------------------

keys = st.text(max_size=5) | st.just("red")
junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=5,
)


def toml(value):
    """Returns a value as TOML (None as an empty list)."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{quoted(key)} = {toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(toml(item) for item in value) + "]"
    if isinstance(value, str):
        return quoted(value)
    if value is None or isinstance(value, bool):
        return {None: "[]", True: "true", False: "false"}[value]
    return repr(value)


def quoted(text):
    return '"' + "".join(f"\\U{ord(char) if not 0xD800 <= ord(char) < 0xE000 else 63:08x}" for char in text) + '"'


@given(st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_mutated_value_is_accepted_or_refused(tmp_path, data):
    box = tomllib.loads(TEXT)
    place = box
    while True:
        key = data.draw(st.sampled_from(sorted(place)) if isinstance(place, dict) else st.integers(0, len(place) - 1))
        if isinstance(place[key], (dict, list)) and place[key] and data.draw(st.integers(0, 3)):
            place = place[key]
        else:
            break
    if data.draw(st.booleans()):
        place[key] = data.draw(junk)
    elif isinstance(place, dict) and data.draw(st.booleans()):
        place[data.draw(st.text(max_size=5))] = data.draw(junk)
    else:
        del place[key]
    text = "\n".join(f"{quoted(name)} = {toml(value)}" for name, value in box.items())
    takes_or_refuses(tmp_path, text.encode())


@given(st.integers(0, len(TEXT)), st.integers(0, 40), st.binary(max_size=12))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_mutated_text_is_accepted_or_refused(tmp_path, start, cut, put):
    takes_or_refuses(tmp_path, TEXT.encode()[:start] + put + TEXT.encode()[start + cut :])


def takes_or_refuses(tmp_path, text):
    path = tmp_path / "mutated.toml"
    path.write_bytes(text)
    refused = ""
    try:
        box = SPLENDOR.with_box(path).box
    except BadBox as error:
        refused = str(error)
    if refused:
        assert re.fullmatch(rf"{re.escape(str(path))}: .+: .+", refused, re.DOTALL)
    else:
        assert 1 <= box.record.level.min() <= box.record.level.max() <= 3
        assert 0 <= box.record.cost.min() <= box.record.cost.max() <= 20


DOES = ("draw", "pay")


def operations(words):
    """A card's operations as numbers: "draw 2, pay 1" is 0 2 1 1."""
    for part in words.split(", "):
        name, count = part.split()
        if name not in DOES:
            raise ValueError(f'"{name}" is not a known operation; expected {", ".join(DOES)}')
        yield from (DOES.index(name), int(count))


class Deeds(Tables):
    does: Int8[2, 4] = column("cards", "does", parse=operations)


def deeds(tmp_path, first):
    path = tmp_path / "deeds.toml"
    path.write_text(f'game = "deeds"\ncards = [{{does = "{first}"}}, {{does = "pay 3"}}]\n')
    return read_box(path, "deeds", Deeds)


def test_a_game_parses_its_own_words_into_numbers(tmp_path):
    assert deeds(tmp_path, "draw 2, pay 1").record.does.tolist() == [[0, 2, 1, 1], [1, 3, -1, -1]]
    for words, reason in (
        ("fly 1", 'cards 1: does: "fly" is not a known operation; expected draw, pay'),
        ("draw 1, draw 1, draw 1", "cards 1: does: there is room for 4 numbers; found 6"),
    ):
        with pytest.raises(BadBox, match=re.escape(reason)):
            deeds(tmp_path, words)


class MoreDeeds(Deeds):
    """Another game's tables with an additional column and more words."""

    price: Int8[2] = column("cards", "price", high=9)
    motto = text("cards", "motto", default="-")


def more_deeds(tmp_path, first):
    path = tmp_path / "more.toml"
    path.write_text(f'game = "more"\ncards = [{{does = "draw 1", {first}}}, {{does = "pay 3", price = 2}}]\n')
    return read_box(path, "more", MoreDeeds)


def test_extended_tables_keep_their_parents_columns(tmp_path):
    b = more_deeds(tmp_path, "price = 1").record
    assert b.price.tolist() == [1, 2]
    assert b.does[:, 0].tolist() == [0, 1]


class SummedDeeds(Deeds):
    """The same with fields computed from the others, one of them declared as derived."""

    total: Int16 = derived()
    wide: Int64[3] = derived()

    @staticmethod
    def derive(b):
        b.total = b.does[:, 1].sum()
        b.wide[:] = 7


class CountedDeeds(Deeds):
    total: Int16

    @staticmethod
    def derive(b):
        b.total = b.does[:, 1].sum()


def test_derived_fields_are_not_part_of_the_digest(tmp_path):
    plain = deeds(tmp_path, "draw 2")
    path = tmp_path / "deeds.toml"
    summed, counted = (read_box(path, "deeds", tables) for tables in (SummedDeeds, CountedDeeds))
    assert (summed.record.total, summed.record.wide.tolist()) == (5, [7, 7, 7])
    assert summed.digest == plain.digest != counted.digest
    deeds(tmp_path, "draw 3")
    assert read_box(path, "deeds", SummedDeeds).digest != summed.digest


def test_words_for_people_are_read_beside_the_numbers(tmp_path):
    box = more_deeds(tmp_path, 'price = 1, motto = "Ever on"')
    assert box.texts == {"motto": ("Ever on", "-")}
    assert box.digest != more_deeds(tmp_path, "price = 1").digest
    with pytest.raises(BadBox, match="cards 1: motto: expected words; found 3"):
        more_deeds(tmp_path, "price = 1, motto = 3")
    with pytest.raises(
        BadBox, match=r"cards 1: moto: is not known; did you mean motto\? There are does, motto, name, price"
    ):
        more_deeds(tmp_path, 'price = 1, moto = "Ever on"')


class NamedDeeds(Deeds):
    """Tables whose entries have names for people."""

    deeds = named("cards")


@pytest.mark.parametrize(("names", "reason"), [
    (("Leap", "Leap"), 'cards 2 "Leap": name: cards 1 has it already; each must have its own'),
    (("Leap", ""), 'cards 2 "": name: expected words; found \'\''),
    (("Leap", 3), "cards 2: name: expected words; found 3"),
    (("Leap", None), "cards 2: name: is missing"),
])  # fmt: skip
def test_entries_with_names_for_people_each_have_a_name_of_their_own(tmp_path, names, reason):
    def read(*names):
        message = [f"name = {name!r}, " if name is not None else "" for name in names]
        cards = ", ".join(f'{{{name}does = "draw {i}"}}' for i, name in enumerate(message))
        path = tmp_path / "named.toml"
        path.write_text(f'game = "named"\ncards = [{cards}]\n')
        return read_box(path, "named", NamedDeeds)

    assert read("Leap", "Run").names["cards"] == ("Leap", "Run")
    with pytest.raises(BadBox, match=re.escape(reason)):
        read(*names)


def test_mistakes_found_by_a_check_name_the_entry(tmp_path):
    path = tmp_path / "robots.toml"
    path.write_text(
        'game = "robots"\nrobots = [{name = "Ada", cost = 1}, {name = "Ben", cost = 2}]\n', encoding="utf-8"
    )

    def found(place):
        class Robots(Tables):
            cost: Int8[2] = column("robots", "cost", high=9)

            @staticmethod
            def check(b):
                yield place, "is wrong"

        with pytest.raises(BadBox) as refused:
            read_box(path, "robots", Robots)
        return str(refused.value).removeprefix(f"{path}: ")

    assert found("robots 2: cost") == 'line 2: robots 2 "Ben": cost: is wrong'
    for place, line in (("robots", 2), ("robots 0", 2), ("robots 3: cost", 2), ("round 3", 0), ("game 1", 1)):
        assert found(place) == (f"line {line}: " if line else "") + f"{place}: is wrong"
