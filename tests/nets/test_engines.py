"""Every engine: what torch says in float32, and rows whose bits depend on nothing but themselves."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import onnx
import pytest
import torch

from src import games
from src.files.errors import UserError
from src.models.export import to_onnx
from src.models.int8 import to_int8
from src.nets import NETS
from src.nets.devices import chosen_device
from src.nets.engine import OUTPUTS
from src.nets.onnxruntime_engine import OnnxRuntimeEngine
from src.nets.openvino_engine import OpenVinoEngine
from src.nets.torch_engine import TorchEngine
from tests.nets.lived import lived_net, random_observations

BATCH = 32
GAME = games.make("dots", rows=2, cols=2)
LIMITS = {"float32": 1e-4, "bfloat16": 5e-2, "int8": 5e-1}  # of an answer; bfloat16 was seen to be off by 1e-2
ENGINES = [("torch", "float32"), ("torch", "bfloat16"), ("onnxruntime", "float32")]
ENGINES += [("openvino", "float32"), ("openvino", "bfloat16"), ("openvino", "int8"), ("onnxruntime", "int8")]


def engine_of(net, game, inference: str, precision: str = "float32", batch_size: int = BATCH):
    if inference == "torch":
        return TorchEngine(net, game, precision=precision, batch_size=batch_size, device="cpu")
    made = {"onnxruntime": OnnxRuntimeEngine, "openvino": OpenVinoEngine}[inference]
    try:
        model = to_onnx(net, game)
        if precision == "int8":
            model = to_int8(model, random_observations(game, 256))
        return made(model, game, precision=precision, batch_size=batch_size)
    except UserError as error:
        pytest.skip(str(error))  # a processor without bfloat16


@pytest.fixture(scope="module", params=[(kind, *which) for kind in NETS for which in ENGINES], ids="-".join)
def engine(request):
    kind, *which = request.param
    odd = {"units": 27} if kind in ("mlp", "alphago_lite") else {"head_channels": 7}  # rows begin anywhere in memory
    return engine_of(lived_net(kind, GAME, **odd), GAME, *which)


def equal_bits(found, wanted) -> bool:
    return all(np.array_equal(a.view(np.uint32), b.view(np.uint32)) for a, b in zip(found, wanted, strict=True))


@pytest.mark.parametrize("kind", NETS)
@pytest.mark.parametrize("name", ["dots", "tictactoe", "othello"])
@pytest.mark.parametrize(("inference", "precision"), ENGINES)
def test_engines_say_what_torch_says(kind, name, inference, precision):
    game = games.make(name)
    net = lived_net(kind, game)
    observations = random_observations(game, BATCH)
    with torch.inference_mode():
        wanted = [part.numpy() for part in net(torch.from_numpy(observations))]
    found = engine_of(net, game, inference, precision).run(observations)
    for output, mine, expected in zip(OUTPUTS, found, wanted, strict=True):
        assert (mine.dtype, mine.shape) == (np.float32, expected.shape)
        off = np.abs(mine - expected).max()
        assert off <= LIMITS[precision], f"{output} is off by {off:.1e} of {np.abs(expected).max():.1f}"


def test_float32_and_bfloat16_differ():
    """Or the precision would be a setting that does nothing."""
    net, observations = lived_net("resnet_small", GAME), random_observations(GAME, BATCH)
    for inference in ("torch", "openvino"):
        exact, short = (
            engine_of(net, GAME, inference, precision).run(observations) for precision in ("float32", "bfloat16")
        )
        assert np.abs(exact[0] - short[0]).max() > 1e-4


def quantized_by(model: bytes) -> set[str]:
    """The maps with weights in 8 bits."""
    graph = onnx.load_model_from_string(model).graph
    in_8_bits = {name for node in graph.node if node.op_type == "DequantizeLinear" for name in node.output}
    return {node.name for node in graph.node if node.op_type in ("Conv", "Gemm") and node.input[1] in in_8_bits}


def test_convolutions_compute_in_8_bits_and_what_weighs_their_features_does_not():
    found = quantized_by(to_int8(to_onnx(lived_net("resnet_small", GAME), GAME), random_observations(GAME, 64)))
    trunk = {f"/trunk/trunk.{block}/{which}/map/Conv" for block in (0, 1) for which in ("one", "two")}
    assert found == {"/first/first.0/map/Conv", "/policy/local/map/Conv", "/outcome/local/map/Conv"} | trunk


@pytest.mark.parametrize("kind", NETS)
def test_the_same_net_is_the_same_file_in_8_bits(kind):
    net, observations = lived_net(kind, GAME), random_observations(GAME, 64)
    model = to_int8(to_onnx(net, GAME), observations)
    assert quantized_by(model)
    assert to_int8(to_onnx(net, GAME), observations) == model
    assert b"/tmp" not in model


def test_a_row_depends_on_itself_alone(engine):
    rng = np.random.default_rng(1)
    observations = random_observations(GAME, BATCH)
    wanted = engine.run(observations)
    order = rng.permutation(BATCH)
    assert equal_bits(engine.run(observations[order]), [part[order] for part in wanted])
    for row in (0, 7, BATCH - 1):
        others = 100 * rng.standard_normal(observations.shape, np.float32)
        others[row] = observations[row]
        assert equal_bits([p[row : row + 1] for p in engine.run(others)], [p[row : row + 1] for p in wanted])
        assert equal_bits(engine.run(observations[row : row + 1]), [p[row : row + 1] for p in wanted])


@pytest.mark.parametrize("num_rows", [0, 1, BATCH - 1, BATCH, BATCH + 1, 2 * BATCH, 3 * BATCH + 5])
def test_any_number_of_rows(engine, num_rows):
    observations = random_observations(GAME, max(num_rows, 1))[:num_rows]
    singly = [engine.run(observations[i : i + 1]) for i in range(num_rows)]
    wanted = [np.concatenate(parts) for parts in zip(*singly, strict=True)] if singly else None
    found = engine.run(observations)
    assert [part.shape for part in found] == [(num_rows, GAME.num_actions), (num_rows,), (num_rows,)]
    assert wanted is None or equal_bits(found, wanted)


def test_answers_stay_when_the_engine_runs_again(engine):
    observations = random_observations(GAME, 2 * BATCH)
    first = engine.run(observations[:BATCH])
    kept = [part.copy() for part in first]
    engine.run(observations[BATCH:])
    assert equal_bits(first, kept)


@pytest.mark.parametrize(("inference", "precision"), ENGINES)
def test_an_engine_a_thread(inference, precision):
    net, observations = lived_net("cnn", GAME), random_observations(GAME, 8 * BATCH)
    engines = [engine_of(net, GAME, inference, precision) for _ in range(3)]
    wanted = engines[0].run(observations)
    with ThreadPoolExecutor(3) as threads:
        for found in threads.map(lambda engine: engine.run(observations), engines):
            assert equal_bits(found, wanted)


def test_the_engine_keeps_the_net_as_it_was():
    net, observations = lived_net("cnn", GAME), random_observations(GAME, 4)
    engine = engine_of(net, GAME, "torch")
    before = engine.run(observations)
    for parameter in net.parameters():
        parameter.data.zero_()
    assert equal_bits(engine.run(observations), before)


@pytest.mark.parametrize(
    ("made", "sentence"),
    [
        (lambda net: TorchEngine(net, GAME, batch_size=0), "an engine's batch has at least 1 row, not 0"),
        (
            lambda net: TorchEngine(net, GAME, precision="int8"),
            "float32, bfloat16 for torch, not 'int8'",
        ),
        (lambda net: OnnxRuntimeEngine(b"", GAME, precision="bfloat16"), "must be float32 or int8 for onnxruntime"),
        (lambda net: OpenVinoEngine(b"", GAME, precision="f16"), "float32, bfloat16, int8 for openvino, not 'f16'"),
        (lambda net: chosen_device("gpu"), "inference.device must be one of cpu, cuda, auto, not 'gpu'"),
        (
            lambda net: engine_of(net, GAME, "torch").run(np.zeros((1, 9, 7, 7), np.float32)),
            "(dots 2×2), not (9, 7, 7)",
        ),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(made, sentence):
    with pytest.raises(UserError) as error:
        made(lived_net("cnn", GAME))
    assert sentence in str(error.value)


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU")
def test_a_gpu_that_is_not_there():
    assert chosen_device("auto").type == "cpu"
    with pytest.raises(UserError, match="needs a GPU"):
        chosen_device("cuda")
