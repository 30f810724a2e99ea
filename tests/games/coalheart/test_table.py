"""The table's texts: an attack as a sum, buttons with their results, and reasons."""

import numpy as np
import pytest

import cogtable
from cogtable.engine.rules import verbs
from cogtable.games.coalheart.rules.components import COLORS, Hex
from cogtable.games.coalheart.rules.state import Stage
from cogtable.games.coalheart.table import animate, log_lines, previews, scene
from cogtable.games.coalheart.table.choices import choice
from cogtable.games.coalheart.table.layout import BODY_SPOTS, Needs, narrow
from cogtable.games.coalheart.table.scene import hex_face
from cogtable.games.coalheart.table.why_not import about, why_not

HANDS_AND_FEET = ("left arm", "right arm", "left foot", "right foot")


def seen(game, seat):
    """Returns the view of a seat, with its choices and the last actions."""
    array = game.array.copy()
    verbs.hide(array[0], game.box, seat)
    view = scene(array[0], game.game.box, seat)
    if game.state.waiting >> seat & 1:
        mask = game.game.mask()
        verbs.legal(game.state, game.box, seat, mask)
        view.choices = [choice(array[0], game.game.box, seat, int(action)) for action in np.flatnonzero(mask)]
    animate(view, array[0], game.game.box, game.notes)
    return view


def part(view, name):
    return next(part for part in view.parts if part.id == name)


def piece(view, name):
    return next(piece for piece in view.pieces if piece.id == name)


def labels(view):
    return [each.label for each in view.choices]


def as_text(terms):
    """Returns a sum on one line."""
    return " ".join(f"{term.join} {term.value} {term.label}".strip() for term in terms)


@pytest.fixture
def under_attack(table):
    """The rulebook's example: attack 2, Twin Blasters, a part's +3, all doubled, against a Force Field."""
    game = table(4).led_by(3).robot(1, "esquire").built(1, "left arm", "left foot", "left leg", "right leg")
    game.gear(1, "twin blasters", "chainsaw").gear(0, "force field").hp(0, 13)
    game.to_turn_of(3).play("select fight", "pass")
    game.to_turn_of(1)
    return game.play("attack 0", "spend twin blasters", "spend chainsaw", "use right leg")


def test_an_attack_is_shown_as_a_sum_of_its_sources(under_attack):
    game = under_attack
    while game.to_move == 1:
        game.go_on(())
    sum_ = part(seen(game, 2), "sum")
    assert as_text(sum_.terms) == "( 2 attack + 2 Twin Blasters + 3 Right Leg ) ×2 Chainsaw = 14 damage"
    steps = [(step.words, step.state) for step in part(seen(game, 0), "steps").steps]
    assert steps[2] == ("Parts: Right Leg +3", "done")
    assert steps[3] == ("Force Field?", "now")
    assert steps[4] == ("Damage is dealt", "next")


def test_the_attacked_player_sees_both_results_before_choosing(under_attack):
    game = under_attack
    while game.to_move == 1:
        game.go_on(())
    view = seen(game, 0)
    assert labels(view) == ["Force Field: take 7 · HP 13 → 6", "Take 14 · you break"]
    assert part(view, "hp0").preview == 0
    assert part(view, "vitals").text.endswith("**6 HP** with Force Field, **broken** without")
    assert part(view, "panel1").edge == "danger"
    assert not any(each.id == "vitals" for each in seen(game, 2).parts)


def test_a_force_field_is_the_last_term_of_the_sum(under_attack):
    game = under_attack
    while game.to_move == 1:
        game.go_on(())
    game.play("spend force field")
    view = seen(game, 2)
    assert as_text(part(view, "sum").terms).endswith("= 14 damage ½ 7 Force Field")
    words = [line.words for line in log_lines(game.state, game.game.box, game.notes)]
    assert "[[seat:0]] prevented half: 14 → 7" in words
    assert "[[seat:0]] took 7 damage from [[seat:1]]: HP 13 → 6" in words


