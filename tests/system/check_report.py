#!/usr/bin/env python3
"""`vellum --report`: the page by readers that know nothing of Vellum, its numbers beside those of vellum-query.

The page must be HTML (html.parser) and well-formed XML (xml.etree), name nothing outside itself, hold no element that a
trace's names could have made, and say of each function, group and path what `vellum-query compare --format json` says, of each step what `--steps` says, and of what is
guessed that it is.
"""
import argparse
import base64
import html.parser
import json
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from pathlib import Path

XHTML = "{http://www.w3.org/1999/xhtml}"
VOID = {"meta", "img", "source"}
ALLOWED = {
    "html", "head", "meta", "title", "style", "body", "header", "nav", "ul", "li", "a", "h1", "h2", "h3", "p", "section", "div",
    "figure", "picture", "source", "img", "figcaption", "table", "caption", "b", "thead", "tbody", "tr", "th", "td", "data",
    "footer"}
TITLES = {"function": "Functions", "group": "Function groups", "path": "Call paths"}
COLUMNS = ["name", "exclusive_a_ns", "exclusive_b_ns", "difference_ns", "ratio", "share", "visits_a", "visits_b", "verdict"]
FORBIDDEN = r"[\x00-\x08\x0b\x0c\x0e-\x1f]"  # in XML
EVIL = "<script>alert(1)</script>&\"'\x1b[31m"


def fail(sentence):
    print("check_report:", sentence)
    sys.exit(1)


class Html(html.parser.HTMLParser):
    """Elements are closed in the order in which they were opened."""

    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attributes):
        if tag not in ALLOWED:
            fail(f"the page has an element '{tag}'")
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attributes:
            if name.startswith("on"):
                fail(f"'{tag}' has an attribute '{name}'")
            outside = name in ("src", "srcset", "href") and not (value.startswith("data:image/") or value.startswith("#"))
            if outside:
                fail(f"'{tag}' refers to {value[:80]}")

    def handle_startendtag(self, tag, attributes):
        if tag not in VOID:
            fail(f"HTML takes '<{tag}/>' for a beginning")
        self.handle_starttag(tag, attributes)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            fail(f"'</{tag}>' ends what is not open")


def tables_of(page):
    tables = {}
    for table in page.iter(XHTML + "table"):
        title = table.find(f"{XHTML}caption/{XHTML}b").text.strip()
        rows = []
        for row in table.iter(XHTML + "tr"):
            cells = []
            for cell in row:
                data = cell.find(XHTML + "data")
                cells.append(("".join(cell.itertext()), None if data is None else data.get("value")))
            rows.append(cells)
        tables[title] = rows[1:]
    return tables


def check_rows(shown, expected, what, is_matched):
    columns = COLUMNS[:1] + ["likeness"] + COLUMNS[1:] if is_matched else COLUMNS
    if len(shown) != min(len(expected), 200):
        fail(f"{what}: {len(shown)} rows, not {min(len(expected), 200)}")
    for cells, row in zip(shown, expected):
        for (text, value), key in zip(cells, columns, strict=True):
            wanted = row[key]
            if key == "name":
                if row["name_b"]:
                    wanted += " ≈ " + row["name_b"]
                # What XML forbids is replaced, and a very long name is cut.
                wanted = re.sub(FORBIDDEN, "\ufffd", wanted)
                is_cut = len(wanted) > 900 and text.endswith("…") and len(text) > 900
                is_same = text == wanted or (is_cut and wanted.startswith(text[:-1]))
            elif key == "likeness":
                is_same = text == (f"guessed {int(wanted * 100)} %" if row["guessed"] else "")
            elif key == "verdict":
                words = {"faster": "▼ faster", "slower": "▲ slower", "too-few": "too few", "same": "same"}
                lone = {"only-a": "only in A", "only-b": "only in B"}
                is_same = text == lone.get(row["in"], words.get(wanted))
            elif wanted is None:
                is_same = text == "–"
            else:
                is_same = float(value) == wanted
            if not is_same:
                fail(f"{what}, '{row['name']}': {key} is {text!r} ({value}), not {wanted!r}")


