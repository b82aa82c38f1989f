#!/usr/bin/python3
"""Records a Python program that loads a torch of ours, whose operators set ranges once they are asked to."""

import argparse
import os
import subprocess
import sys
import tempfile
import textwrap
from collections import Counter

import otf2

FAILURES = []

# As PyTorch does: ranges through NVTX once emit_nvtx has been entered, which waits for the GPU before.
TORCH = {
    "torch/__init__.py": """
        import ctypes, os
        from . import cuda
        _ranges = ctypes.CDLL(os.environ["RANGES_LIBRARY"]) if "RANGES_LIBRARY" in os.environ else None
        annotated = False
        def addmm(step):
            if annotated:
                _ranges.push(f"aten::addmm, op_id = {step}, seq = {step + 1}, sizes = [[2, 3]]".encode())
                _ranges.pop()
    """,
    "torch/cuda.py": """
        waits = 0
        def synchronize():
            global waits
            waits += 1
    """,
    "torch/autograd/__init__.py": "",
    "torch/autograd/profiler.py": """
        import torch
        class emit_nvtx:
            def __init__(self, enabled=True, record_shapes=False):
                assert record_shapes
            def __enter__(self):
                torch.cuda.synchronize()
                if torch._ranges is None:
                    raise RuntimeError("NVTX profiling requires\\nCUDA")
                torch.annotated = True
                return self
    """,
    "program.py": """
        import os, subprocess, sys
        import sitecustomize
        import torch
        for step in range(5):
            torch.addmm(step)
        print(torch.cuda.waits, getattr(sitecustomize, "OTHER", None), os.environ.get("PYTHONPATH", "none"))
        print([path for path in sys.path if "vellum" in path])
    """,
    "other/sitecustomize.py": "OTHER = 'ran'",
}


def equal(actual, expected, what):
    if actual != expected:
        FAILURES.append(f"{what}: expected {expected}, found {actual}")


def visits(anchor):
    names = Counter()
    with otf2.reader.open(anchor) as trace:
        for _, event in trace.events:
            if isinstance(event, otf2.events.Enter):
                names[event.region.name] += 1
    return names


def main():
    parser = argparse.ArgumentParser()
    for option in ("--record", "--ranges"):
        parser.add_argument(option, required=True)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        for name, text in TORCH.items():
            path = os.path.join(scratch, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(textwrap.dedent(text))
        other = os.path.join(scratch, "other")
        program = os.path.join(scratch, "program.py")

        def record(name, *options, **variables):
            output = os.path.join(scratch, name)
            result = subprocess.run(
                [args.record, "-o", output, *options, "--", "/usr/bin/python3", program],
                capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": other, **variables})
            equal(result.returncode, 0, f"{name}: {result.stderr}")
            equal(result.stdout, f"0 ran {other}\n[]\n", f"{name}: what the program sees")
            return result, os.path.join(output, "traces.otf2")

        _, anchor = record("ranges", RANGES_LIBRARY=args.ranges)
        equal(visits(anchor)["aten::addmm"], 5, "operators")

        result, _ = record("without")
        reason = "source nvtx: operators of PyTorch: NVTX profiling requires CUDA"
        equal(result.stderr.count(reason), 1, f"how often it is said: {result.stderr}")
    for message in FAILURES[:20]:
        print("FAILED:", message)
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
