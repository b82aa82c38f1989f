#!/usr/bin/python3
"""Records programs of Python that do known things, and compares the archive with what they do; read by OTF2's own printer,
the Python otf2 module and vellum-query. CASE is one of the functions case_... below."""

import argparse
import glob
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter

from python_archive import FAILURES, Archive, equal, expect
from random_program import write_program
from stand_in_torch import write_torch

SKIPPED = 77
HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = os.path.join(HERE, "programs")
SEEDS = 6

# Of functions.py. Generators and coroutines are visited each time that they go on.
FUNCTIONS = {
    "<module __main__>": 1, "main": 1, "fib": 67 + 3 * 5, "catches": 5, "fails": 20, "count_to": 5 + 3, "delegates": 3,
    "waits": 9, "gathers": 2, "in_thread": 3, "Shape.__init__": 5, "Shape.area": 4, "Shape.square": 4, "Shape.double": 1,
    "main.<locals>.<lambda>": 3, "Shape": 1, "Failure": 1,
}
CALLS = {("main", "fib"): 1, ("fib", "fib"): 66 + 3 * 4, ("in_thread", "fib"): 3, ("catches", "fails"): 5,
         ("fails", "fails"): 15, ("delegates", "count_to"): 3, ("Shape.square", "Shape.__init__"): 4,
         ("Thread.run", "in_thread"): 3, (None, "<module __main__>"): 1, ("<module __main__>", "main"): 1}


def pythons():
    """By version, those that can be found: the system's, one that has sys.monitoring, the oldest that can be recorded."""
    found = {}
    installed = glob.glob(os.path.expanduser("~/.pyenv/versions/*/bin/python3"))
    for path in ["/usr/bin/python3", *glob.glob("/usr/bin/python3.[0-9]*[0-9]"), *sorted(installed)]:
        said = subprocess.run([path, "-c", "import sys; print(*sys.version_info[:2])"], capture_output=True, text=True,
                              check=False)
        if said.returncode == 0:
            found.setdefault(tuple(map(int, said.stdout.split())), path)
    return found


def chosen(kind):
    all_found = {version: path for version, path in pythons().items() if version >= (3, 8)}
    if kind == "monitoring":
        newer = {version: path for version, path in all_found.items() if version >= (3, 12)}
        return newer[max(newer)] if newer else None
    if kind == "oldest":
        return all_found[min(all_found)] if min(all_found) < (3, 11) else None
    return "/usr/bin/python3"


def record(args, scratch, program, *options, output="archive", words=(), interpreter=(), environment=None, stdin=None):
    folder = os.path.join(scratch, output)
    command = [program, *words] if program else list(words)
    result = subprocess.run(
        [args.record, "-o", folder, *options, "--", args.python, *interpreter, *command],
        capture_output=True, text=True, check=False, input=stdin, env={**os.environ, **(environment or {})})
    return result, os.path.join(folder, "traces.otf2")


def program(name):
    return os.path.join(PROGRAMS, name + ".py")


def printed_visits(anchor):
    """As otf2-print reads them."""
    result = subprocess.run(["otf2-print", anchor], capture_output=True, text=True, check=False)
    equal((result.returncode, result.stderr), (0, ""), "otf2-print's status and complaints")
    return Counter(re.findall(r"^ENTER.*Region: \"(.*)\" <", result.stdout, re.MULTILINE))


def queried_visits(args, anchor):
    """As our own server reads them: visits and paradigms by region."""
    def profile(*words):
        answer = subprocess.run([args.query, "profile", anchor, "--format", "json", "--no-cache", *words],
                                capture_output=True, text=True, check=True).stdout
        return json.loads(answer)["result"]["rows"]
    visits = Counter()
    for row in profile():
        visits[row["name"]] += row["visits"]
    return visits, {row["name"]: row["visits"] for row in profile("--by", "paradigm")}


def line_of(text):
    with open(program("functions"), encoding="utf-8") as file:
        return next(number for number, line in enumerate(file, 1) if line.startswith(text))