def pictures_of(page, folder):
    """Each is read by a reader of XML, if it is SVG, and kept for eyes."""
    count = 0
    addresses = [one.get("src") for one in page.iter(XHTML + "img")] + [one.get("srcset") for one in page.iter(XHTML + "source")]
    for address in addresses:
        kind, data = re.fullmatch(r"data:image/(svg\+xml|png);base64,(.*)", address).groups()
        content = base64.b64decode(data, validate=True)
        if kind == "png" and not content.startswith(b"\x89PNG"):
            fail("a picture is no PNG")
        if kind != "png":
            svg = ET.fromstring(content)
            if any(one.tag.rpartition("}")[2] == "script" for one in svg.iter()):
                fail("a picture has a script")
        (folder / f"picture-{count}.{'png' if kind == 'png' else 'svg'}").write_bytes(content)
        count += 1
    return count


class Check:
    def __init__(self, build, folder):
        self.build = build
        self.folder = folder
        self.environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
        self.environment.update({name: str(folder) for name in ("HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")})

    def run(self, program, *arguments):
        return subprocess.run(
            [str(self.build / "bin" / program), *map(str, arguments)], env=self.environment, capture_output=True, text=True,
            timeout=200)

    def report(self, *arguments):
        out = self.folder / "page.html"
        done = self.run("vellum", "--report", out, *arguments)
        if done.returncode != 0:
            fail(f"status {done.returncode}: {done.stderr}")
        parser = Html()
        parser.feed(out.read_text())
        parser.close()
        if parser.open:
            fail(f"'{parser.open[-1]}' is not closed")
        return ET.parse(out).getroot()

    def compare(self, a, b, what, *window, step=None, match="name"):
        """\param step  what is likeliest to be one"""
        page = self.report(a, b, *window, "--match", match)
        tables = tables_of(page)
        for by, title in TITLES.items():
            how = match if by != "group" else "name"
            done = self.run(
                "vellum-query", "compare", a, b, "--by", by, "--match", how, "--format", "json", *window)
            result = json.loads(done.stdout)["result"]
            if by == "function":
                often = [row for row in result["rows"] if min(row["samples_a"] or 0, row["samples_b"] or 0) >= 20]
            check_rows(tables[title], result["rows"], f"{what}, by {by}", how == "structure")
            if how == "structure" and result["guessed"] == 0:
                fail(f"{what}, by {by}: there is nothing to guess")
        if step is not None:
            self.check_steps(tables.get("Steps"), a, b, step, what)
        elif "Steps" in tables:
            fail(f"{what}: there are steps")
        wanted = (10 if step is None else 12) + 2 * min(len(often), 4)  # with how long visits take
        if pictures_of(page, self.folder) != wanted:
            fail(f"{what}: not two timelines, two summaries, a flame graph, the steps and how long visits take, if there are any, each light and dark")
        return page

    def check_steps(self, shown, a, b, step, what):
        done = self.run("vellum-query", "compare", a, b, "--steps", step, "--format", "json")
        rows = json.loads(done.stdout)["result"]["rows"]
        if shown is None or len(shown) != min(len(rows), 200):
            fail(f"{what}: not the steps '{step}'")
        for cells, row in zip(shown, rows):
            numbers = {3: "duration_a_ns", 4: "duration_b_ns", 5: "difference_ns"}
            for column, key in numbers.items():
                only = row["in"] == ("only-b" if column == 3 else "only-a") or (column == 5 and row["in"] != "both")
                value = cells[column][1]
                if (value is not None) == only or (value is not None and int(value) != row[key]):
                    fail(f"{what}, {row['name']} {row['number']}: {key} is {value}, not {row[key]}")
            name = re.sub(FORBIDDEN, "\ufffd", row["name"])
            if cells[1][0] != name or int(cells[2][1]) != row["number"]:
                fail(f"{what}: step {cells[1][0]} {cells[2][1]}, not {row['name']} {row['number']}")

    def likeliest_step(self, a, b):
        """The function of the most time in A that is visited as often in B, and more often than there are processes; or of all
        that are in both, where none is as often."""
        done = self.run("vellum-query", "compare", a, b, "--by", "function", "--format", "json")
        rows = [row for row in json.loads(done.stdout)["result"]["rows"] if row["in"] == "both"]
        info = [json.loads(self.run("vellum-query", "info", one, "--format", "json").stdout) for one in (a, b)]
        groups = [one.get("result", one)["location_groups"] for one in info]
        often = [row for row in rows if row["visits_a"] > groups[0] and row["visits_b"] > groups[1]]
        often.sort(key=lambda row: (row["visits_a"] != row["visits_b"], -row["inclusive_a_ns"], row["name"]))
        return often[0]["name"] if often else None

    def refuse(self, status, sentence, *arguments):
        done = self.run("vellum", *arguments)
        if done.returncode != status or sentence not in done.stderr:
            fail(f"{arguments}: status {done.returncode}, '{done.stderr.strip()}', not {status}, '{sentence}'")


