"""Programs of MPI, recorded under mpirun in a folder that is thrown away, and the questions about their archives."""

import json
import os
import shutil
import subprocess
import time

from mpi_archive import Archive, equal, expect

ENVIRONMENT = {
    **os.environ,
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    # Open MPI 4.1 makes no window of a single rank through it, recorded or not.
    "OMPI_MCA_osc": "^ucx",
}


class Skipped(Exception):
    """What a case needs is not there."""


class Bench:
    """Runs programs in a folder of its own."""

    def __init__(self, args, folder):
        self.args = args
        self.folder = folder
        self.archive = os.path.join(folder, "out", "traces.otf2")

    def program(self, name):
        return os.path.join(self.args.programs, name)

    def example(self, name):
        return os.path.join(self.args.examples, "vellum-example-" + name)

    def record(self, *command, options=(), environment=()):
        """Those words of a command of mpirun that start a recorded program."""
        prefix = ["env", *environment] if environment else []
        return [*prefix, self.args.record, "-o", "out", *options, "--", *command]

    def run(self, *command, **more):
        return subprocess.run(command, capture_output=True, text=True, cwd=self.folder, timeout=120,
                              env={**ENVIRONMENT, **more}, check=False)

    def mpirun(self, ranks, *command, **more):
        return self.run(self.args.mpiexec, "-n", str(ranks), *command, **more)

    def recorded(self, ranks, *command):
        """Everything goes well: the archive."""
        result = self.mpirun(ranks, *self.record(*command))
        equal(result.returncode, 0, f"status of {command}: {result.stderr}")
        expect(self.archive[-15:] in result.stderr, f"where the archive is: {result.stderr}")
        expect("unavailable" not in result.stderr, result.stderr)
        expect(not os.path.exists(os.path.join(self.folder, "out", ".spool")), "the spool is left")
        printed = self.run("otf2-print", self.archive)
        equal((printed.returncode, printed.stderr), (0, ""), "otf2-print")
        archive = Archive(self.archive)
        equal(archive.groups, [f"MPI Rank {rank}" for rank in range(ranks)], "groups of locations")
        equal(sum(archive.requests.values()), 0, "requests that do not end")
        return archive, result

    def recorded_again(self, ranks, *command):
        """The same where the folder has an archive already."""
        shutil.rmtree(os.path.dirname(self.archive), ignore_errors=True)
        return self.recorded(ranks, *command)

    def source(self, name):
        return os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs", name)

    def query(self, *words):
        result = self.run(self.args.query, words[0], self.archive, *words[1:], "--format", "json")
        equal(result.returncode, 0, f"vellum-query {words}: {result.stderr}")
        return json.loads(result.stdout)["result"]

    def awaited(self):
        """The archive of a job that was ended: mpirun may be gone before it is written."""
        spool = os.path.join(self.folder, "out", ".spool")
        for _ in range(300):
            if os.path.exists(self.archive) and not os.path.exists(spool):
                break
            time.sleep(0.1)
        return Archive(self.archive, pairs_all=False)