def case_functions(args, scratch):
    """Known counts, the same to all readers."""
    result, anchor = record(args, scratch, program("functions"), "--python")
    equal((result.returncode, result.stdout), (0, ""), f"status and output, {result.stderr}")
    archive = Archive(anchor)
    visits = archive.visits
    has_qualified = "Shape.area" in visits
    expect(has_qualified or args.kind == "oldest", "names are not qualified")
    expected = FUNCTIONS if has_qualified else {
        name: count for name, count in FUNCTIONS.items() if "." not in name and name not in ("Shape", "Failure")}
    calls = CALLS if has_qualified else {pair: count for pair, count in CALLS.items() if pair[1] in expected and (
        pair[0] is None or "." not in pair[0])}
    equal({name: visits[name] for name in expected}, expected, "visits")
    equal({pair: archive.children[pair] for pair in calls}, calls, "calls")
    equal(len(archive.sequences), 4, "locations")
    region = archive.regions["fib"]
    equal((region.canonical_name, region.source_file, region.begin_line_number),
          ("__main__.fib", program("functions"), line_of("def fib")), "where fib is")
    printed = printed_visits(anchor)
    equal({name: printed[name] for name in expected}, expected, "visits of otf2-print")
    queried, paradigms = queried_visits(args, anchor)
    equal({name: queried[name] for name in expected}, expected, "visits of vellum-query")
    of_python = sum(count for name, count in visits.items()
                    if archive.regions[name].description == "Python function")
    equal(paradigms.get("Python"), of_python, f"visits of the paradigm, of {paradigms}")


def case_random(args, scratch):
    """The very sequence of enters and leaves that a profile function in Python is told."""
    path, told = os.path.join(scratch, "program.py"), os.path.join(scratch, "told.json")
    for seed in range(SEEDS):
        write_program(path, seed)
        subprocess.run([args.python, os.path.join(HERE, "oracle.py"), path, told], check=True)
        with open(told, encoding="utf-8") as file:
            expected = [[tuple(event) for event in thread] for thread in json.load(file)]
        result, anchor = record(args, scratch, path, "--python", output=f"archive{seed}")
        equal(result.returncode, 0, f"seed {seed}: status, {result.stderr}")
        found = Archive(anchor).sequences_of(path)
        equal(len(found), 4, f"seed {seed}: threads")
        expect(found == expected, f"seed {seed}: {[len(events) for events in found]} events in another order than "
                                  f"{[len(events) for events in expected]}")


def case_compiled(args, scratch):
    """Functions of Python and of compiled code on one location, nested as they call each other, longjmp included."""
    result, anchor = record(args, scratch, program("compiled"), "--python", words=(args.compiled,))
    equal((result.returncode, result.stdout), (0, "110\n"), f"status and output, {result.stderr}")
    archive = Archive(anchor)
    calls = {("work", "catches"): 10, ("catches", "jumps"): 10, ("jumps", "jumps"): 30, ("work", "twice"): 10,
             ("work", "outer"): 10, ("outer", "callback"): 10, ("callback", "twice"): 10, ("callback", "inner"): 10,
             ("outer", "inner"): 10}
    equal({pair: archive.children[pair] for pair in calls}, calls, "calls")
    names = {name for pair in calls for name in pair}
    equal(sum(archive.visits[name] for name in names), sum(calls.values()) + 10, "visits of these functions")
    equal(len(archive.sequences), 1, "locations")


