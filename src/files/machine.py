"""The machine: what it has, and how it is described beside every reported number."""

import os
import platform
from importlib.metadata import version
from pathlib import Path

import psutil

_REPORTED = ("numpy", "numba", "llvmlite")


def processor() -> str:
    """The processor's name as the system tells it."""
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def gpus(driver: Path = Path("/proc/driver/nvidia")) -> list[str]:
    """The names of NVIDIA's GPUs, which their driver tells as files."""
    found = sorted(driver.glob("gpus/*/information"))
    return [
        line.partition(":")[2].strip()
        for path in found
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.startswith("Model")
    ]


def num_cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def has_bfloat16() -> bool:
    """Whether the processor computes in bfloat16 itself; False where the system does not tell."""
    cpuinfo = Path("/proc/cpuinfo")
    flags = cpuinfo.read_text(encoding="utf-8").split() if cpuinfo.exists() else []
    return not {"avx512_bf16", "amx_bf16", "bf16"}.isdisjoint(flags)


def resolve_precision(asked: str) -> str:
    """`auto` is bfloat16 where the processor has it, else float32; anything else stays."""
    if asked != "auto":
        return asked
    return "bfloat16" if has_bfloat16() else "float32"


def describe_machine() -> dict[str, str | int | float]:
    """Hardware, system and versions, for JSON."""
    return {
        "processor": processor(),
        **({"gpus": ", ".join(gpus())} if gpus() else {}),
        "cores": num_cores(),
        "memory_gib": round(psutil.virtual_memory().total / 2**30, 1),
        "system": platform.platform(terse=True),
        "python": platform.python_version(),
        **{name: version(name) for name in _REPORTED},
    }
