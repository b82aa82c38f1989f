#!/usr/bin/env python3
"""Checks every include against cmake/lint/layers.toml: who may depend on whom, and which library
may be named where. Prints one line for each include that breaks a rule."""

import pathlib
import re
import subprocess
import sys
import tomllib

TOP = pathlib.Path(__file__).resolve().parents[2]
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)


def module_of(path, modules):
    """The module whose folder is the longest prefix of the path, or None."""
    best = None
    for module in modules:
        if path.startswith(module + "/") and (best is None or len(module) > len(best)):
            best = module
    return best


def allowed(target, module, rules):
    """A rule names a module or, with a trailing /*, everything below a folder."""
    if target == module:
        return True
    return any(
        target == rule or (rule.endswith("/*") and target.startswith(rule[:-1])) for rule in rules)


def check_file(path, rules):
    modules, libraries = rules["modules"], rules["libraries"]
    module = module_of(path, modules)
    if module is None:
        yield f"{path}: in no module of layers.toml"
        return
    for quote, name in INCLUDE.findall((TOP / path).read_text(encoding="utf-8", errors="replace")):
        if quote == '"':
            target = module_of(name, modules)
            if target is None:
                if "/" in name:
                    yield f"{path}: includes {name}, which is in no module of layers.toml"
            elif not allowed(target, module, modules[module]):
                yield f"{path}: {module} may not include {target} ({name})"
            continue
        for library, rule in libraries.items():
            if re.match(rule["headers"], name) and not allowed(module, None, rule["only"]):
                yield f"{path}: {library} ({name}) may not be used in {module}"


def main():
    rules = tomllib.loads((TOP / "cmake/lint/layers.toml").read_text())
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--", "common", "server", "gui", "collector"],
        cwd=TOP, capture_output=True, check=True).stdout.decode().split("\0")
    files = [name for name in listed if name.endswith((".h", ".cpp", ".c"))]
    problems = [problem for name in files for problem in check_file(name, rules)]
    for problem in problems:
        print(problem)
    print(f"layers: {len(files)} files, {len(problems)} forbidden includes")
    return 1 if problems or not files else 0


if __name__ == "__main__":
    sys.exit(main())