def case_loader(args, scratch):
    """Worker processes, forked and spawned: all in one archive, each a group with its command line."""
    batches, workers = 20, 3
    for method in ("fork", "spawn"):
        words = (str(batches), str(workers), method)
        plain = subprocess.run([args.python, args.loader, *words], capture_output=True, text=True, check=True).stdout
        result, anchor = record(args, scratch, args.loader, "--python", output=method, words=words)
        equal((result.returncode, result.stdout), (0, plain), f"{method}: status and output, {result.stderr}")
        archive = Archive(anchor)
        # What was open at a fork is open in the child.
        expected = {"train": 1 + (workers if method == "fork" else 0), "step": batches, "work": workers, "fetch": batches,
                    "collate": batches}
        if args.kind != "oldest":  # which has no qualified names, and other methods are called so, too
            expected["Samples.__getitem__"] = batches * 8
        for reader, visits in (("Python", archive.visits), ("otf2-print", printed_visits(anchor)),
                               ("vellum-query", queried_visits(args, anchor)[0])):
            equal({name: visits[name] for name in expected}, expected, f"{method}: visits of {reader}")
        working = [name for name, visits in archive.visits_of_group.items() if visits["work"] == 1]
        equal(len(working), workers, f"{method}: groups that work")
        equal(sum(archive.visits_of_group[name]["fetch"] for name in working), batches, f"{method}: batches of workers")
        commands = {archive.groups[name] for name in working}
        wanted = " ".join([args.python, args.loader, *words]) if method == "fork" else "spawn_main"
        expect(all(wanted in command for command in commands), f"{method}: command lines {commands}")
        if method == "fork":
            result, anchor = record(args, scratch, args.loader, "--python", "--no-follow-fork", output="alone", words=words)
            visits = Archive(anchor).visits
            equal((result.stdout, visits["step"], visits["fetch"]), (plain, batches, 0), "without children")


def case_annotate(args, scratch):
    """Ranges around functions that stay what they are; what is not there is said, and is in the archive."""
    names = "plain,fails,generator,coroutine,Thing.method,Thing.static,Thing.of_class,Thing.size".split(",")
    result, anchor = record(
        args, scratch, program("annotated"), "--annotate", ",".join("library:" + name for name in names),
        "--annotate", "library:nothing,library:Thing.value,__main__:never,no.such:function,builtins:int")
    equal((result.returncode, result.stdout), (0, "as it is\n"), f"status and output, {result.stderr}")
    archive = Archive(anchor)
    expected = {"plain in library": 2, "fails in library": 1, "generator in library": 5, "coroutine in library": 4,
                "Thing.method in library": 2, "Thing.static in library": 1, "Thing.of_class in library": 1,
                "Thing.size in library": 1}
    ranges = {name: count for name, count in archive.visits.items() if " in " in name}
    equal(ranges, expected, "ranges")
    equal(printed_visits(anchor) & Counter(expected), Counter(expected), "ranges of otf2-print")
    equal(archive.regions["plain in library"].source_file, "NVTX_RANGE", "what readers know ranges by")
    visits, paradigms = queried_visits(args, anchor)
    equal({name: visits[name] for name in expected}, expected, "ranges of vellum-query")
    expect("Python" not in paradigms, "functions are recorded, too")
    sentences = ("nothing in library is not annotated: there is none of that name",
                 "Thing.value in library is not annotated: it is no function",
                 "never in __main__ is not annotated: no function of that name was called",
                 "nothing in no.such is annotated: the program did not import it",
                 "int in builtins is not annotated: it is no function")
    with open(anchor, encoding="utf-8", errors="replace") as file:
        kept = file.read()
    for sentence in sentences:
        equal(result.stderr.count("source python: " + sentence + "\n"), 1, f"{sentence!r} in {result.stderr}")
        expect(sentence in kept, f"the archive does not say {sentence!r}")
    result, anchor = record(args, scratch, program("annotated"), "--python", "--annotate", "library:plain", output="both")
    visits = Archive(anchor).visits
    equal((result.returncode, visits["plain in library"], visits["plain"]), (0, 2, 2), "a range and its function")
    expect(not any(name.startswith("annotated.") for name in visits), "our own functions are recorded")
    for wrong in ("library", "library:", ":plain", "library:a:b", "pytorch,", ""):
        result, _ = record(args, scratch, program("annotated"), "--annotate", wrong, output="wrong")
        if wrong not in ("pytorch,", ""):
            equal(result.returncode, 2, f"status with --annotate {wrong!r}")
            expect("--annotate takes module:function" in result.stderr, f"what is said of {wrong!r}: {result.stderr}")