def test_an_attack_without_questions_is_shown_after_it_ended(table):
    game = table(3).built(0, "left arm").play("select fight", "attack 1")
    assert part(seen(game, 1), "compare").text == "[[seat:0]] → [[seat:1]]: 3 damage, now 17 HP"  # this seat leads
    view = seen(game, 2)
    assert as_text(part(view, "sum").terms) == "1 attack + 2 Fight perk = 3 damage"
    assert part(view, "act.title").title == "[[seat:0]] → [[seat:1]]: 3 damage"
    assert {step.state for step in part(view, "steps").steps} == {"done"}


def test_the_sum_of_a_broken_attacker_ends_with_the_cap(table):
    game = table(3).led_by(1).built(0, *HANDS_AND_FEET).hp(0, 0)
    game.play("select fight", "pass").to_turn_of(0)
    view = seen(game, 0)
    assert part(view, "hit1").title == "20 → 17"
    game.play("attack 1")
    assert as_text(part(seen(game, 0), "sum").terms) == "4 attack = 4 damage → 3 broken: no more"


def test_broken_robots_stand_out(table):
    view = seen(table(3).hp(1, 0), 0)
    assert part(view, "panel1").edge == "broken"
    assert part(view, "hit1").title == "broken"
    assert "broken" in part(view, "strip1").text
    assert part(view, "figures1").items[0].icon == "destroyed"
    assert piece(view, "robot1").face.dim


def test_the_target_of_an_attack_is_a_whole_board(table):
    game = table(4).led_by(0).built(0, *HANDS_AND_FEET).hp(2, 6).gear(3, "force field")
    assert part(seen(game, 0), "board1").label == "[[seat:1]]’s board, 20 HP"
    game.play("select fight")
    view = seen(game, 0)
    attacks = {each.pieces for each in view.choices if each.text.startswith("attack")}
    assert attacks == {("board1",), ("board2",), ("board3",)}
    assert part(view, "board1").label == "[[seat:1]]: 6 damage, HP 20 → 14"
    assert part(view, "board2").label == "[[seat:2]]: 6 damage, breaks"
    assert [part(view, f"hp{seat}").preview for seat in range(4)] == [None, 14, 0, 14]
    assert as_text(part(view, "sum").terms) == "4 your attack + 2 Fight perk = 6 damage"
    said = {preview.action: preview.outcomes for preview in previews(game.state, game.game.box, 0, view.choices)}
    told = {each.pieces[0]: said[each.action][-1].words for each in view.choices if each.action in said}
    assert told["board1"] == "[[seat:1]] has no Force Field to halve it"
    assert told["board3"] == "[[seat:3]] has a Force Field: it may halve that to 3"


def test_if_parts_deal_damage_in_an_attack_the_hp_shown_are_the_most_that_can_be_left(table):
    """Syphon's Right Shoulder gains HP in an attack, and its Right Leg then deals damage to all others."""
    game = table(3).robot(0, "syphon").built(0, "right shoulder", "left arm").play("select fight")
    assert part(seen(game, 0), "board1").label == "[[seat:1]]: 3 damage, HP 20 → 17"
    game = table(3).robot(0, "syphon").built(0, "right shoulder", "right leg", "left arm").play("select fight")
    view = seen(game, 0)
    assert part(view, "board1").label == "[[seat:1]]: 3 damage, HP 20 → 17 or less"
    said = {preview.action: preview.outcomes for preview in previews(game.state, game.game.box, 0, view.choices)}
    attack = next(each for each in view.choices if each.pieces == ("board1",))
    assert said[attack.action][0].words == "[[seat:1]]: 3 damage, HP 20 → 17 or less"
    assert game.play("attack 1").state.hp[1] == 16


def test_a_board_that_cannot_be_attacked_shows_the_reason_and_no_damage(table):
    game = table(3).play("select mine")
    view = seen(game, 0)
    assert part(view, "hp1").preview is None
    assert part(view, "hit1").title == "20"
    assert "CH-R40" in why_not(game.state, game.game.box, 0, "board1")


def test_only_an_attack_on_or_by_the_reader_stays_longer(table):
    game = table(4).led_by(0).built(0, *HANDS_AND_FEET).play("select fight", "attack 1")
    assert [seen(game, seat).pause for seat in range(4)] == [2, 2, 1, 1]


