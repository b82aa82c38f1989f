#!/usr/bin/env python3
"""Every glob in .clang-tidy matches at least one check of the installed version.

A misspelt glob enables nothing and says nothing; this is what says it.
"""

import fnmatch
import pathlib
import re
import shutil
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parents[2]


def main():
    tool = shutil.which("clang-tidy-14") or shutil.which("clang-tidy")
    listed = subprocess.run(
        [tool, "--checks=*", "--list-checks"], capture_output=True, text=True, check=True).stdout
    checks = [line.strip() for line in listed.splitlines()[1:] if line.strip()]
    block = re.search(r"^Checks: >\n((?:  .*\n|\n)+)", (TOP / ".clang-tidy").read_text(), re.M)
    globs = [glob.strip().lstrip("-") for glob in block.group(1).replace("\n", " ").split(",")]
    idle = [glob for glob in globs if glob and glob != "*" and not fnmatch.filter(checks, glob)]
    for glob in idle:
        print(f".clang-tidy: '{glob}' matches no check of this clang-tidy")
    return 1 if idle else 0


if __name__ == "__main__":
    sys.exit(main())
