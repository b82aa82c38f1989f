"""Begins with every Python that vellum-record runs: has PyTorch set a range of NVTX around each operator.

Nothing here may harm the program: the sitecustomize that Python would have found without us still runs, a failure is written
down for vellum-record to tell, and the program's module path is what it would have been.
"""

import importlib.machinery
import importlib.util
import os
import sys

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


def annotate(torch):
    """As torch.autograd.profiler.emit_nvtx, but without waiting for the GPU, which would start it here and now."""
    try:
        from torch.autograd import profiler

        annotation = profiler.emit_nvtx(record_shapes=True)
        waits = torch.cuda.synchronize
        torch.cuda.synchronize = lambda *arguments, **named: None
        try:
            annotation.__enter__()
        finally:
            torch.cuda.synchronize = waits
        torch.__vellum_annotation__ = annotation  # it lives as long as the program
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
