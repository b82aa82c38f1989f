#!/usr/bin/env python3
"""Records a program twice, for its time and for its values, and joins the two."""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def rows(tools, word, trace, *options):
    answer = json.loads(run(tools / "vellum-query", "values", word, trace, "--format", "json", *options))
    return answer["result"]


def check(claim, words):
    if not claim:
        sys.exit(f"not so: {words}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tools", type=pathlib.Path, required=True)
    parser.add_argument("--source", type=pathlib.Path, required=True)
    options = parser.parse_args()
    tools = options.tools
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        run(tools / "vellum-c++", "--values", "-O2", "-g", options.source, "-o", folder / "slow")
        run("g++", "-O2", "-g", "-finstrument-functions", options.source, "-o", folder / "quick")
        run(tools / "vellum-record", "-q", "-o", folder / "values", "--values", "record", "--", folder / "slow")
        run(tools / "vellum-record", "-q", "-o", folder / "time", "--", folder / "quick")
        joined = json.loads(
            run(tools / "vellum-query", "values", "join", folder / "values", folder / "time", "--format", "json"))
        counts = joined["result"]
        before = rows(tools, "operations", folder / "values")
        after = rows(tools, "operations", folder / "time")
        check(counts["exact"] == before["count"] > 10, f"all operations are exact: {counts}")
        check(counts["shifted"] == counts["by_function"] == counts["unmatched"] == 0, counts)
        check(after["count"] == before["count"], "as many operations")
        check(after["values_of"] == str(folder / "values") and before["values_of"] == "", after["values_of"])
        names = [(row["region_name"], row["moved_bytes"], row["redundant_bytes"]) for row in before["rows"]]
        check(names == [(row["region_name"], row["moved_bytes"], row["redundant_bytes"]) for row in after["rows"]],
              "the same operations in the same order")
        # Times are those of the quick run: each operation is a visit of its function there.
        search = json.loads(
            run(tools / "vellum-query", "search", folder / "time", "--name", ".", "--format", "json", "--limit", "100000"))
        visits = {(hit["name"], hit["begin_ticks"]) for hit in search["result"]["visits"]}
        stray = [row for row in after["rows"] if (row["region_name"], row["begin_ticks"]) not in visits]
        check(not stray, f"{len(stray)} operations begin with no visit of their function")
        text = run(tools / "vellum-query", "values", "patterns", folder / "time")
        check(text.splitlines()[-1] == f"values of: {folder / 'values'}", text)
        named = run(tools / "vellum-query", "info", folder / "time", "--format", "json")
        check("traces.vps" in named, "the trace says that it has values")
        side_car = folder / "time" / "traces.vps"
        run(tools / "vellum-query", "values", "verify", side_car)
        check(side_car.stat().st_mode & 0o077 == 0, "nobody else may read it")


main()
