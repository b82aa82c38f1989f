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

# As PyTorch does: ranges through NVTX once emit_nvtx has been entered, which waits for the GPU before. A thread has one
# profiler, a second is refused, and one that is on when the program ends is complained of.
TORCH = {
    "torch/__init__.py": """
        import ctypes, os
        from . import cuda
        _ranges = ctypes.CDLL(os.environ["RANGES_LIBRARY"]) if "RANGES_LIBRARY" in os.environ else None
        def addmm(step):
            if autograd.active() == "nvtx":
                _ranges.push(f"aten::addmm, op_id = {step}, seq = {step + 1}, sizes = [[2, 3]]".encode())
                _ranges.pop()
    """,
    "torch/cuda.py": """
        waits = 0
        def synchronize():
            global waits
            waits += 1
    """,
    "torch/autograd/__init__.py": """
        import atexit, sys, threading
        _state = threading.local()
        def active():
            return getattr(_state, "kind", None)
        def _prepare_profiler(kind):
            if active() is not None:
                raise RuntimeError("Can't prepare, a profiler is on")
        def _enable_profiler(kind):
            if active() is not None:
                raise RuntimeError("Profiler is already enabled on this thread")
            _state.kind = kind
        def _disable_profiler():
            if active() is None:
                raise RuntimeError("Can't disable a profiler that is not on")
            _state.kind = None
        atexit.register(lambda: active() and sys.stderr.write("Leaked callback handle\\n"))
    """,
    "torch/autograd/profiler.py": """
        import torch
        from torch.autograd import _disable_profiler, _enable_profiler, _prepare_profiler
        class emit_nvtx:
            def __init__(self, enabled=True, record_shapes=False):
                assert record_shapes
            def __enter__(self):
                torch.cuda.synchronize()
                if torch._ranges is None:
                    raise RuntimeError("NVTX profiling requires\\nCUDA")
                _enable_profiler("nvtx")
                return self
            def __exit__(self, kind, value, trace):
                torch.cuda.synchronize()
                _disable_profiler()
        class profile:
            def __enter__(self):
                _prepare_profiler("kineto")
                _enable_profiler("kineto")
            def __exit__(self, kind, value, trace):
                _disable_profiler()
    """,
    "program.py": """
        import os, subprocess, sys, threading
        import sitecustomize
        import torch
        from torch.autograd import profiler
        def profiled(step):
            with profiler.profile():
                torch.addmm(step)
                assert torch.autograd.active() == "kineto"
        if "PROFILES" in os.environ:
            profiled(0)
            thread = threading.Thread(target=profiled, args=(1,))
            thread.start()
            thread.join()
            try:
                with profiler.profile():
                    profiled(2)
            except RuntimeError as error:
                print(error)
            try:
                torch.autograd._disable_profiler()  # the program has none that is on
            except RuntimeError as error:
                print(error)
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

        def record(name, *options, says="", **variables):
            output = os.path.join(scratch, name)
            result = subprocess.run(
                [args.record, "-o", output, *options, "--", "/usr/bin/python3", program],
                capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": other, **variables})
            equal(result.returncode, 0, f"{name}: {result.stderr}")
            equal(result.stdout, f"{says}0 ran {other}\n[]\n", f"{name}: what the program sees")
            return result, os.path.join(output, "traces.otf2")

        _, anchor = record("ranges", RANGES_LIBRARY=args.ranges)
        equal(visits(anchor)["aten::addmm"], 5, "operators")

        result, anchor = record("profiled", RANGES_LIBRARY=args.ranges, PROFILES="1",
                                says="Can't prepare, a profiler is on\nCan't disable a profiler that is not on\n")
        equal(visits(anchor)["aten::addmm"], 5, "operators outside of the program's own profiler")
        own = "source nvtx: operators of PyTorch: not recorded while the program's own profiler is on"
        equal(result.stderr.count(own), 1, f"how often it is said: {result.stderr}")
        equal(result.stderr.count("Leaked"), 0, f"complaints: {result.stderr}")

        result, _ = record("without")
        reason = "source nvtx: operators of PyTorch: NVTX profiling requires CUDA"
        equal(result.stderr.count(reason), 1, f"how often it is said: {result.stderr}")
    for message in FAILURES[:20]:
        print("FAILED:", message)
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
