#!/usr/bin/python3
"""Filter files against a slow matcher of our own, on random rules and names, and what is said of wrong ones."""

import argparse
import os
import random
import subprocess
import sys
import tempfile

FAILURES = []


def expect(condition, message):
    if not condition:
        FAILURES.append(message)


def glob(pattern, text):
    """The patterns of a shell, tried out one after the other."""
    if not pattern:
        return not text
    if pattern[0] == "*":
        return glob(pattern[1:], text) or (bool(text) and glob(pattern, text[1:]))
    if not text:
        return False
    if pattern[0] == "?":
        return glob(pattern[1:], text[1:])
    if pattern[0] == "[":
        letters, rest = pattern[1:].split("]", 1)
        negated = letters.startswith("!")
        return (text[0] in letters[negated:]) != negated and glob(rest, text[1:])
    if pattern[0] == "\\":
        pattern = pattern[1:]
    return pattern[0] == text[0] and glob(pattern[1:], text[1:])


class Filter:
    """Rules as (include, mangled, pattern); the last that matches decides, and both blocks must keep."""

    def __init__(self, regions, files):
        self.regions = regions
        self.files = files

    def keeps(self, name, mangled, file):
        keeps_file = keeps_name = True
        for include, _, pattern in self.files:
            if file and glob(pattern, file):
                keeps_file = include
        plain = name.split("(")[0] if name.endswith(")") else name
        for include, of_linker, pattern in self.regions:
            names = [mangled] if of_linker and mangled else [name, plain]
            if any(glob(pattern, one) for one in names):
                keeps_name = include
        return keeps_file and keeps_name

    def write(self, dice):
        blocks = [("REGION", self.regions), ("FILE", self.files)]
        dice.shuffle(blocks)
        return "".join(
            f"# {kind}\nSCOREP_{kind}_NAMES_BEGIN\n{write_rules(rules, dice, kind)}\nSCOREP_{kind}_NAMES_END # end\n"
            for kind, rules in blocks if rules)


def write_rules(rules, dice, kind):
    """Rules that are alike are written as one or as several, on one line or on many."""
    text, last = "", None
    # What MANGLED means may be said anew within a rule on regions.
    for include, mangled, pattern in rules:
        if (include, mangled) != last or dice.random() < 0.3:
            if last is not None and kind == "REGION" and last[0] == include and dice.random() < 0.5:
                text += " MANGLED " if mangled else " DEMANGLED "
            else:
                text += dice.choice(["\n", "  "]) + ("INCLUDE" if include else "EXCLUDE") + (" MANGLED" if mangled else "")
        text += dice.choice([" ", "\n\t", " # why\n  ", "\r\n "]) + pattern.replace(" ", "\\ ").replace("#", "\\#")
        last = include, mangled
    return text


def random_word(dice, letters):
    return "".join(dice.choice(letters) for _ in range(dice.randint(1, 4)))


def random_pattern(dice):
    parts = []
    for _ in range(dice.randint(1, 3)):
        parts.append(dice.choice(["*", "?", "[ab]", "[!a]", "\\*", "\\?", "a", "b", "::", "(int)", " ", "#", "/", "_Z"]))
    return "".join(parts)


def random_function(dice):
    name = random_word(dice, ["a", "b", "::", "*", "#", " ", "?"]) + dice.choice(["", "(int)", "(a, b)"])
    mangled = dice.choice(["", "_Z" + random_word(dice, "ab")])
    file = dice.choice(["", "/" + random_word(dice, "ab/")])
    return name, mangled, file


def check_random(probe, scratch):
    dice = random.Random(31)
    answers = {True: 0, False: 0}
    for round_number in range(300):
        rules = Filter(
            [(dice.random() < 0.5, dice.random() < 0.3, random_pattern(dice)) for _ in range(dice.randint(0, 6))],
            [(dice.random() < 0.5, False, random_pattern(dice)) for _ in range(dice.randint(0, 3))])
        text = rules.write(dice)
        path = os.path.join(scratch, "random.filter")
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        functions = [random_function(dice) for _ in range(60)]
        lines = "".join("\t".join(function) + "\n" for function in functions)
        result = subprocess.run([probe, path], input=lines, capture_output=True, text=True, check=False)
        expect(result.returncode == 0, f"round {round_number}: {result.stdout} of\n{text}")
        for function, said in zip(functions, result.stdout.split()):
            expected = rules.keeps(*function)
            answers[expected] += 1
            expect((said == "1") == expected, f"{function}: kept is {expected}, found {said}, by\n{text}")
    expect(min(answers.values()) > 1000, f"the dice are one-sided: {answers}")


def check_mistakes(probe, scratch):
    for text, sentence in (
            ("EXCLUDE x\n", "line 1: expected INCLUDE or EXCLUDE within a section, not \"EXCLUDE\""),
            ("SCOREP_REGION_NAMES_BEGIN\n\nKEEP x\n", "line 3: expected INCLUDE or EXCLUDE within a section, not \"KEEP\""),
            ("SCOREP_FILE_NAMES_BEGIN EXCLUDE MANGLED x\n", "line 1: MANGLED is for names of regions"),
            ("SCOREP_FILE_NAMES_BEGIN\nSCOREP_REGION_NAMES_END\n", "line 2: SCOREP_REGION_NAMES_END without its begin"),
            ("SCOREP_FILE_NAMES_BEGIN\nSCOREP_FILE_NAMES_BEGIN\n", "line 2: SCOREP_FILE_NAMES_BEGIN within a section"),
            ("SCOREP_FILE_NAMES_BEGIN\nEXCLUDE a\n", "line 2: the section begun is not ended")):
        path = os.path.join(scratch, "wrong.filter")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        result = subprocess.run([probe, path], input="", capture_output=True, text=True, check=False)
        expect(result.returncode == 2 and sentence in result.stdout, f"{text!r}: {result.stdout!r}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--probe", required=True)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        check_random(args.probe, scratch)
        check_mistakes(args.probe, scratch)
    for message in FAILURES[:5]:
        print("FAILED:", message)
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
