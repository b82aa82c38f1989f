"""Runs in every Python that vellum-record records, just before the program's first line.

The collector gives it, as globals: FUNCTIONS, OPERATORS, AUDIT_HOOK (1 or 0), ANNOTATE ("module:function,..."), and the functions
note(sentence, source="python"), enter(code, ...), leave(code, ...), enter_thrown(code, ...), leave_unwound(code, ...),
take_disable(object), follow_new_thread(frame, event, argument), name_range(text) -> number, push_range(number),
pop_range(). It leaves BY_PROFILE: 1 where this thread is to be followed by a profile function.

Nothing here may harm the program: what fails is noted, and the program goes on as it would have.
"""

import sys

BY_PROFILE = 0

GENERATOR, COROUTINE, ITERABLE_COROUTINE, ASYNC_GENERATOR = 0x20, 0x80, 0x100, 0x200  # of co_flags

# What of PyTorch's data loader takes time: how samples are fetched, made a batch, pinned and copied, and how long the
# program waits for a batch.
PRESETS = {
    "pytorch": (
        "torch.utils.data._utils.fetch:_MapDatasetFetcher.fetch",
        "torch.utils.data._utils.fetch:_IterableDatasetFetcher.fetch",
        "torch.utils.data._utils.pin_memory:pin_memory",
        "torch.utils.data.dataloader:_BaseDataLoaderIter.__next__",
        "torch:Tensor.to",
    ),
}


class AfterImport:
    """Finds modules as Python would, and calls back when one that somebody waits for has been loaded."""

    def __init__(self):
        self.waiting = {}  # actions by the name of the module

    def call(self, name, action):
        """Now, where the module is there already."""
        if name in sys.modules:
            action(sys.modules[name])
        elif name in sys.builtin_module_names:
            action(__import__(name))  # its loader is one for all modules, which must stay as it is
        else:
            self.waiting.setdefault(name, []).append(action)
            if self not in sys.meta_path:
                sys.meta_path.insert(0, self)

    def find_spec(self, name, path=None, target=None):
        if name not in self.waiting:
            return None
        for finder in list(sys.meta_path):
            find = getattr(finder, "find_spec", None)
            spec = find(name, path, target) if finder is not self and find is not None else None
            if spec is not None:
                self.watch(name, spec.loader)
                return spec
        return None

    def watch(self, name, loader):
        load = getattr(loader, "exec_module", None)
        if load is None or isinstance(loader, type):
            return

        def load_and_tell(module):
            del loader.exec_module  # it was in front of the loader's own
            load(module)
            for action in self.waiting.pop(name, ()):
                action(module)

        try:
            loader.exec_module = load_and_tell
        except AttributeError:
            note(f"module {name} is not annotated: its loader takes no attributes")


AFTER_IMPORT = AfterImport()


def visit_of(number):
    """A pair of functions that begin and end a range."""
    return (lambda: push_range(number)), pop_range


def annotated_generator(function, wraps, begin, end):
    """Each time that the generator goes on is a range."""

    @wraps(function)
    def generate(*arguments, **named):
        generator = function(*arguments, **named)
        go_on, given = generator.send, None
        while True:
            begin()
            try:
                item = go_on(given)
            except StopIteration as stop:
                return stop.value
            finally:
                end()
            try:
                go_on, given = generator.send, (yield item)
            except GeneratorExit:
                begin()
                try:
                    generator.close()
                finally:
                    end()
                raise
            except BaseException as failure:  # the generator may want it
                go_on, given = generator.throw, failure

    return generate


class Steps:
    """A coroutine whose steps are ranges."""

    def __init__(self, coroutine, begin, end):
        self.coroutine, self.begin, self.end = coroutine, begin, end

    def __await__(self):
        return annotated_generator(lambda: self.coroutine, lambda _: lambda same: same, self.begin, self.end)()


