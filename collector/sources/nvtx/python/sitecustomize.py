"""Begins with every Python that vellum-record runs: has PyTorch set a range of NVTX around each operator.

Nothing here may harm the program: the sitecustomize that Python would have found without us still runs, a failure is written
down for vellum-record to tell, and the program's module path is what it would have been.
"""

import atexit
import functools
import importlib.machinery
import importlib.util
import os
import sys
import threading

HERE = os.path.dirname(os.path.abspath(__file__))


def is_recorded():
    """The process that vellum-record started, or with --follow-fork any of its children."""
    return (os.environ.get("VELLUM_TARGET_PID") == str(os.getpid())
            or os.environ.get("VELLUM_FOLLOW_FORK") == "1")


def note(reason):
    """What could not be recorded: vellum-record says it when the program is over, and the archive has it."""
    try:
        path = os.path.join(os.environ["VELLUM_SPOOL"], "unavailable")
        with open(path, "a", encoding="utf-8") as file:
            file.write("source nvtx: operators of PyTorch: " + " ".join(str(reason).split()) + "\n")
    except (KeyError, OSError):
        pass


class Annotation:
    """As torch.autograd.profiler.emit_nvtx, but without waiting for the GPU, which would start it here and now.

    PyTorch has one profiler a thread and refuses a second: ours is put aside while the program uses one of its own.
    """

    BEGINS = ("_prepare_profiler", "_enable_profiler", "_enable_profiler_legacy")
    ENDS = ("_disable_profiler", "_disable_profiler_legacy")

    def __init__(self, torch, profiler):
        self._torch, self._profiler = torch, profiler
        self._thread = threading.get_ident()
        self._annotation = None
        self._is_told = self._is_changing = False
        self._enter()
        legacy = sys.modules.get("torch.autograd.profiler_legacy", profiler)
        for module in (torch.autograd, profiler, legacy):
            for name in self.BEGINS:
                self._wrap(module, name, before=self._put_aside)
            for name in self.ENDS:
                self._wrap(module, name, before=self._leave, after=self._enter)
        atexit.register(self._safely, self._leave)  # else PyTorch complains of a callback that nobody took back

    def _wrap(self, module, name, before, after=None):
        function = getattr(module, name, None)
        if function is None:
            return

        @functools.wraps(function)
        def wrapped(*arguments, **named):
            if self._is_changing or threading.get_ident() != self._thread:
                return function(*arguments, **named)
            self._safely(before)
            try:
                return function(*arguments, **named)
            finally:
                self._safely(after)

        setattr(module, name, wrapped)

    @staticmethod
    def _safely(change):
        try:
            if change is not None:
                change()
        except Exception as failure:  # whatever it is, the program goes on
            note(failure)

    def _without_waiting(self, change):
        waits = self._torch.cuda.synchronize
        self._torch.cuda.synchronize = lambda *arguments, **named: None
        self._is_changing = True
        try:
            return change()
        finally:
            self._is_changing = False
            self._torch.cuda.synchronize = waits

    def _enter(self):
        if self._annotation is None:
            annotation = self._profiler.emit_nvtx(record_shapes=True)
            self._without_waiting(annotation.__enter__)
            self._annotation = annotation

    def _leave(self):
        annotation, self._annotation = self._annotation, None
        if annotation is not None and threading.get_ident() == self._thread:
            self._without_waiting(lambda: annotation.__exit__(None, None, None))

    def _put_aside(self):
        if not self._is_told:
            self._is_told = True
            note("not recorded while the program's own profiler is on")
        self._leave()


def annotate(torch):
    try:
        from torch.autograd import profiler

        torch.__vellum_annotation__ = Annotation(torch, profiler)  # it lives as long as the program
    except Exception as failure:  # whatever it is, the program goes on
        note(failure)


class AfterTorch:
    """Finds PyTorch as Python would, and annotates it when it has been loaded."""

    def find_spec(self, name, path=None, target=None):
        if name != "torch":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.loader is not None and hasattr(spec.loader, "exec_module"):
            load = spec.loader.exec_module

            def load_and_annotate(module):
                load(module)
                annotate(module)

            spec.loader.exec_module = load_and_annotate
        return spec


def without_us(text):
    return os.pathsep.join(part for part in text.split(os.pathsep) if os.path.abspath(part) != HERE)


def run_the_other():
    """The sitecustomize that ours stands before."""
    sys.path[:] = [part for part in sys.path if os.path.abspath(part or ".") != HERE]
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", sys.path)
    if spec is not None and spec.loader is not None:
        module = importlib.util.module_from_spec(spec)
        sys.modules["sitecustomize"] = module
        spec.loader.exec_module(module)


if is_recorded():
    sys.meta_path.insert(0, AfterTorch())
if os.environ.get("VELLUM_FOLLOW_FORK") != "1" and "PYTHONPATH" in os.environ:
    REST = without_us(os.environ["PYTHONPATH"])
    if REST:
        os.environ["PYTHONPATH"] = REST
    else:
        del os.environ["PYTHONPATH"]
run_the_other()