def case_main(args, scratch):
    """Ranges around functions of the file that is run, which cannot be replaced; in workers, too."""
    batches, workers = 10, 2
    names = "__main__:step,__main__:fetch" + ("" if args.kind == "oldest" else ",__main__:Loader.__iter__")
    expected = {"step in __main__": batches, "fetch in __main__": batches}
    if args.kind != "oldest":  # whose code has no qualified name
        expected["Loader.__iter__ in __main__"] = batches + 1
    for method in ("fork", "spawn"):
        for functions in (), ("--python",):
            result, anchor = record(args, scratch, args.loader, *functions, "--annotate", names,
                                    output=f"{method}{len(functions)}", words=(str(batches), str(workers), method))
            equal(result.returncode, 0, f"{method}: status, {result.stderr}")
            archive = Archive(anchor)
            equal({name: count for name, count in archive.visits.items() if " in " in name}, expected, f"{method}: ranges")
            equal(archive.visits["collate"], batches if functions else 0, f"{method}: functions")
            if functions:
                equal(archive.children["step", "step in __main__"] + archive.children["step in __main__", "step"], batches,
                      f"{method}: a range beside its function")
            expect("annotated" not in result.stderr, f"{method}: {result.stderr}")


def case_pytorch(args, scratch):
    """The preset of the data loader, with a package that has PyTorch's names."""
    write_torch(scratch)
    train = os.path.join(scratch, "train.py")
    for method in ("fork", "spawn"):
        result, anchor = record(args, scratch, train, "--annotate", "pytorch", output=method, words=(method,))
        equal((result.returncode, result.stdout), (0, "cuda 66\n"), f"{method}: status and output, {result.stderr}")
        archive = Archive(anchor)
        fetch = "_MapDatasetFetcher.fetch in torch.utils.data._utils.fetch"
        expected = {fetch: 4, "pin_memory in torch.utils.data._utils.pin_memory": 4 * 4, "Tensor.to in torch": 4,
                    "_BaseDataLoaderIter.__next__ in torch.utils.data.dataloader": 5}
        equal({name: count for name, count in archive.visits.items() if " in " in name}, expected, f"{method}: ranges")
        fetching = [visits[fetch] for visits in archive.visits_of_group.values() if visits[fetch]]
        equal(sum(fetching), 4, f"{method}: what workers fetch")
        expect(not archive.visits_of_group[next(iter(archive.groups))][fetch], f"{method}: the program itself fetches")
        expect("is annotated" not in result.stderr and "not annotated" not in result.stderr, result.stderr)


def case_ends(args, scratch):
    """However a program ends: its status is its own, and all that was called is there, and ended."""
    for how, status in (("exit", 6), ("os._exit", 5), ("kill", 128 + 9), ("exception", 1), ("thread", 0)):
        result, anchor = record(args, scratch, program("ends"), "--python", output=how, words=(how,))
        equal(result.returncode, status, f"{how}: status, {result.stderr}")
        visits = Archive(anchor).visits
        equal((visits["outer"], visits["inner"]), (1, 2 if how == "thread" else 1), f"{how}: visits")
    expect("not caught" in record(args, scratch, program("ends"), "--python", output="again", words=("exception",))[0].stderr,
           "what Python says of an exception")
    result, anchor = record(args, scratch, program("deep"), "--python", output="deep")
    equal((result.returncode, result.stdout), (0, "caught\n" * 3), f"a full stack: status and output, {result.stderr}")
    plain = subprocess.run([args.python, "-c", "import sys; print(sys.getrecursionlimit())"], capture_output=True, text=True,
                           check=True)
    expect(Archive(anchor).visits["deeper"] > 3 * int(plain.stdout) - 50, "calls up to the limit are missing")
    text = "def called(): pass\ncalled()\n"
    for name, words, stdin in (("command", ("-c", text), None), ("stdin", ("-",), text), ("pipe", (), text)):
        result, anchor = record(args, scratch, None, "--python", output=name, words=words, stdin=stdin)
        equal((result.returncode, Archive(anchor).visits["called"]), (0, 1), f"{name}: status and visits, {result.stderr}")
    with open(os.path.join(scratch, "called_module.py"), "w", encoding="utf-8") as file:
        file.write(text)
    result, anchor = record(args, scratch, None, "--python", output="module", words=("-m", "called_module"),
                            environment={"PYTHONPATH": scratch})
    equal((result.returncode, Archive(anchor).visits["called"]), (0, 1), f"-m: status and visits, {result.stderr}")