def test_a_payment_takes_a_few_small_steps(table):
    game = table(3).robot(0, "executioner").cubes(0, steel=4, plastic=1)
    game.play("select upgrade", "build head")
    view = seen(game, 0)
    owed = [(each.id, each.face.count) for each in view.pieces if each.zone == "price"]
    assert part(view, "act.title").title == "[[seat:0]] build Head"
    assert all(name.startswith("owed.") for name, _ in owed)
    assert any(each.pieces for each in view.choices)


def test_parts_that_can_be_built_are_marked_only_with_assists(table):
    for assists in (0, 1):
        game = table(3, assists=assists).robot(0, "executioner").cubes(0, steel=1, plastic=1)
        game.play("select upgrade")
        view = seen(game, 0)
        marked = [each.id for each in view.pieces if each.tag == "BUILD"]
        lacking = [pip for each in view.pieces for pip in each.face.costs if pip.lack]
        assert bool(marked) == bool(lacking) == bool(assists)


def test_our_own_abilities_carry_a_mark(table):
    view = seen(table(3).robot(0, "guru"), 0)
    marked = [each.id for each in view.pieces if each.zone == "body0" and each.face.extra]
    assert len(marked) == 5
    assert all("Designed here" in piece(view, name).label for name in marked)


def test_used_hexes_lie_face_down_with_the_mark_of_their_chooser(table):
    game = table(6).play("select scavenge", "take gold")
    game.end_phase() if game.state.hex >= 0 else None
    view = seen(game, 1)
    used, other = piece(view, "hex5").face, piece(view, "hex6").face
    assert (used.turned, used.by) == (True, 0)
    assert (other.turned, other.by) == (False, None)
    assert why_not(game.state, game.game.box, 1, "hex5").startswith("[[seat:0]] selected it")


def test_every_part_that_cannot_be_chosen_gives_the_reason(table):
    game = table(3).robot(1, "esquire")
    words = about(game.state, game.game.box, "part19")
    assert "Esquire's Right Leg" in words
    assert "deal 3 more damage" in words
    assert "[[seat:1]]’s" in why_not(game.state, game.game.box, 0, "part19")


def corners(center_x, center_y, radius):
    """Returns the corners of a hex with a flat base."""
    half = radius * 3**0.5 / 2
    spots = ((1, 0), (0.5, 1), (-0.5, 1), (-1, 0), (-0.5, -1), (0.5, -1))
    return np.array([(center_x + x * radius, center_y + y * half) for x, y in spots])


def own_hexes(area):
    """Returns the hexes of a robot in the middle of its area, each as its corners."""
    r = min(area.w / 8, area.h / (4.5 * 3**0.5))
    middle = area.x + area.w / 2, area.y + area.h / 2 - 2.25 * 3**0.5 * r
    return [corners(middle[0] + x * 1.5 * r, middle[1] + (y + 0.5) * 3**0.5 * r, r) for x, y in BODY_SPOTS]


def meet(area, hexagon):
    """Whether a rectangle and a hex overlap: no side of either separates them (separating axis theorem)."""
    x, y, w, h = area.x, area.y, area.w, area.h
    box = np.array([(x, y), (x + w, y), (x + w, y + h), (x, y + h)])
    axes = [(1, 0), (0, 1), (3**0.5, 1), (3**0.5, -1)]
    spans = [((box @ axis), (hexagon @ axis)) for axis in np.array(axes)]
    return all(a.max() > b.min() and b.max() > a.min() for a, b in spans)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize(("comparing", "broken"), [(False, False), (True, False), (True, True), (False, True)])
def test_on_a_phone_none_of_the_readers_robot_lies_below_its_hexes(seats, comparing, broken):
    needs = Needs(comparing=comparing, shopping=False, kinds=5, gear=(3,) * seats, broken=broken)
    areas = narrow(0, tuple(range(1, seats)), needs).areas
    hexes = own_hexes(areas["body0"])
    for name in ("hp0", "cubes0", "hand0", "robot0", "read", *(() if comparing else ("parts0",))):
        assert areas[name].w, name
        assert not any(meet(areas[name], each) for each in hexes), name