def annotated(function, number):
    """The function within a range, as alike as functools makes it."""
    from functools import wraps

    begin, end = visit_of(number)
    flags = getattr(getattr(function, "__code__", None), "co_flags", 0)
    if flags & (ASYNC_GENERATOR | ITERABLE_COROUTINE):
        raise TypeError("it is an asynchronous generator, or a coroutine made of a generator")
    if flags & COROUTINE:
        @wraps(function)
        async def within(*arguments, **named):
            return await Steps(function(*arguments, **named), begin, end)
    elif flags & GENERATOR:
        within = annotated_generator(function, wraps, begin, end)
    else:
        @wraps(function)
        def within(*arguments, **named):
            begin()
            try:
                return function(*arguments, **named)
            finally:
                end()
    return within


def replaced(holder, name, number):
    """What is to stand under the name in a class or module."""
    found = vars(holder).get(name)
    for base in getattr(holder, "__mro__", ()):
        if found is None:
            found = vars(base).get(name)
    if isinstance(found, (staticmethod, classmethod)):
        return type(found)(annotated(found.__func__, number))
    if found is None:
        found = getattr(holder, name)  # of a module with __getattr__
    if isinstance(found, type) or not callable(found):
        raise TypeError("it is no function")
    if hasattr(type(found), "__get__"):
        return annotated(found, number)
    from functools import partial, update_wrapper

    return update_wrapper(partial(annotated(found, number)), found)  # no method, wherever it is put: as functions of C


def annotate(module, path):
    """Puts a range around module's `path`, which may have dots."""
    holder = module
    *outer, name = path.split(".")
    try:
        for part in outer:
            holder = getattr(holder, part)
        getattr(holder, name)
    except AttributeError:
        note(f"{path} in {module.__name__} is not annotated: there is none of that name")
        return
    try:
        setattr(holder, name, replaced(holder, name, name_range(f"{path} in {module.__name__}")))
    except (AttributeError, TypeError) as failure:
        note(f"{path} in {module.__name__} is not annotated: {failure}")


def names_of_ranges():
    """Of this process and its children, as the collector has written them down."""
    import glob
    import os

    names = set()
    for path in glob.glob(os.path.join(os.environ.get("VELLUM_SPOOL", ""), "p*", "nvtx")):
        try:
            with open(path, "rb") as file:
                lines = file.read().split(b"\n")
        except OSError:
            continue
        names.update(line.partition(b"\t")[2].decode(errors="replace") for line in lines)
    return names


def tell_of_missing():
    """At the end of the process that vellum-record started."""
    import os

    if os.environ.get("VELLUM_TARGET_PID") != str(os.getpid()):
        return
    names = names_of_ranges()
    for module in sorted({name.partition(":")[0] for name in names_of(ANNOTATE)} - {"__main__"}):
        if module in AFTER_IMPORT.waiting and not any(name.endswith(f" in {module}") for name in names):
            note(f"nothing in {module} is annotated: the program did not import it")
    for path in names_in_main():
        if f"{path} in __main__" not in names:
            note(f"{path} in __main__ is not annotated: no function of that name was called")


def annotate_all(names):
    import atexit

    for name in names:
        module, _, path = name.partition(":")
        if module != "__main__":  # whose functions are followed as with FUNCTIONS: see the end
            AFTER_IMPORT.call(module, lambda loaded, path=path: annotate(loaded, path))
    atexit.register(tell_of_missing)


def names_of(text):
    for name in filter(None, text.split(",")):
        yield from PRESETS.get(name, (name,))


def names_in_main():
    return [name.partition(":")[2] for name in ANNOTATE.split(",") if name.startswith("__main__:")]


