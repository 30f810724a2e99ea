"""The introduction of a rules page: its text, its live pictures, and the legend of the game."""

import re
from random import Random

import pytest

import cogtable
from cogtable.engine.errors import BadRulesPage
from cogtable.engine.play import registry
from cogtable.engine.text import words
from cogtable.engine.text.words import say
from cogtable.rulespage import how_to_play, scenes
from cogtable.rulespage.legend import icons_on, legend_of, meaning, unexplained
from cogtable.testing import coverage
from cogtable.view import Face, LegendEntry, Zone

GAMES = [name for name in registry.names() if cogtable.game(name).front_text()]
OURS = ("coalheart", "megaman", "recharge", "smashgear", "splendor")


def pictures(name):
    """The pictures of a game's page, by title."""
    sections = how_to_play.read(cogtable.game(name).front_text())
    return {picture.title: picture for section in sections for picture in section.pictures}


def test_every_game_of_ours_has_a_page():
    assert set(OURS) <= set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_a_page_begins_with_a_turn_and_has_the_setup_after_the_end(name):
    titles = [section.title for section in how_to_play.read(cogtable.game(name).front_text())]
    assert titles[0] == "Your turn"
    assert "Symbols" in titles
    assert len(pictures(name)) == 4
    later = [title for title in titles if title in ("Setting up", "Before the Battle")]
    assert titles.index("The end") < titles.index(later[0])


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_that_a_page_names_exists(name):
    game = cogtable.game(name)
    named = how_to_play.rules(game.front_text())
    assert named
    assert named <= set(coverage.numbers(game.rules_text))


@pytest.mark.parametrize("name", GAMES)
def test_every_picture_shows_a_move(name):
    for picture in pictures(name).values():
        choice, before, after = scenes.draw(cogtable.game(name), picture)
        assert choice.text
        assert before.choices == [choice]
        assert before.pieces, picture.title
        assert (before.parts, before.pieces) != (after.parts, after.pieces), picture.title
        for view in (before, after):
            view.check()
            assert {part.area for part in view.parts} == set(view.wide.areas)
            assert view.wide == view.narrow
            assert not view.log


def test_a_taken_card_goes_to_the_hand_that_is_shown():
    _, before, after = scenes.draw(cogtable.game("splendor"), pictures("splendor")["Reserve"])
    zones = [{piece.id: piece.zone for piece in view.pieces}["c51"] for view in (before, after)]
    assert zones == ["place c51", "hand0"]
    assert {part.id for part in before.parts if isinstance(part, Zone)} >= {"place c51", "hand0"}


def test_a_position_made_by_hand_has_the_given_values():
    _, before, after = scenes.draw(cogtable.game("splendor"), pictures("splendor")["Buy"])
    counts = [{piece.id: piece.face.count for piece in view.pieces} for view in (before, after)]
    assert [count["t0.3"] for count in counts] == [2, 0]
    assert [count["p0.1"] for count in counts] == [0, 1]


# --- the text ---------------------------------------------------------------------------------------

SCENE = """
```scene
move = [0]
show = {}
```
"""


def page(scene, sentence="Take it."):
    """A page with one picture."""
    return f"# Your turn\n\n### Take\n\n{sentence}\n\n```scene\n{scene}\n```\n"


