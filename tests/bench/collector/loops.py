"""Programs that do one thing over and over and say how long it takes (measure_loop.h): their runs and a table of them."""

import os
import subprocess


def measure(*command, environment=None):
    result = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True,
                            env={**os.environ, **(environment or {})})
    times = {}
    for words in (line.split() for line in result.stderr.splitlines()):
        if len(words) == 3 and words[1][0].isdigit():
            times[words[0]] = (float(words[1]), float(words[2]))
    return times


def print_table(runs):
    """Of {kind of run: [times by name]}: the best of each."""
    print(f"{'ns per call, median (mean)':28}" + "".join(f"{name:>20}" for name in runs))
    for name in runs["plain"][0]:
        cells = []
        for results in runs.values():
            times = [result[name] for result in results if name in result]
            cells.append(f"{min(t[0] for t in times):.0f} ({min(t[1] for t in times):.0f})" if times else "-")
        print(f"{name:28}" + "".join(f"{cell:>20}" for cell in cells))
