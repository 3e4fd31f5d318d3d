"""What conf/pipeline.yaml needs beyond plain values. Hydra finds this file, whoever composes: DVC or `pipelines`."""

import hashlib
from pathlib import Path

from omegaconf import DictConfig, OmegaConf

CONF = Path(__file__).resolve().parents[3] / "conf"
FILES = ("base.yaml", "config.yaml", "pipeline.yaml", "*/*.yaml")  # what params.yaml is composed from


def chain(generations: int) -> DictConfig:
    """`{"001": "000", "002": "001", …}`: each generation and the one before it, since dvc.yaml cannot count."""
    return OmegaConf.create({f"{number:03d}": f"{number - 1:03d}" for number in range(1, int(generations) + 1)})


def last(generations: int) -> str:
    """The last generation, as dvc.yaml spells it."""
    return f"{int(generations):03d}"


def conf_digest() -> str:
    """Changes with every edit in conf/ that params.yaml may follow from."""
    found = hashlib.sha256()
    for path in sorted(path for pattern in FILES for path in CONF.glob(pattern)):
        found.update(path.relative_to(CONF).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()[:16]


def model_digest(start: str | None) -> str | None:
    """A checksum of what a campaign begins with, so that another model in the same folder is seen; None for neither."""
    path = CONF.parent / (start or "") / "model.json"
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16] if start and path.is_file() else None


OmegaConf.register_new_resolver("chain", chain, replace=True)
OmegaConf.register_new_resolver("last", last, replace=True)
OmegaConf.register_new_resolver("conf_digest", conf_digest, replace=True)
OmegaConf.register_new_resolver("model_digest", model_digest, replace=True)