def write_evil(path, scale):
    events = [{"ph": "X", "name": EVIL, "pid": 1, "tid": 1, "ts": 10 * i * scale, "dur": 5 * scale} for i in range(20)]
    events.append({"ph": "M", "name": "process_name", "pid": 1, "args": {"name": EVIL}})
    events.append({"ph": "M", "name": "thread_name", "pid": 1, "tid": 1, "args": {"name": EVIL}})
    path.write_text(json.dumps({"traceEvents": events}))


def write_steps(path, kernel, durations):
    """Steps of a training, in each of which one kernel runs."""
    events = []
    for i, duration in enumerate(durations):
        for name, begin, length in ((f"ProfilerStep#{i}", 0, duration), ("aten::mm", 10, duration - 20), (kernel, 20, duration - 60)):
            events.append({"ph": "X", "name": name, "pid": 1, "tid": 1, "ts": 1000 * i + begin, "dur": length})
    path.write_text(json.dumps({"traceEvents": events}))


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--build", type=Path, required=True)
    build = options.parse_args().build.resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        check = Check(build, folder)
        for seed in (1, 2):
            check.run("vellum-generate", "random", "--seed", seed, "--locations", 6, "--events", 4000, "--out", folder / f"run-{seed}")
        runs = [folder / "run-1" / "traces.otf2", folder / "run-2" / "traces.otf2"]
        check.compare(*runs, "random traces", step=check.likeliest_step(*runs))
        write_steps(folder / "before.json", "volta_sgemm_128x64_nn", [500, 510, 520])
        write_steps(folder / "after.json", "ampere_sgemm_128x64_nn", [400, 610, 520, 300])
        pair = [folder / "before.json", folder / "after.json"]
        check.compare(*pair, "steps", step="ProfilerStep#*")
        check.compare(*pair, "kernels of other names", step="ProfilerStep#*", match="structure")
        for number in (1, 2):
            write_evil(folder / f"evil-{number}.json", number)
        page = check.compare(folder / "evil-1.json", folder / "evil-2.json", "names that are markup", step=EVIL)
        if "<script>alert(1)</script>" not in "".join(page.itertext()):
            fail("the name that is markup is not read as it is")
        one = check.report(runs[0])
        if "Functions" in tables_of(one) or pictures_of(one, folder) != 4:
            fail("the page of one trace is not a timeline and a summary")

        (folder / "garbage.otf2").write_text("not a trace\n" * 100)
        out = folder / "never.html"
        check.refuse(3, "garbage.otf2", "--report", out, runs[0], folder / "garbage.otf2")
        check.refuse(3, "none.otf2", "--report", out, folder / "none.otf2")
        check.refuse(1, "cannot be written", "--report", folder / "no" / "page.html", runs[0])
        check.refuse(2, "does not end in .html", "--report", folder / "page.txt", runs[0])
        check.refuse(2, "--report needs a TRACE", "--report", out)
        check.refuse(2, "one file is written at a time", "--report", out, "--screenshot", folder / "a.png", runs[0])
        check.refuse(2, "--report takes 1 to 8 TRACEs, not 9", "--report", out, *([runs[0]] * 9))
        if out.exists():
            fail("a report that failed left a file")


main()