class OperatorRanges:
    """As torch.autograd.profiler.emit_nvtx, but without waiting for the GPU, which would start it here and now.

    PyTorch has one profiler a thread and refuses a second: ours is put aside while the program uses one of its own.
    """

    BEGINS = ("_prepare_profiler", "_enable_profiler", "_enable_profiler_legacy")
    ENDS = ("_disable_profiler", "_disable_profiler_legacy")

    def __init__(self, torch, profiler):
        import atexit
        from threading import get_ident

        self.torch, self.profiler = torch, profiler
        self.this_thread, self.thread = get_ident, get_ident()
        self.annotation = None
        self.is_told = self.is_changing = False
        self.enter()
        legacy = sys.modules.get("torch.autograd.profiler_legacy", profiler)
        for module in (torch.autograd, profiler, legacy):
            for name in self.BEGINS:
                self.wrap(module, name, before=self.put_aside)
            for name in self.ENDS:
                self.wrap(module, name, before=self.leave, after=self.enter)
        atexit.register(self.safely, self.leave)  # else PyTorch complains of a callback that nobody took back

    def wrap(self, module, name, before, after=None):
        from functools import wraps

        function = getattr(module, name, None)
        if function is None:
            return

        @wraps(function)
        def wrapped(*arguments, **named):
            if self.is_changing or self.this_thread() != self.thread:
                return function(*arguments, **named)
            self.safely(before)
            try:
                return function(*arguments, **named)
            finally:
                self.safely(after)

        setattr(module, name, wrapped)

    @staticmethod
    def safely(change):
        try:
            if change is not None:
                change()
        except Exception as failure:  # whatever it is, the program goes on
            note(f"operators of PyTorch: {failure}", "nvtx")

    def without_waiting(self, change):
        waits = self.torch.cuda.synchronize
        self.torch.cuda.synchronize = lambda *arguments, **named: None
        self.is_changing = True
        try:
            return change()
        finally:
            self.is_changing = False
            self.torch.cuda.synchronize = waits

    def enter(self):
        if self.annotation is None:
            annotation = self.profiler.emit_nvtx(record_shapes=True)
            self.without_waiting(annotation.__enter__)
            self.annotation = annotation

    def leave(self):
        annotation, self.annotation = self.annotation, None
        if annotation is not None and self.this_thread() == self.thread:
            self.without_waiting(lambda: annotation.__exit__(None, None, None))

    def put_aside(self):
        if not self.is_told:
            self.is_told = True
            note("operators of PyTorch: not recorded while the program's own profiler is on", "nvtx")
        self.leave()


def annotate_operators(torch):
    try:
        from torch.autograd import profiler

        torch.__vellum_annotation__ = OperatorRanges(torch, profiler)  # it lives as long as the program
    except Exception as failure:  # whatever it is, the program goes on
        note(f"operators of PyTorch: {failure}", "nvtx")


def monitor():
    """From Python 3.12 on. The tool's number is none that Python has named, so that other tools find theirs free."""
    monitoring = sys.monitoring
    for tool in (4, 3):
        if monitoring.get_tool(tool) is None:
            break
    else:
        note("functions of Python: other tools have all numbers of sys.monitoring")
        return
    monitoring.use_tool_id(tool, "vellum")
    events = monitoring.events
    callbacks = {
        events.PY_START: enter, events.PY_RESUME: enter, events.PY_THROW: enter_thrown,
        events.PY_RETURN: leave, events.PY_YIELD: leave, events.PY_UNWIND: leave_unwound}
    for event, callback in callbacks.items():
        monitoring.register_callback(tool, event, callback)
    take_disable(monitoring.DISABLE)
    monitoring.set_events(tool, sum(callbacks))


if OPERATORS:
    AFTER_IMPORT.call("torch", annotate_operators)
if ANNOTATE:
    annotate_all(names_of(ANNOTATE))
def audit_hook_comes():
    """The program adds an audit hook. In Python 3.11 setting a profile function runs it, and a thread that begins
    meanwhile and sets one, too, ends with a RuntimeError."""
    if not BY_PROFILE or sys.version_info[:2] != (3, 11):
        return
    AFTER_IMPORT.waiting.pop("threading", None)
    threading = sys.modules.get("threading")
    if threading is not None and threading._profile_hook is follow_new_thread:
        threading.setprofile(None)
    note("functions of threads are recorded up to the moment when the program sets an audit hook; "
         "Python 3.11 has trouble with both")


FOLLOW = FUNCTIONS or names_in_main()
if FOLLOW and hasattr(sys, "monitoring"):
    monitor()
elif FOLLOW:
    BY_PROFILE = 1
    AFTER_IMPORT.call("threading", lambda threading: threading.setprofile(follow_new_thread))
    if AUDIT_HOOK:
        audit_hook_comes()
