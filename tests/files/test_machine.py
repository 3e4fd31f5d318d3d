"""What is said of the machine."""

from src.files.machine import describe_machine, gpus, num_cores


def test_there_is_a_core():
    assert describe_machine()["cores"] == num_cores() >= 1


def test_the_driver_tells_the_gpus(tmp_path):
    assert gpus(tmp_path) == []
    for bus, model in (("0000:01:00.0", "NVIDIA H200"), ("0000:02:00.0", "NVIDIA GeForce RTX 4090")):
        file = tmp_path / "gpus" / bus / "information"
        file.parent.mkdir(parents=True)
        file.write_text(f"Model: \t\t {model}\nIRQ:   \t\t 90\nBus Type: \t PCIe\n")
    assert gpus(tmp_path) == ["NVIDIA H200", "NVIDIA GeForce RTX 4090"]
