"""Lines of an input, however they arrive."""

import io
import os

from src.play.lines import MOST_BYTES, Lines, plain


def all_of(lines: Lines) -> list[str]:
    found = []
    while (line := lines.next()) is not None:
        found.append(line)
    return found


def test_lines_end_with_lf_or_cr_lf_and_the_last_may_have_none():
    assert all_of(Lines(io.BytesIO(b"one\r\ntwo\n\nlast"))) == ["one", "two", "", "last"]


def test_a_very_long_line_is_cut_and_the_next_is_whole():
    content = b"x" * (3 * MOST_BYTES) + b"\nnext\n"
    assert all_of(Lines(io.BytesIO(content))) == ["x" * MOST_BYTES, "next"]


def test_bytes_that_are_no_text():
    assert all_of(Lines(io.BytesIO(b"a\xff\xfeb\n"))) == ["a\ufffd\ufffdb"]


def test_after_the_end_nothing_comes():
    lines = Lines(io.BytesIO(b""))
    assert [lines.next(), lines.next(), lines.is_waiting] == [None, None, True]


def test_waiting_takes_nothing_away():
    reading, writing = os.pipe()
    with open(reading, "rb", buffering=0) as stream, open(writing, "wb", buffering=0) as source:
        lines = Lines(stream)
        assert not lines.is_waiting
        source.write(b"a\nb")
        lines.wait()
        assert lines.is_waiting
        assert lines.next() == "a"
        source.write(b"c\n")
        assert lines.next() == "bc"
        source.close()
        assert lines.next() is None


def test_plain():
    assert plain("go 9×9:\n  é") == "go 9x9: ?"