def test_a_page_is_parsed():
    text = (
        "# Your turn\n\nDo **one** thing.\nThen pass. [[rule:SP-R3]]\n\n"
        "### Take 3 [[rule:SP-R3]]\n\nTake three. [[rule:SP-Q1]]\n\n"
        "```scene\nmove = 3\nshow = { bank = [0, 0, 9, 9] }\n```\n\n"
        "## The end\n\n> 15 points\n\n- One.\n- Two\n  lines. · [[rule:SP-R8]]\n\n## Symbols\n\n```legend\n```\n"
    )
    turn, end, legend = how_to_play.read(text)
    assert (turn.name, turn.lead) == ("your-turn", (how_to_play.Point("Do **one** thing. Then pass.", ("SP-R3",)),))
    (picture,) = turn.pictures
    assert (picture.title, picture.point) == ("Take 3", how_to_play.Point("Take three.", ("SP-R3", "SP-Q1")))
    assert (picture.scene.move, picture.line) == (3, 10)
    assert (end.name, end.number, end.unit) == ("the-end", "15", "points")
    assert end.points == (how_to_play.Point("One."), how_to_play.Point("Two lines.", ("SP-R8",)))
    assert legend.legend
    assert not end.legend
    assert {"Your turn", "Take 3", "Two lines.", "points"} <= set(how_to_play.words(text))
    assert how_to_play.rules(text) == {"SP-R3", "SP-Q1", "SP-R8"}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "line 1: expected a heading like “# Your turn” first"),
        ("Hello\n", "line 1: expected a heading"),
        ("# A\n\n## A\n", "line 3: two sections are called “A”"),
        ("# A\n\n#### B\n", "line 3: expected a heading with one to three #; found #### B"),
        ("# A\n\n### B\n\n## C\n", "line 3: expected a sentence and then ```scene below “B”"),
        (
            "# A\n\n```scene\nmove = 1\nshow = {}\n```\n",
            "line 3: a scene must come after the sentence below a heading with ###",
        ),
        ("# A\n\n```toml\n```\n", "line 3: expected ```scene or ```legend; found ```toml"),
        ("# A\n\n```legend\n", "line 3: the block does not end; expected ``` in a line of its own"),
        ("# A\n\nSay {seat}.\n", "line 3: braces are not allowed; found Say {seat}."),
        (page("move = "), "line 8: the scene is not TOML: Invalid value"),
        (page("move = 1"), "line 7: the scene: Object missing required field `show`"),
        (page("show = {}\nmove = true"), "line 9: the scene: Expected `int | array`, got `bool` in `move`"),
        (page("move = 1\nshow = {}\nseets = 2"), "the scene: Object contains unknown field `seets`"),
        (page('move = 1\nshow = { a = ["x"] }'), "line 9: the scene: "),
    ],
)
def test_an_invalid_page_is_refused_with_place_and_reason(text, reason):
    with pytest.raises(BadRulesPage) as error:
        how_to_play.read(text)
    assert str(error.value).startswith("your-turn.md, line ")
    assert reason in str(error.value)


@pytest.mark.parametrize(
    ("scene", "reason"),
    [
        (
            'move = ["bank.9"]\nshow = {}',
            "no choice touches just bank.9; seat 0 may: 0 take white, blue, green (bank.0",
        ),
        ("move = 4000\nshow = {}", "there is no action 4000"),
        ("move = 0\nshow = { bonk = [0, 0, 9, 9] }", "nothing to show is called “bonk”; did you mean bank?"),
        ("seats = 9\nmove = 0\nshow = {}", "is for 2 to 4 seats; found 9"),
        ('options = { target = "x" }\nmove = 0\nshow = {}', "option target: expected"),
        ("set = { tokenz = 1 }\nmove = 0\nshow = {}", "there is no field “tokenz” in the record; did you mean tokens?"),
        ('set = { "tokens.0" = [1] }\nmove = 0\nshow = {}', "“tokens.0” cannot be set: expected 6 numbers; found 1"),
        ('set = { "tokens.9" = 1 }\nmove = 0\nshow = {}', "“tokens.9” cannot be set: index 9 is out of bounds"),
        ('set = { "tokens.x" = 1 }\nmove = 0\nshow = {}', "“tokens.x” cannot be set: invalid literal"),
        ("set = { bank = 1000 }\nmove = 0\nshow = {}", "“bank” cannot be set: expected whole numbers that fit int8"),
        ("set = { over = 1, waiting = 0 }\nmove = 0\nshow = {}", "the game is over before the move"),
        ("seat = 7\nmove = 0\nshow = {}", "there is no seat 7"),
    ],
)
def test_an_invalid_scene_is_refused_with_place_and_reason(scene, reason):
    ((picture, *_), *_) = [section.pictures for section in how_to_play.read(page(scene))]
    with pytest.raises(BadRulesPage) as error:
        scenes.draw(cogtable.game("splendor"), picture)
    assert str(error.value).startswith("your-turn.md, line 7: “Take”: ")
    assert reason in str(error.value)


