"""Asks vellum-query and Answers the same questions and compares every number.

Rules: what is expected must be there and equal; keys beyond it are allowed (cli.md: keys may be
added). A difference is one line: the query, the place in the JSON, both values.
"""

import json
import random
import re
import subprocess

import slow_io
from slow_answers import Path, Ref, Seconds
from slow_records import compare_records
from slow_visits import GROUP_ORDER

MANY = 1000000                      # the engine's limit of items in one answer
JOINTS = ["/", " / ", ";", " > ", "->", " -> ", ">", "\t", "|"]


def differences(expected, actual, place="result"):
    """Yields (place, expected, actual) for everything that is not equal."""
    if isinstance(expected, Path):
        if actual != list(expected) and not any(j.join(expected) == actual for j in JOINTS):
            yield place, list(expected), actual
    elif isinstance(expected, dict):
        yield from differences_of_objects(expected, actual, place)
    elif isinstance(expected, list):
        yield from differences_of_lists(expected, actual, place)
    elif not equal(expected, actual):
        yield place, expected, actual


def differences_of_objects(expected, actual, place):
    if not isinstance(actual, dict):
        yield place, "an object", actual
        return
    for key, value in expected.items():
        if key not in actual:
            yield place + "." + key, value if not isinstance(value, (list, dict)) else "…", "missing"
        else:
            yield from differences(value, actual[key], place + "." + key)


def differences_of_lists(expected, actual, place):
    if not isinstance(actual, list):
        yield place, "a list", actual
        return
    if len(expected) != len(actual):
        yield place + ".length", len(expected), len(actual)
    for i, (one, other) in enumerate(zip(expected, actual)):
        yield from differences(one, other, "%s[%d]" % (place, i))


def equal(expected, actual):
    if isinstance(expected, Seconds):
        actual = 0.0 if actual is None else actual
        return (isinstance(actual, (int, float)) and not isinstance(actual, bool)
                and abs(expected - actual) <= 1e-12 * max(abs(expected), abs(actual)))
    if isinstance(expected, Ref):
        return expected == actual
    return type(expected) is type(actual) and expected == actual


class Question:
    """One query: its words on the command line, and the oracle's answer to it."""

    def __init__(self, query, options, answer, window=None):
        self.query, self.options, self.answer, self.window = query, options, answer, window


class Comparison:
    """Runs questions on one archive and keeps what differed."""

    def __init__(self, answers, archive, binary, connect=None, extra=()):
        self.answers, self.archive, self.binary = answers, archive, binary
        self.tail = (["--connect", connect] if connect else []) + list(extra)
        self.found, self.asked = [], 0

    def note(self, question, place, expected, actual):
        words = " ".join([question.query] + question.options)
        self.found.append("%s: %s: expected %r, got %r" % (words, place, expected, actual))

    def run(self, question):
        command = [self.binary, question.query, self.archive, "--format", "json"]
        done = subprocess.run(command + question.options + self.tail, capture_output=True,
                              timeout=600, check=False)
        self.asked += 1
        return done

    def ask(self, question):
        done = self.run(question)
        if done.returncode != 0:
            self.note(question, "exit status", 0, "%d, %s" % (
                done.returncode, done.stderr.decode(errors="replace").strip()))
            return
        try:
            got = json.loads(done.stdout)
        except ValueError as error:
            self.note(question, "stdout", "JSON", str(error))
            return
        self._compare(question, got)

    def _compare(self, question, got):
        if got.get("schema") != "vellum/1" or got.get("exact") is not True:
            self.note(question, "schema, exact", ("vellum/1", True),
                      (got.get("schema"), got.get("exact")))
        if question.window:
            begin, end = question.window
            seconds = self.answers.seconds
            expected = {"begin_ticks": begin, "end_ticks": end, "begin_seconds": seconds(begin),
                        "end_seconds": seconds(end)}
            for difference in differences(expected, got.get("window"), "window"):
                self.note(question, *difference)
        for difference in differences(question.answer, got.get("result")):
            self.note(question, *difference)

    def ask_info(self):
        """`info`, its counts and, of its import report, the kinds both sides count."""
        self.ask(Question("info", [], self.answers.info()))
        done = self.run(Question("info", [], {}))
        if done.returncode != 0:
            return
        listed = json.loads(done.stdout)["result"].get("import_report", [])
        report = {entry["kind"]: entry["count"] for entry in listed}
        counted = dict(self.answers.trace.problems)
        for kind in sorted(set(report) | set(counted)):
            if report.get(kind, 0) != counted.get(kind, 0):
                self.note(Question("info", [], {}), "import_report." + kind,
                          counted.get(kind, 0), report.get(kind, 0))

    def expect_usage(self, options):
        question = Question("profile", options, {})
        done = self.run(question)
        if done.returncode != 2:
            self.note(question, "exit status", 2, done.returncode)