@pytest.mark.parametrize(("layout", "vitals"), [("wide", "vitals0"), ("narrow", "vitals")])
def test_an_attack_is_shown_on_every_screen(under_attack, layout, vitals):
    game = under_attack
    while game.to_move == 1:
        game.go_on(())
    areas = getattr(seen(game, 0), layout).areas
    assert all(areas[name].w for name in ("act", "act.title", "sum", vitals))


def log(game):
    """Returns the log lines of the last actions."""
    return [line.words for line in log_lines(game.state, game.game.box, game.notes)]


def test_damage_to_a_broken_robot_is_not_logged_but_the_breaking_hit_is(table):
    game = table(4).built(0, "left arm").hp(1, 0).hp(2, 1).heart(3)
    game.play("select capture")
    assert not any("[[seat:1]] took" in words for words in log(game))
    broken = [words for words in log(game) if "[[seat:2]]" in words]
    assert broken == [
        "[[seat:2]] took 1 damage from [[seat:0]]: HP 0",
        "[[destroyed]] [[seat:2]] **broke down** · [[rule:CH-R46]]",
    ]
    marks = {each.id: each.marks for each in seen(game, 0).pieces if each.id.startswith("robot")}
    assert not marks["robot1"]
    assert [mark.words for mark in marks["robot2"]] == ["−1"]


def test_a_gain_of_no_hp_gives_the_reason(table):
    game = table(3).led_by(1).robot(0, "syphon").built(0, "left shoulder").to_turn_of(1)
    game.play("select gear").end_phase()
    assert "[[seat:0]] gained no HP (Left Shoulder): 20 HP is the maximum · [[rule:CH-R45]]" in log(game)
    broken = table(3).led_by(1).robot(0, "syphon").built(0, "left shoulder").hp(0, 0)
    broken.play("select gear").end_phase()
    assert any(words.endswith("(Left Shoulder): a broken robot gains none · [[rule:CH-R46]]") for words in log(broken))


def test_after_a_draft_parts_keep_the_names_of_their_robots(table):
    drafting = table(3, mode=1)
    while drafting.state.stage == Stage.DRAFTING:
        drafting.play(drafting.options()[0])
    seat = drafting.to_move
    head = int(drafting.state.body[seat, 0])
    name = drafting.game.box.names["parts"][head]
    price = dict(zip(COLORS, drafting.box.cost[head].tolist(), strict=True))
    drafting.cubes(seat, **price).play("select upgrade")
    offered = next(each for each in seen(drafting, seat).choices if each.text == "build the head")
    assert offered.label.startswith(f"Build {name} for ")
    drafting.play("build head", "pass")
    assert any(words.startswith(f"[[seat:{seat}]] built **{name}** for ") for words in log(drafting))
    plain = table(3).cubes(0, steel=2, coal=1).play("select upgrade", "build head", "spare coal")
    assert any(words.startswith("[[seat:0]] built **Head** for ") for words in log(plain))


def test_the_sum_of_an_attack_includes_its_perk_after_the_phase_ended(table):
    """The leader attacks, and no other player has anything to attack with."""
    game = table(3).play("select fight", "attack 1")
    assert game.state.phase == 1
    assert as_text(part(seen(game, 2), "sum").terms) == "0 attack + 2 Fight perk = 2 damage"
    assert "[[seat:0]] attacked [[seat:1]] with 2" in log(game)


def test_used_hexes_still_show_their_kind():
    faces = [hex_face(kind, used=True) for kind in Hex]
    assert len({face.art for face in faces}) == len(faces)
    assert all(face.turned and not hex_face(kind).turned for kind, face in zip(Hex, faces, strict=True))


def test_the_coach_uses_the_names_at_the_table():
    game = cogtable.game("coalheart")
    said = " ".join(step.say for step in game.lesson.lesson.steps)
    assert not [name for name in game.box.names["robots"] if name in said]


# --- hexes compared ----------------------------------------------------------------------------------------------


def compared(view):
    """Returns the rows of the comparison by name: for each column its words, or the words for all."""
    return {row.title: row.all or [share.words for share in row.shares] for row in part(view, "compare").rows}