def test_a_terminal_shows_the_legend_in_its_place():
    text = f"# Your turn\n\nTake one. [[rule:SP-R3]]\n{SCENE}\n## Symbols\n\n```legend\n```\n"
    said = how_to_play.as_markdown(text, [LegendEntry(symbol="+2[[coin/blue]]", words="Money")])
    assert said == "# Your turn\n\nTake one. (SP-R3)\n\n## Symbols\n\n- +2 coin blue: Money\n"


@pytest.fixture
def _strange():
    """Replaces all words by strange letters, as if translated."""
    words.speak(words.pseudo())
    yield
    words.speak()


@pytest.mark.usefixtures("_strange")
@pytest.mark.parametrize("name", GAMES)
def test_pages_and_legends_can_be_translated(name):
    game = cogtable.game(name)
    plain = re.compile(r"[A-Za-z]{3,}")
    for entry in legend_of(game):
        assert not plain.search(re.sub(r"\[\[.*?\]\]|\bHP\b", "", entry.symbol + entry.words + entry.group)), entry
    said = {say(each) for each in how_to_play.words(game.front_text())}
    assert not [each for each in said if plain.search(re.sub(r"\[\[.*?\]\]", "", each))]
    for picture in pictures(name).values():
        assert scenes.draw(game, picture).choice.text


# --- the legend ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_every_icon_on_the_pieces_of_a_whole_game_is_explained(name):
    game, chance = cogtable.game(name), Random(7)
    legend, match = legend_of(game), game.start(seats=min(3, game.max_seats), seed=7)
    assert all(entry.symbol and entry.words for entry in legend)
    while not match.over and match.ply < 500:
        seat = chance.choice(match.waiting)
        match.play(seat, chance.choice(match.choices(seat)).action)
        if match.ply % 7 == 0:
            assert not unexplained(match.view(seat), legend)
    assert not unexplained(match.view(), legend)


def test_every_rule_that_a_legend_names_exists():
    for name in GAMES:
        game = cogtable.game(name)
        assert {entry.rule for entry in legend_of(game) if entry.rule} <= set(coverage.numbers(game.rules_text))


def test_an_icon_is_explained_by_its_own_entry_or_the_nearest_family():
    legend = [
        LegendEntry(symbol="[[robot/Bolt/red]]", words="a robot", family="robot"),
        LegendEntry(symbol="[[robot/Rivet/red]]", words="Rivet"),
        LegendEntry(symbol="**4**", words="a disc", family="disc/home disc/plug"),
        LegendEntry(symbol="x", words="any disc", family="disc"),
        LegendEntry(symbol="y", words="green", family="robot/*/green"),
    ]
    found = {
        icon: entry.words if (entry := meaning(icon, legend)) else None
        for icon in (
            "robot",
            "robot/Rivet/red",
            "robot/Bolt/blue",
            "robots",
            "disc/plug/red",
            "disc/star",
            "robot/Ada/green",
        )
    }
    assert found == {
        "robot": "a robot",
        "robot/Rivet/red": "Rivet",
        "robot/Bolt/blue": "a robot",
        "robots": None,
        "disc/plug/red": "a disc",
        "disc/star": "any disc",
        "robot/Ada/green": "green",
    }


def test_icons_are_found_in_pictures_and_words():
    face = Face(
        kind="card", art="robot/A", badge="crown", extra=["battery"], words="+2 [[coin|coins]] [[seat:1]]", title="T"
    )
    assert list(icons_on(face)) == ["robot/A", "crown", "battery", "coin"]


def test_a_scene_that_fills_a_face_is_no_icon():
    face = Face(kind="card", ground="scene", art="scene/mine/blue/9/square", badge="gem/blue/square")
    assert list(icons_on(face)) == ["gem/blue/square"]


@pytest.mark.parametrize("name", ["splendor", "megaman"])
def test_a_gem_and_the_tokens_that_show_it_are_explained_by_the_same_entry(name):
    legend = legend_of(cogtable.game(name))
    chips = {piece.face.art for piece in cogtable.game(name).start(seats=2).view(0).pieces if piece.zone == "bank"}
    assert len(chips) > 5
    for art in chips:
        entry = meaning(art, legend)
        assert entry
        assert entry == meaning(art.replace("chips/", "gem/"), legend)
