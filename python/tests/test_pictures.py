"""Pictures of boards in notebooks."""

import xml.etree.ElementTree as ET

import numpy as np
import pytest
from random_games import FANO

import connect_toe as ct
from connect_toe._drawing import picture as pixels
from connect_toe._drawing import text

SVG = "{http://www.w3.org/2000/svg}"


GREEN, PURPLE = "#00805a", "#a9469f"
POINTS = [
    FANO,
    "13:projective",
    "57:projective",
    "183:projective",
    "1:lines=a",
    "2:lines=a+b",
    "993:projective",
]


def picture(state: ct.State) -> ET.Element:
    svg = state._repr_svg_()
    assert svg is not None
    return ET.fromstring(svg)


def paths(svg: ET.Element, **attributes: str) -> list[str]:
    """The parts of all paths with these attributes."""
    found = [p for p in svg.iter(SVG + "path") if all(p.get(k) == v for k, v in attributes.items())]
    return [part for path in found for part in path.attrib["d"].split("M")[1:]]


BOARDS = ["9:3", "7x6:4:-2", "4x4x4:4:-3", "3x3x3x3:3", "2x2x2x2x2:2", "1x1:1", "64x64:5", *POINTS]


@pytest.mark.parametrize("text", BOARDS)
def test_every_board_has_a_picture(text: str) -> None:
    state = ct.Game(text).new_initial_state()
    state.push(state.legal_moves()[0])
    svg = picture(state)
    width, height = float(svg.attrib["width"]), float(svg.attrib["height"])
    assert 10 < width < 800
    assert 10 < height < 800
    assert len(state._repr_svg_() or "") < 200_000
    # A style sheet or a class would mean something to the whole page.
    assert not any("class" in part.attrib or part.tag == SVG + "style" for part in svg.iter())
    assert state.game._repr_svg_() is not None


def test_layers_stand_beside_each_other_and_below() -> None:
    labels = [text.text for text in picture(ct.Game("2x2x2x2:2").new_initial_state()).iter(SVG + "text")]
    assert labels.count("a") == labels.count("1") == 4
    assert {".1.1", ".2.1", ".1.2", ".2.2"} < set(labels)
    svg = picture(ct.Game("4x4x4:4").new_initial_state())
    places = {t.text: float(t.attrib["x"]) for t in svg.iter(SVG + "text") if (t.text or "").startswith(".")}
    assert places[".1"] < places[".2"] < places[".3"] < places[".4"]


def test_stones_and_the_winning_line_are_marked() -> None:
    state = ct.Game("tic-tac-toe").state("a1 a2 b1 b2 c1")
    svg = picture(state)
    marked = [rect for rect in svg.iter(SVG + "rect") if "fill-opacity" in rect.attrib]
    assert len(marked) == 3
    assert len({rect.attrib["y"] for rect in marked}) == 1
    crosses = [path for path in svg.iter(SVG + "path") if path.attrib.get("stroke-linecap") == "round"]
    assert crosses[0].attrib["d"].count("M") == 6
    assert "x has won, last move c1 (ply 5)" in svg.attrib["aria-label"]
    html = state._repr_html_()
    assert html.startswith("<figure")
    assert "<figcaption" in html
    assert (state._repr_svg_() or "-") in html


def test_points_stand_on_a_circle_with_their_lines() -> None:
    state = ct.Game(FANO).new_initial_state()
    svg = picture(state)
    assert [text.text for text in svg.iter(SVG + "text")] == list("abcdefg")
    assert len(paths(svg, stroke="#d5dadd")) == 7
    state.push("a")
    # The three lines through the last move are darker.
    assert [len(paths(picture(state), fill="none", stroke=grey)) for grey in ("#d5dadd", "#586268")] == [4, 3]
    for cell in "cbed":
        state.push(cell)
    svg = picture(state)
    assert state.outcome == "x"
    assert len(paths(svg, stroke=GREEN)) == 1
    marked = [rect for rect in svg.iter(SVG + "rect") if rect.get("fill") == GREEN]
    assert len(marked) == 3
    assert all("rx" in rect.attrib for rect in marked)
    # What is no line of anybody who makes lines is not shown as one.
    breaker = ct.Game("3:lines=a+b/b+c:free:maker").state("c a")
    breaker.push("b")
    assert len(paths(picture(breaker), stroke=GREEN)) == 1


def test_points_that_are_too_many_for_a_circle_stand_in_rows() -> None:
    svg = picture(ct.Game("183:projective").new_initial_state())
    (circles,) = [path.attrib["d"] for path in svg.iter(SVG + "path")]
    rows = {part.split("a")[0].split()[1] for part in circles.split("M")[1:]}
    assert len(rows) == 14
    assert not list(svg.iter(SVG + "text"))


def test_blocked_and_forbidden_cells_are_marked() -> None:
    state = ct.Game("7x6:4:-2:blocked=a1+g1").state("d1")
    blocked = [rect for rect in picture(state).iter(SVG + "rect") if rect.get("fill-opacity") == ".75"]
    assert len({rect.attrib["x"] for rect in blocked}) == 2
    assert "7x6:4:-2:blocked=a1+g1: o to move" in picture(state).attrib["aria-label"]
    renju = ct.Game("15x15:5:free:renju").state("h8 a1 h9 a3 h11 a5 i7 a7 j7 a9 l7 a11")
    assert len(paths(picture(renju), stroke=PURPLE)) == 1
    renju.push("a15")
    assert not paths(picture(renju), stroke=PURPLE)


def test_the_words_say_whose_turn_it_is() -> None:
    words = {
        ("9x9:6:free:turn=1+2", "e5"): "o to move, 2 stones left, last move e5 (ply 1)",
        ("9x9:6:free:turn=1+2", "e5 e6"): "o to move, 1 stone left, last move e6 (ply 2)",
        ("3x3:3:free:maker", "b2"): "o (Breaker) to move, last move b2 (ply 1)",
        ("3x3:3:free:maker", "a1 b2 a2 b1 a3"): "x (Maker) has won, last move a3 (ply 5)",
        ("3x3:3:free:maker:misere", ""): "x (Avoider) to move",
    }
    for (game, moves), expected in words.items():
        label = picture(ct.Game(game).state(moves)).attrib["aria-label"]
        assert label == f"{game}: {expected}"


def test_environments_draw_blocked_and_forbidden_cells() -> None:
    blocked = ct.Game("3x2:3:free:blocked=b1").state("a1")
    assert text(blocked) == "2 . . .\n1 x # .\n  a b c\n"
    renju = ct.Game("15x15:5:free:renju").state("h8 a1 h9 a3 h11 a5 i7 a7 j7 a9 l7 a11")
    assert text(renju).count("!") == 1
    plain = pixels(ct.Game("3x2:3").state("a1"))
    assert pixels(blocked).shape == plain.shape
    assert (pixels(blocked) != plain).any()
    assert len(np.unique(pixels(renju).reshape(-1, 3), axis=0)) > 4


def test_a_board_of_too_many_layers_has_words() -> None:
    state = ct.Game("1x1x300:2").new_initial_state()
    assert state._repr_svg_() is None
    assert "x to move" in state._repr_html_()
