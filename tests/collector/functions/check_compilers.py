#!/usr/bin/python3
"""vellum-cc, vellum-c++ and vellum-f90 stand for the compiler wherever a build or a configure script calls it."""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter

import otf2

FAILURES = []


def expect(condition, message):
    if not condition:
        FAILURES.append(message)


def run(scratch, *words, text=None, env=None):
    return subprocess.run(words, cwd=scratch, capture_output=True, text=True, input=text, check=False,
                          env={**os.environ, **(env or {})})


def visits(path):
    found = Counter()
    with otf2.reader.open(path) as trace:
        for _, event in trace.events:
            if isinstance(event, otf2.events.Enter):
                found[event.region.name] += 1
    return found


def record(args, scratch, output, *command, options=()):
    result = run(scratch, args.record, *options, "-o", output, "--", *command)
    archive = os.path.join(scratch, output, "traces.otf2")
    expect(result.returncode == 0 and os.path.exists(archive), f"{command}: {result.stderr}")
    return visits(archive) if os.path.exists(archive) else Counter()


def without_hooks(text):
    """What the compiler says of itself names its own options, too: ours are taken out of it."""
    return re.sub(r" ?-f(no-)?(instrument-functions|builtin-mem|tree-loop-dist|sanitize=thread)[^ \n]*| ?-Wno-tsan", "", text)


def lines_of(text):
    """Macros come in any order; one of them says that there are the hooks of --values."""
    lines = text.splitlines()
    return sorted(set(lines) - {"#define __SANITIZE_THREAD__ 1"}) if text.startswith("#define") else lines


def check_prints(wrapper, compiler, scratch):
    """What configure scripts and build tools ask a compiler for."""
    for words in (["--version"], ["-dumpmachine"], ["-dumpversion"], ["-print-prog-name=ld"], ["-print-search-dirs"],
                  ["-print-file-name=libc.so"], ["--help"], ["-E", "one.c"], ["-E", "-dM", "-x", "c", "/dev/null"],
                  ["-M", "one.c"], ["-MM", "one.c"], ["-fsyntax-only", "one.c"], ["-fsyntax-only", "wrong.c"],
                  ["-c", "nowhere.c"], ["-E", "-include", "nowhere.h", "one.c"], []):
        plain = run(scratch, compiler, *words)
        wrapped = run(scratch, *wrapper, *words)
        expect(wrapped.returncode == plain.returncode, f"{wrapper} {words}: status {wrapped.returncode}: {wrapped.stderr}")
        expect(lines_of(wrapped.stdout) == lines_of(plain.stdout), f"{wrapper} {words} prints something else: {wrapped.stdout[:300]!r}")
        expect(without_hooks(wrapped.stderr) == without_hooks(plain.stderr),
               f"{wrapper} {words} says {wrapped.stderr[:300]!r}, not {plain.stderr[:300]!r}")
    said = run(scratch, *wrapper, "-v")
    expect(said.returncode == 0 and "gcc version" in said.stderr, f"{wrapper} -v: {said.returncode} {said.stderr[-300:]}")


def check_compiles(wrapper, scratch):
    """Each way to a program, one of which leaves it without its hooks if it is not seen."""
    with open(os.path.join(scratch, "sources.rsp"), "w", encoding="utf-8") as file:
        file.write("-O1 'one.c'\n-o from-response")
    ways = {
        "from-source": [["one.c", "-o", "from-source"]],
        "from-object": [["-c", "one.c", "-o", "one.o"], ["one.o", "-o", "from-object"]],
        "from-response": [["@sources.rsp"]],
        "a.out": [["one.c"]],
        "from-pipe": [["-x", "c", "-", "-o", "from-pipe"]],
        "from-assembler": [["-S", "one.c", "-o", "one.s"], ["one.s", "-o", "from-assembler"]],
    }
    for program, steps in ways.items():
        for words in steps:
            with open(os.path.join(scratch, "one.c"), encoding="utf-8") as source:
                result = run(scratch, *wrapper, *words, text=source.read())
            expect(result.returncode == 0, f"{wrapper} {words}: {result.stderr}")
        result = run(scratch, os.path.join(scratch, program))
        expect(result.stdout == "7\n", f"{wrapper}: {program} prints {result.stdout!r}")
        symbols = run(scratch, "nm", program).stdout
        expect("__cyg_profile_func_enter" in symbols or "__tsan_func_entry" in symbols, f"{wrapper}: {program} has no hooks")
        os.remove(os.path.join(scratch, program))


def check_make(args, scratch):
    folder = os.path.join(scratch, "make")
    shutil.copytree(args.make, folder)
    env = {"CXX": os.path.join(args.tools, "vellum-c++"), "CC": os.path.join(args.tools, "vellum-cc")}
    result = run(folder, "make", text="", env=env)
    expect(result.returncode == 0, f"make: {result.stdout}{result.stderr}")
    expect(os.path.exists(os.path.join(folder, "steps.d")), "make has no dependencies")
    found = record(args, folder, "out", "./steps")
    expect(found == {"main": 1, "shapes::sum(int)": 1, "area": 10}, f"make: visits are {found}")


def check_fortran(args, scratch):
    wrapper = os.path.join(args.tools, "vellum-f90")
    if shutil.which("gfortran") is None:
        result = run(scratch, wrapper, "--version")
        expect(result.returncode == 127 and "gfortran is not found" in result.stderr, f"without gfortran: {result.stderr}")
        print("gfortran is missing: Fortran is not tried")
        return
    for mode in ([], ["--values"]):
        shutil.copy(os.path.join(args.make, "halo.f90"), scratch)
        result = run(scratch, wrapper, *mode, "-O1", "-g", "-fno-inline", "halo.f90", "-o", "halo")
        expect(result.returncode == 0, f"vellum-f90 {mode}: {result.stderr}")
        found = record(args, scratch, "fortran" + "".join(mode), "./halo", options=["--values=record"] if mode else [])
        counts = sorted(count for count in found.values())
        expect(counts[-2:] == [5, 40] and sum("stencil" in name for name in found) == 2, f"vellum-f90 {mode}: {found}")


def main():
    parser = argparse.ArgumentParser()
    for option in ("--record", "--tools", "--make"):
        parser.add_argument(option, required=True)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        for name, text in (("one.c", "#include <stdio.h>\nint main(void)\n{\n    printf(\"7\\n\");\n    return 0;\n}\n"),
                           ("wrong.c", "int main(void) { return wrong; }\n")):
            with open(os.path.join(scratch, name), "w", encoding="utf-8") as file:
                file.write(text)
        for name, compiler in (("vellum-cc", "gcc"), ("vellum-c++", "g++")):
            for mode in ([], ["--functions"], ["--values"]):
                wrapper = [os.path.join(args.tools, name), *mode]
                check_prints(wrapper, compiler, scratch)
                check_compiles(wrapper, scratch)
        check_make(args, scratch)
        check_fortran(args, scratch)
        missing = run(scratch, os.path.join(args.tools, "vellum-cc"), "one.c", env={"VELLUM_CC": "nowhere"})
        expect(missing.returncode == 127 and "nowhere is not found" in missing.stderr, f"no compiler: {missing}")
    for message in FAILURES[:20]:
        print("FAILED:", message)
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
