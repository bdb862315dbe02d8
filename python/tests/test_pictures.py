"""Pictures of boards in notebooks."""

import xml.etree.ElementTree as ET

import pytest

import connect_toe as ct

SVG = "{http://www.w3.org/2000/svg}"


def picture(state: ct.State) -> ET.Element:
    svg = state._repr_svg_()
    assert svg is not None
    return ET.fromstring(svg)


BOARDS = ["9:3", "7x6:4:-2", "4x4x4:4:-3", "3x3x3x3:3", "2x2x2x2x2:2", "1x1:1", "64x64:5"]


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


def test_a_board_of_too_many_layers_has_words() -> None:
    state = ct.Game("1x1x300:2").new_initial_state()
    assert state._repr_svg_() is None
    assert "x to move" in state._repr_html_()
