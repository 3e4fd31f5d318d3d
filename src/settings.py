"""The schema of conf/: types, ranges and one line of help for every key.

Settings stop at the entry points (`src.entry` composes them). Below, functions take keyword arguments.
"""

from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from src.files.errors import UserError
from src.files.machine import resolve_precision


class Group(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class GameSettings(Group):
    """Which game, on which board; the sizes beside `name` are the game's own."""

    model_config = ConfigDict(extra="allow", strict=True, frozen=True)
    name: str = Field(description="the game's name")
    rows: int = Field(description="rows of the board; for dots, of boxes")
    cols: int = Field(description="columns of the board; for dots, of boxes")

    @property
    def sizes(self) -> dict[str, int | float | bool]:
        return {key: value for key, value in self.model_dump().items() if key != "name"}


class MctsSettings(Group):
    """The search; each default is the paper's that `src.search.knobs` names."""

    num_simulations: int = Field(ge=1, le=1_000_000, description="simulations a move")
    rule: Literal["puct", "uct", "uct_prior"] = Field(description="selection inside the tree")
    c_init: float = Field(ge=0, description="exploration constant")
    c_base: float = Field(gt=0, description="visits over which PUCT's exploration grows")
    fpu: Literal["constant", "parent"] = Field(description="value of an untried move: constant, or the parent's less")
    fpu_value: float = Field(ge=-1, le=1, description="that constant, or the reduction")
    leaves_per_step: int = Field(ge=1, le=1024, description="leaves of one game in a batch, by virtual losses")
    prove: bool = Field(description="proven results travel up the tree as bounds")
    margin_weight: float = Field(ge=0, lt=1, description="share of the margin in what is maximised")
    canonical: bool = Field(description="the net learns and sees each position in one of its symmetric forms")
    cache_megabytes: float = Field(ge=0, le=1e6, description="of what a net has said, each worker; changes no result")
    considered_moves: int = Field(
        ge=0, description="Gumbel's root: halving begins with so many; 0: the rule holds there"
    )
    stop_decided: bool = Field(description="end a search when the most visited move can no longer change")


class SelfPlaySettings(Group):
    """How a generation's games are played; the search itself is `mcts`."""

    num_games: int = Field(ge=1, description="games a generation")
    shard_games: int = Field(ge=1, description="games a file of records")
    num_slots: int = Field(ge=0, le=65536, description="games side by side, for each worker; 0: as fit")
    opening_share: float = Field(ge=0, le=1, description="share of the games that begin with random moves")
    opening_plies: int = Field(ge=1, description="at most so many")
    noise_fraction: float = Field(ge=0, le=1, description="share of Dirichlet noise in the root's priors")
    noise_alpha: float = Field(gt=0, description="concentration of the noise for each move")
    noise_total_alpha: float = Field(ge=0, description="if above 0: the concentration is this over the legal moves")
    root_temperature: float = Field(gt=0, description="priors at the root to the power 1 / this")
    temperature: float = Field(ge=0, description="moves by visits to the power 1 / this; 0: the most visited")
    temperature_plies: int = Field(ge=0, description="plies for which that temperature holds")
    temperature_final: float = Field(ge=0, description="temperature from there on")
    random_share: float = Field(ge=0, lt=1, description="share of the moves that are drawn from all legal ones")
    reuse_tree: bool = Field(description="keep what a search found below the move played")
    proven_share: float = Field(gt=0, le=1, description="share of positions with a proven result that are learnt from")
    first_simulations: int = Field(ge=1, description="a move in the first generation, where they grow")
    growth_generations: int = Field(ge=0, description="over which they grow to mcts.num_simulations; 0: none")
    easy_generations: int = Field(ge=0, description="over which games begin ever further from the end; 0: none")
    full_share: float = Field(gt=0, le=1, description="share of moves searched in full; the others are no targets")
    fast_simulations: int = Field(ge=1, description="simulations of the others")
    forced_playouts: float = Field(
        ge=0, description="least visits of the root's tried moves: sqrt(this * prior * visits)"
    )
    gumbel_scale: float = Field(ge=0, description="of the noise, where mcts.considered_moves is above 0")


class NetSettings(Group):
    """A network; the keys beside `kind` are the kind's own, checked when it is made."""

    model_config = ConfigDict(extra="allow", strict=True, frozen=True)
    kind: str = Field(description="which network")


class InferenceSettings(Group):
    """What runs a network; keys that only one engine has are checked when it is made."""

    model_config = ConfigDict(extra="allow", strict=True, frozen=True)
    name: Literal["auto", "torch", "onnxruntime", "openvino"] = Field(description="the engine; auto: timed at first")
    precision: Literal["auto", "float32", "bfloat16", "int8"] = Field(description="auto: bfloat16 if the processor can")
    batch_size: int = Field(ge=0, le=65536, description="positions at once; changes last bits; 0, for auto: timed, too")

    @model_validator(mode="after")
    def _batch_is_known(self) -> Self:
        if self.batch_size == 0 and self.name != "auto":
            raise UserError("inference.batch_size=0 is for inference=auto, which times it; give a number")
        return self

    @property
    def engine(self) -> dict[str, Any]:
        """The keywords of `make_engine`, where no campaign has chosen: `auto` is OpenVINO then, in batches of 256."""
        name = "openvino" if self.name == "auto" else self.name
        return self.asked | {"inference": name, "batch_size": self.batch_size or 256}

    @property
    def asked(self) -> dict[str, Any]:
        """The same, with an engine that may be `auto`."""
        values = self.model_dump()
        return {"inference": values.pop("name"), **values, "precision": resolve_precision(self.precision)}


class WindowSettings(Group):
    """Which generations a net learns from, see `src.records.window`."""

    kind: Literal["growing", "power"] = Field(description="by generations, or by positions")
    min_generations: int = Field(ge=1, description="growing: at first")
    max_generations: int = Field(ge=1, description="growing: at last")
    generations_per_growth: int = Field(ge=1, description="growing: one more each so many generations")
    scale: float = Field(gt=0, description="power: positions up to which all are kept")
    exponent: float = Field(gt=0, le=1, description="power: how the window grows with all positions ever made")
    slope: float = Field(ge=0, le=1, description="power: positions it grows by for a new one at first; 0: never")


class TrainingSettings(Group):
    """A generation's training, see `src.learn.fit`."""

    samples_per_new_position: float = Field(gt=0, description="how often a position is learnt from in all")
    epochs: float = Field(ge=0, description="above 0: so many passes over the window a generation, in place of that")
    max_samples_per_position: float = Field(gt=0, description="in one generation; above it training stops")
    start: Literal["latest", "champion"] = Field(description="whose weights a generation's training begins with")
    reset_generations: int = Field(ge=0, description="above 0: after so many generations training begins anew")
    batch_size: int = Field(ge=1, description="positions a batch")
    accumulate: int = Field(ge=1, description="batches a step")
    optimizer: Literal["adamw", "adam", "sgd"] = Field(description="the optimiser")
    lr: float = Field(gt=0, description="learning rate")
    momentum: float = Field(ge=0, lt=1, description="of sgd")
    weight_decay: float = Field(ge=0, description="not of biases and batch norms")
    schedule: Literal["constant", "cosine", "step"] = Field(description="how the learning rate falls")
    warmup_steps: int = Field(ge=0, description="the first steps of all, in which it rises from 0")
    schedule_steps: int = Field(ge=1, description="steps over all generations over which it falls")
    final_lr: float = Field(ge=0, description="where it ends")
    grad_clip: float = Field(ge=0, description="largest norm of the gradient; 0: none")
    ema_decay: float = Field(ge=0, lt=1, description="of the averaged weights that play; 0: the last ones play")
    value_loss_weight: float = Field(ge=0, description="of the result, beside the policy's 1")
    margin_loss_weight: float = Field(ge=0, description="of the final margin")
    holdout: float = Field(ge=0, lt=1, description="share of the games kept for validation")
    value_lambda: float = Field(
        ge=0, le=1, description="value targets: 1 the result, less: more of the search's values"
    )
    merge_duplicates: bool = Field(description="positions that are one up to symmetry become one sample")
    precision: Literal["auto", "float32", "bfloat16"] = Field(description="of its arithmetic; auto: bfloat16 if it can")
    accelerator: Literal["auto", "cpu", "gpu"] = Field(description="what to train on")
    devices: int = Field(ge=1, description="of these; each learns from its share of every batch")
    strategy: Literal["ddp_spawn", "ddp_fork"] = Field(description="Lightning's, of several devices")
    threads: int | None = Field(ge=1, description="of torch on a processor; null: all cores, or one for dense nets")
    window: WindowSettings


class GateSettings(Group):
    """Whether a candidate becomes champion, see `src.arena.gate`."""

    kind: Literal["not_worse", "threshold", "sprt", "always"] = Field(description="the rule")
    threshold: float = Field(gt=0, le=1, description="threshold: least share of points")
    elo0: float = Field(description="sprt: the difference that is not enough")
    elo1: float = Field(description="sprt: the difference that is")
    alpha: float = Field(gt=0, lt=1, description="sprt: chance of a promotion at elo0")
    beta: float = Field(gt=0, lt=1, description="sprt: chance of a rejection at elo1")
    promote_undecided: bool = Field(description="sprt: what to do when the games do not suffice")


class ArenaSettings(Group):
    """Candidate against champion, and against exact play."""

    games: int = Field(ge=2, multiple_of=2, description="games of the match; each opening is played from both seats")
    openings: int = Field(ge=0, description="random moves before the players take over")
    num_simulations: int = Field(ge=1, description="simulations a move, in match and audit")
    baselines: list[str] = Field(description="fixed players that each candidate meets, for its rating")
    baseline_games: int = Field(ge=2, multiple_of=2, description="games with each of them")
    audit_positions: int = Field(ge=0, description="positions with exact values for the audit; 0: none")
    audit_from: str = Field(description="random, or a file of positions below the project; of it the first ones")
    gate: GateSettings


class Settings(Group):
    """What every entry point has."""

    game: GameSettings
    mcts: MctsSettings
    inference: InferenceSettings
    seed: int = Field(ge=0, lt=2**32, description="everything random follows from it")
    big_table: bool = Field(description="exact play of dots with 25 to 31 edges by a whole table of up to 2 GiB")


class BoardSettings(Group):
    """A board of a curriculum; all else is the campaign's."""

    rows: int = Field(ge=1, description="as game.rows")
    cols: int = Field(ge=1, description="as game.cols")
    generations: int = Field(ge=1, le=999, description="turns of the wheel on this board")


class TrackingSettings(Group):
    """Where a campaign's numbers and models go."""

    kind: Literal["mlflow", "none"] = Field(description="none: the journal alone")
    uri: str | None = Field(description="MLflow's server or database; null: MLFLOW_TRACKING_URI, or mlflow.db here")


class TrainSettings(Settings):
    net: NetSettings
    selfplay: SelfPlaySettings
    train: TrainingSettings
    arena: ArenaSettings
    tracking: TrackingSettings
    num_workers: int = Field(ge=0, le=1024, description="threads of self-play; 0: one a core; changes no result")
    generations: int = Field(ge=1, le=999, description="turns of the wheel in all; more can be asked for later")
    run: str | None = Field(description="the campaign's folder below runs/; null: named after board, net and seed")
    start: str | None = Field(description="a model's folder whose weights the campaign begins with; null: random ones")
    curriculum: list[BoardSettings] = Field(description="boards to learn before, a campaign each; see conf/config.yaml")


class PipelineSettings(TrainSettings):
    """What params.yaml holds."""

    run: str = Field(description="the folder below runs/ in which DVC keeps the parts")
    chain: dict[str, str] = Field(description="each generation and the one before it, for dvc.yaml")
    last: str = Field(description="the last of them")
    started_from: str | None = Field(description="a checksum of the model in start")
    composed_from: str = Field(description="a checksum of the files in conf/")


class PretrainSettings(TrainSettings):
    run: str = Field(description="the folder below runs/ for the model and its report")
    data: str = Field(description="a folder with games that people played: WTHOR (.wtb) or SGF (.sgf)")
    steps: int = Field(ge=1, description="optimiser steps")