def test_before_a_hex_is_selected_all_are_compared_for_every_player(table):
    game = table(3).led_by(0).built(1, "left arm").hp(0, 15).play("select scavenge", "take gold")
    view = seen(game, 1)
    rows = compared(view)
    assert [column.seat for column in part(view, "compare").columns] == [1, 2, 0]
    assert rows["Mine"] == [f"{count} [[cube/gray/square/?]]" for count in (2, 1, 1)]
    assert rows["Fight"] == ["[[burst]] 3", "[[burst]] 0", "[[burst]] 0"]
    assert rows["Capture"] == ["[[ember]]", "−1 [[heart]]", "−1 [[heart]]"]  # at 20 HP nothing is gained
    assert rows["Scavenge"] == "Used by [[seat:0]]"
    view.check()


def test_while_a_phase_is_played_the_hexes_are_not_compared(table):
    view = seen(table(3).play("select mine"), 0)
    assert not any(each.id == "compare" for each in view.parts)
    assert "compare" not in view.wide.areas
    assert view.narrow.areas["hexes"].w


def test_six_players_compare_both_scavenges(table):
    view = seen(table(6), 3)
    assert [row.title for row in part(view, "compare").rows].count("Scavenge") == 2


def test_spectators_see_the_comparison_too(table):
    game = table(3)
    assert compared(scene(game.state, game.game.box, -1)) == compared(seen(game, 0))


def test_the_comparison_says_who_would_win_or_break(table):
    game = table(3).hp(1, 0).hp(2, 1)
    assert compared(seen(game, 0))["Capture"] == ["wins", "nothing", "breaks"]


def test_the_words_of_a_part_are_read_beside_the_robot(table):
    view = seen(table(3).robot(0, "esquire").built(0, "left leg"), 0)
    built, plan = piece(view, "part18").face, piece(view, "part11").face
    assert (built.short, built.title, built.status) == ("[[swords]]", "Left Leg", "built")
    assert (plan.short, plan.title, plan.status) == ("[[pick]]", "Head", "")
    assert plan.words.startswith("Select mine, at the end of the phase: deal another player")
    reading = part(view, "read")
    assert reading.reads
    assert reading.keeps


# --- broken ------------------------------------------------------------------------------------------------------


def chances(game, seat):
    """Returns what the table says that a broken robot can still do, with the rules."""
    reading = part(seen(game, seat), "read")
    return [(outcome.words, outcome.rule) for outcome in reading.outcomes]


def test_a_broken_robot_is_told_how_it_can_win_be_mended_and_attack(table):
    game = table(3).built(0, "left arm").hp(0, 0)
    assert part(seen(game, 0), "read").title == "Broken, but not out"
    assert chances(game, 0) == [
        ("Build 10 parts, one in each Upgrade, and **win**", "CH-R47"),
        ("Take the Coal Heart, then select Capture: **5 HP**", "CH-R46"),
        ("Attack: 3 damage at most to each player", ""),
    ]
    assert part(seen(game, 1), "read").title == "Your next parts"


def test_with_the_coal_heart_capture_mends(table):
    assert chances(table(3).hp(0, 0).heart(0), 0)[1] == ("Select Capture: you have **5 HP**", "CH-R46")
    game = table(3).hp(0, 0).gear(0, "sticky hands").led_by(0)
    assert chances(game, 0)[1] == ("Sticky Hands, then select Capture: **5 HP**", "CH-Q59")
    game.play("spend sticky hands", "select capture", "heart mend")
    assert game.hps()[0] == 5


def test_the_last_part_of_a_broken_robot_wins(table):
    slots = (
        "head",
        "left shoulder",
        "right shoulder",
        "left arm",
        "right arm",
        "chest",
        "core",
        "left leg",
        "right leg",
    )
    game = table(3).robot(0, "reforge").built(0, *slots, "left foot").cubes(0, steel=1).hp(0, 0).led_by(0)
    assert chances(game, 0)[0] == ("Build your last part and **win**", "CH-R47")
    assert compared(seen(game, 0))["Upgrade"][0] == "wins"
    game.play("select upgrade", "build right foot", "spare steel")
    assert game.winners == [0]