def case_environment(args, scratch):
    """The program and its children see what they see without us; nothing of theirs is left out, -I and -S included."""
    other = os.path.join(scratch, "other")
    os.makedirs(other)
    with open(os.path.join(other, "sitecustomize.py"), "w", encoding="utf-8") as file:
        file.write("OTHER = 'ran'\n")
    environment = {"PYTHONPATH": other}
    subprocess.run([args.python, "-m", "venv", "--without-pip", os.path.join(scratch, "environment")], check=True)
    inside = argparse.Namespace(**{**vars(args), "python": os.path.join(scratch, "environment/bin/python3")})
    for name, arguments, interpreter in (("plain", args, ()), ("isolated", args, ("-I",)), ("no site", args, ("-S",)),
                                         ("all", args, ("-I", "-S", "-E")), ("venv", inside, ())):
        plain = subprocess.run([arguments.python, *interpreter, program("sees")], capture_output=True, text=True,
                               check=False, env={**os.environ, **environment})
        result, anchor = record(arguments, scratch, program("sees"), "--python", output=name.replace(" ", ""),
                                interpreter=interpreter, environment=environment)
        equal(result.returncode, 9, f"{name}: status")
        equal(result.stdout, plain.stdout, f"{name}: what the program sees")
        equal(Archive(anchor).visits["look"], 2, f"{name}: visits, its child's included")


def case_own_profile(args, scratch):
    """A profile function of the program's own wins where threads have one only: said once."""
    result, anchor = record(args, scratch, program("own_profile"), "--python")
    equal((result.returncode, result.stdout), (0, "True\n"), f"status and output, {result.stderr}")
    archive = Archive(anchor)
    wins = args.kind != "monitoring"
    equal([archive.visits[name] for name in ("outer", "inner", "leaf")], [1, 1, 1 if wins else 3], "visits")
    equal(result.stderr.count("sets a profile function of its own"), 1 if wins else 0, f"how often it is said, {result.stderr}")


def case_audit_hook(args, scratch):
    """No thread fails to begin where the program has an audit hook, which takes long and gives up the lock."""
    result, anchor = record(args, scratch, program("audit_hook"), "--python")
    equal((result.returncode, result.stdout), (0, "303\n"), f"status and output, {result.stderr}")
    gives_up = args.kind == "system" and pythons_version(args.python) == "3.11"
    visits = Archive(anchor).visits
    equal((visits["start_all"], visits["thread"]), (2, 3 if gives_up else 303), "visits")
    equal(result.stderr.count("sets an audit hook"), 1 if gives_up else 0, f"how often it is said, {result.stderr}")


def pythons_version(path):
    return subprocess.run([path, "-c", "import sys; print(*sys.version_info[:2], sep='.')"], capture_output=True, text=True,
                          check=True).stdout.strip()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("case")
    parser.add_argument("kind", choices=("system", "monitoring", "oldest"))
    for option in ("--record", "--query", "--loader", "--compiled"):
        parser.add_argument(option, required=True)
    args = parser.parse_args()
    args.python = chosen(args.kind)
    if args.python is None:
        print(f"there is no Python here that is {args.kind}")
        return SKIPPED
    with tempfile.TemporaryDirectory() as scratch:
        globals()["case_" + args.case](args, scratch)
    for message in FAILURES[:20]:
        print("FAILED:", message)
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
