#!/usr/bin/python3
"""Each installed program has a manual page, which has the very options that the program has."""

import argparse
import os
import re
import subprocess
import sys

FAILURES = []


def expect(condition, message):
    if not condition:
        FAILURES.append(message)


def options_of(text):
    return set(re.findall(r"(?<![\w-])--[a-z][a-z0-9-]+", text))


def check(program, page, option):
    if not os.path.exists(page):
        expect(False, f"there is no {page}")
        return
    with open(page, encoding="utf-8") as file:
        roff = file.read()
    says = subprocess.run([program, option], capture_output=True, text=True, check=True).stdout
    plain = roff.replace("\\-", "-").replace("\\fB", "").replace("\\fR", "").replace("\\fI", "")
    expect(re.search(r"^\.SH NAME\n\S+ \\- \w", roff, re.M) is not None, f"{page} has no name and summary")
    expect(len(options_of(says)) >= 2, f"{program} has options {options_of(says)}")
    expect(options_of(plain) == options_of(says),
           f"{page}: {sorted(options_of(plain) ^ options_of(says))} are only in the page or only in the program")
    shown = subprocess.run(["man", "--warnings", "-l", page], capture_output=True, text=True, check=False,
                           env={**os.environ, "MANPAGER": "cat", "LC_ALL": "C.UTF-8"})
    expect(shown.returncode == 0 and "OPTIONS" in shown.stdout.upper(), f"{page} is not shown: {shown.stderr}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pages", required=True, help="the folder man1")
    parser.add_argument("programs", nargs="+", help="files; of compilers PATH:OPTION")
    args = parser.parse_args()
    for program in args.programs:
        path, _, option = program.partition(":")
        check(path, os.path.join(args.pages, os.path.basename(path) + ".1"), option or "--help")
    for message in FAILURES[:20]:
        print("FAILED:", message)
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
