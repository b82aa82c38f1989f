#!/usr/bin/env python3
"""Writes before.json and after.json into a folder: one training step after another as two versions of its libraries call it."""
import json
import random
import sys
from pathlib import Path

OPERATORS = [  # operator, µs in it alone, kernel before, after, µs before, after
    ("aten::mm", 4, "volta_sgemm_128x64_nn", "ampere_sgemm_128x64_nn", 70, 44),
    ("aten::add", 3, "void elementwise_kernel<4, float>(int)", "void vectorized_elementwise_kernel<4, float>(int)", 22, 18),
    ("aten::_softmax", 5, "void softmax_warp_forward<float, 7>(float*)", "void softmax_warp_forward<float, 10>(float*)", 30, 31),
    ("aten::layer_norm", 5, "layer_norm_naive", "layer_norm_fused", 40, 26),
]


def events_of(is_after):
    at = random.Random(1 + is_after)
    events = []
    time = 0
    for step in range(8):
        begin = time
        for name, own, before, after, short, long in OPERATORS:
            kernel = (long if is_after else short) * at.uniform(0.95, 1.05)
            events.append({"name": name, "ts": time, "dur": own + kernel + 4})
            events.append({"name": "hipLaunchKernel" if is_after else "cudaLaunchKernel", "ts": time + 1, "dur": 2})
            events.append({"name": after if is_after else before, "ts": time + 4, "dur": kernel})
            time += own + kernel + 6
        if is_after:
            events.append({"name": "check_finite", "ts": time, "dur": 9})
            time += 10
        events.append({"name": f"ProfilerStep#{step}", "ts": begin - 1, "dur": time - begin + 1})
        time += 5
    return [{"ph": "X", "pid": 1, "tid": 1, **event} for event in events]


for number, name in enumerate(("before", "after")):
    Path(sys.argv[1], name + ".json").write_text(json.dumps({"traceEvents": events_of(number == 1)}))