class Questions:
    """Draws questions at random; equal seeds draw equal ones."""

    def __init__(self, answers, seed):
        self.answers, self.trace = answers, answers.trace
        self.random = random.Random(seed)

    def window(self):
        """(begin, end), and how it is written; now and then beyond the trace or half left out."""
        begin, end = self.trace.begin, self.trace.end
        dice, low = self.random, max(begin, 0)
        size = max(1, int((end - low) * 10 ** dice.uniform(-7, 0)))
        at = self._begin(low, end)
        upto = at + size
        form = dice.randrange(8)
        if form == 0:
            return (at, end), "%dt:" % at
        if form == 1:
            return (begin, min(upto, end)), ":%dt" % upto
        return (at, min(upto, end)), "%dt:%dt" % (at, upto)

    def _begin(self, low, end):
        """Half the time where something happens, else anywhere."""
        busy = [loc for loc in self.answers.all if loc.records]
        if busy and self.random.random() < 0.5:
            records = self.random.choice(busy).records
            return min(max(self.random.choice(records)[1], low), end - 1)
        return self.random.randrange(low, end)

    def locations(self):
        """Mostly all; else a few by reference, in definition order."""
        everything = self.answers.all
        if self.random.random() < 0.7 or not everything:
            return everything, []
        count = self.random.randint(1, min(4, len(everything)))
        chosen = sorted(self.random.sample(everything, count), key=lambda loc: loc.order)
        return chosen, ["--locations", ",".join(str(loc.ref) for loc in chosen)]

    def filtered(self):
        """Mostly all visits; else what a filter leaves, and how that is written."""
        if self.random.random() < 0.6:
            return self.answers, []
        conditions, words = [], []
        if self.random.random() < 0.5:
            self._name(conditions, words)
        if self.random.random() < 0.5:
            groups = self.random.sample(GROUP_ORDER, self.random.randint(1, 4))
            conditions.append(lambda v: self.answers.group_of.get(v.region, "Unknown") in groups)
            words += ["--group", ",".join(groups)]
        if self.random.random() < 0.5 or not conditions:
            self._duration(conditions, words)
        hides = self.random.random() < 0.4
        words += ["--except"] if hides else []
        return self.answers.left(lambda v: all(c(v) for c in conditions) != hides), words

    def _name(self, conditions, words):
        """One that at least one function has in its name."""
        names = [r[0] for r in self.trace.regions.values() if r[0].isascii() and r[0]]
        if names:
            part = self.random.choice(names)[:self.random.randint(1, 12)]
            conditions.append(lambda v: part in (self.trace.region_name(v.region) or ""))
            words += ["--functions=" + re.sub(r"[\^$\\.*+?()\[\]{}|/]", r"\\\g<0>", part)]

    def _duration(self, conditions, words):
        visits = [v for loc in self.answers.all for v in self.answers.visits[loc.ref][:50]]
        length = self.random.choice([v.end - v.begin for v in visits]) if visits else 7
        if self.random.random() < 0.5:
            conditions.append(lambda v: v.end - v.begin >= length)
            words += ["--min-duration", "%dt" % length]
        else:
            conditions.append(lambda v: v.end - v.begin <= length)
            words += ["--max-duration", "%dt" % length]

    def of_window(self, window, text):
        """Every query with a window, each with options drawn anew."""
        base = ["--window=" + text] if text else []
        for make in (self.profile, self.call_tree, self.timeline, self.messages, self.matrix,
                     self.search, self.events, self.collectives, self.members, self.io):
            selected, words = self.locations()
            if selected:
                yield make(window, selected, base + words)

    def profile(self, window, selected, words):
        by = self.random.choice(["region", "group", "paradigm"])
        per = self.random.random() < 0.5
        answers, filters = self.filtered()
        words = words + filters + ["--by", by] + (["--per-location"] if per else [])
        return Question("profile", words, answers.profile(window, selected, by, per), window)

    def call_tree(self, window, selected, words):
        depth = self.random.choice([None, 1, 3, 20])
        answers, filters = self.filtered()
        words = words + filters + (["--depth", str(depth)] if depth else [])
        return Question("call-tree", words, answers.call_tree(window, selected, depth), window)

    def timeline(self, window, selected, words):
        columns = self.random.choice([1, 7, 100, 640, 1920])
        by = self.random.choice(["region", "group"])
        depth = self.random.choice([None, None, 1, 2, 5])
        answers, filters = self.filtered()
        words = words + filters + ["--columns", str(columns), "--by", by]
        words += ["--depth", str(depth)] if depth else []
        answer = answers.timeline(window, selected, columns, by, depth)
        return Question("timeline", words, answer, window)

    def messages(self, window, selected, words):
        limit = self.random.choice([MANY, MANY, 10])
        answer = self.answers.message_list(window, selected, limit)
        return Question("messages", words + ["--limit", str(limit)], answer, window)

    def matrix(self, window, selected, words):
        by = self.random.choice(["location", "location-group", "node"])
        answer = self.answers.matrix(window, selected, by)
        return Question("matrix", words + ["--by", by], answer, window)

    def search(self, window, selected, words):
        names = [r[0] for r in self.trace.regions.values() if r[0]] or ["x"]
        name = self.random.choice([".", "^MPI_", "[a-m]$", self.random.choice(names)[:3]])
        name = "".join(c if c.isalnum() or c in ".^$[]-_" else "." for c in name)
        limit = self.random.choice([MANY, 5])
        least = self.random.choice([0, 0, 1, (window[1] - window[0]) // 50])
        after = self.random.choice([None, None, self.random.randrange(*window)])
        words = words + ["--name=" + name, "--limit", str(limit)]
        words += ["--min-duration", "%dt" % least] if least else []
        words += ["--after=%dt" % after] if after is not None else []
        answer = self.answers.search(window, selected, name, limit, least, after)
        return Question("search", words, answer, window)

    def collectives(self, window, selected, words):
        limit = self.random.choice([MANY, MANY, 10])
        answer = self.answers.collectives.answer(window, selected, limit)
        return Question("collectives", words + ["--limit", str(limit)], answer, window)

    def members(self, window, selected, words):
        """Mostly of an operation that there is."""
        rows = self.answers.collectives.rows
        row = self.random.choice(rows) if rows else {"communicator": 0, "instance": 0}
        instance = row["instance"] + (self.random.random() < 0.1)
        limit = self.random.choice([MANY, MANY, 1])
        answer = self.answers.collectives.members(
            window, selected, row["communicator"], instance, limit)
        words = words + ["--members", "%d:%d" % (row["communicator"], instance)]
        return Question("collectives", words + ["--limit", str(limit)], answer, window)

    def io(self, window, selected, words):
        limit = self.random.choice([MANY, MANY, 3])
        answer = slow_io.answer(window, selected, limit)
        return Question("io", words + ["--limit", str(limit)], answer, window)

    def events(self, window, selected, words):
        limit = self.random.choice([MANY, 20])
        answer = self.answers.events(window, selected, limit)
        return Question("events", words + ["--limit", str(limit)], answer, window)


def compare(comparison, windows, seed):
    """All questions: whole-trace facts, the whole trace as window, then windows random ones."""
    answers = comparison.answers
    questions = Questions(answers, seed)
    comparison.ask_info()
    comparison.ask(Question("locations", [], answers.locations()))
    comparison.expect_usage(["--window=5t:5t"])
    whole = (answers.trace.begin, answers.trace.end)
    comparison.ask(Question("markers", [], answers.markers(whole), whole))
    compare_records(comparison, Question("events", ["--limit", str(MANY)], {}))
    for question in questions.of_window(whole, None):
        comparison.ask(question)
    for _ in range(windows):
        for question in questions.of_window(*questions.window()):
            comparison.ask(question)
    return comparison.found
