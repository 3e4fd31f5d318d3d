"""Templates and what several pages share: a page holds everything it shows and asks nothing of a network."""

import base64
import functools
from pathlib import Path
from typing import Any

import jinja2

from src.files.whole import whole_file


@functools.cache
def _templates() -> jinja2.Environment:
    """Whatever comes from a campaign is escaped."""
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def render(template: str, **values: Any) -> bytes:
    return _templates().get_template(template).render(values).encode()


def write(path: Path, content: bytes) -> Path:
    """Whole or absent; returns the path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as file:
        file.write(content)
    return path


def svg_uri(svg: bytes) -> str:
    """A picture as the source of an image; inside a page several SVGs would share their ids."""
    return f"data:image/svg+xml;base64,{base64.b64encode(svg).decode()}"
