#!/usr/bin/python3
"""packaging/slurm/vellum-server.sbatch under a real Slurm: munge, controller and node daemon, all in a
temporary directory. Needs root, since these daemons do, and Debian's slurm-wlm and munge; skipped without."""

import contextlib
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

SOURCE = pathlib.Path(os.environ["VELLUM_SOURCE_DIR"])
BIN = pathlib.Path(os.environ["VELLUM_BIN_DIR"])
SKIPPED = 77
RANKS = 4


def reason_to_skip():
    if os.geteuid() != 0:
        return "Slurm's daemons need root"
    for program in ("munged", "slurmctld", "slurmd", "sbatch", "mpirun"):
        if shutil.which(program, path=os.environ["PATH"] + ":/usr/sbin") is None:
            return "there is no %s (Debian: slurm-wlm, munge, openmpi-bin)" % program
    return None


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def until(what, condition, seconds=60):
    """Polls: daemons tell nobody when they are ready."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.1)
    raise AssertionError("waited %d s for %s" % (seconds, what))


class Cluster:
    """One node that is controller and compute node at once."""

    def __init__(self, folder):
        self.folder = folder
        self.daemons = []
        self.environment = dict(os.environ, SLURM_CONF=str(folder / "slurm.conf"), HOME=str(folder / "home"),
                                USER="root", VELLUM_SERVER=str(BIN / "vellum-server"),
                                # One machine plays all nodes, as root.
                                OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                                OMPI_MCA_rmaps_base_oversubscribe="1")

    def write_configuration(self):
        name = socket.gethostname().split(".")[0]
        for part in ("state", "spool", "home", "munge"):
            (self.folder / part).mkdir(mode=0o700)
        (self.folder / "munge" / "key").write_bytes(os.urandom(128))
        (self.folder / "munge" / "key").chmod(0o600)
        (self.folder / "cgroup.conf").write_text("CgroupPlugin=cgroup/v1\nCgroupAutomount=no\n")
        (self.folder / "slurm.conf").write_text("""
ClusterName=test
SlurmctldHost=%(name)s(127.0.0.1)
SlurmUser=root
SlurmdUser=root
SlurmctldPort=%(controller)d
SlurmdPort=%(node)d
AuthType=auth/munge
AuthInfo=socket=%(folder)s/munge/socket
CredType=cred/munge
StateSaveLocation=%(folder)s/state
SlurmdSpoolDir=%(folder)s/spool
SlurmctldPidFile=%(folder)s/slurmctld.pid
SlurmdPidFile=%(folder)s/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
ReturnToService=2
SlurmdParameters=config_overrides
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
KillWait=10
NodeName=%(name)s NodeAddr=127.0.0.1 CPUs=8 State=UNKNOWN
PartitionName=test Nodes=%(name)s Default=YES MaxTime=INFINITE State=UP
""" % {"name": name, "folder": self.folder, "controller": free_port(), "node": free_port()})

    def start(self, *words):
        with open(self.folder / (os.path.basename(words[0]) + ".log"), "wb") as log:
            self.daemons.append(subprocess.Popen(words, env=self.environment, stdout=log, stderr=log,
                                                 stdin=subprocess.DEVNULL))

    def start_all(self):
        self.write_configuration()
        munge = self.folder / "munge"
        self.start("/usr/sbin/munged", "--foreground", "--force", "--num-threads=2",
                   *("--%s=%s" % (name, munge / name.split("-")[0])
                     for name in ("socket", "key-file", "pid-file", "log-file", "seed-file")))
        until("munged", (munge / "socket").exists)
        self.start("/usr/sbin/slurmctld", "-D", "-i")
        self.start("/usr/sbin/slurmd", "-D")
        until("an idle node", lambda: "idle" in self.run("sinfo", "-h", "-o", "%T", check=False))

    def stop_all(self):
        for daemon in reversed(self.daemons):
            daemon.send_signal(signal.SIGTERM)
            try:
                daemon.wait(20)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()

    def run(self, *words, check=True):
        done = subprocess.run(words, env=self.environment, capture_output=True, text=True, timeout=120, check=False)
        if check and done.returncode != 0:
            raise AssertionError("%s: status %d: %s" % (" ".join(words), done.returncode, done.stderr))
        return done.stdout

    def logs(self):
        for log in sorted(list(self.folder.glob("*.log")) + list(self.folder.glob("home/**/*.out"))
                          + list(self.folder.glob("home/**/server.*"))):
            print("== %s" % log)
            print("\n".join(log.read_text(errors="replace").splitlines()[-30:]))


def expect(condition, what):
    if not condition:
        raise AssertionError(what)


class Job:
    """One job of the script, from sbatch to its end."""

    def __init__(self, cluster, launcher):
        self.cluster = cluster
        self.home = cluster.folder / "home"
        cluster.environment["VELLUM_LAUNCHER"] = launcher
        self.number = cluster.run("sbatch", "--parsable", "-n", str(RANKS), "--chdir", str(self.home),
                                  str(SOURCE / "packaging/slurm/vellum-server.sbatch"), "--threads", "1").strip()
        self.folder = self.home / ".vellum" / "jobs" / self.number
        self.text = until("connect.txt", self._text)
        self.files = {"here": next((self.folder / "vellum").glob("*.connection")),
                      "tunnel": self.folder / "tunnel.connection"}
        pids = cluster.run("pgrep", "-f", "^%s " % (BIN / "vellum-server"), check=False).split()
        self.ranks = [pid for pid in pids if belongs_to(pid, self.number)]
        expect(len(self.ranks) == RANKS, "%d processes of the server, not %d" % (len(self.ranks), RANKS))

    def _text(self):
        with contextlib.suppress(OSError):
            text = (self.folder / "connect.txt").read_text()
            return text if "scancel" in text else None
        return None

    def check_text(self):
        expect("job %s, %d ranks" % (self.number, RANKS) in self.text, "no job and ranks in: " + self.text)
        expect("ssh -N -L " in self.text, "no tunnel in: " + self.text)
        output = (self.home / ("vellum-server-%s.out" % self.number)).read_text()
        expect(self.text in output, "the job's output does not say how to connect: " + output)
        for name, file in self.files.items():
            expect(file.stat().st_mode & 0o777 == 0o600, "others may read the connection file for %s" % name)
            expect(str(file) in self.text, "the text does not name the connection file for %s" % name)

    def check_answers(self, trace):
        # The tunnel's end is on this very machine, so its file works here without one.
        for file in self.files.values():
            for question in (["info"], ["profile", "--format", "json"], ["messages", "--format", "json"],
                             ["timeline", "--columns", "100", "--format", "json"]):
                words = [str(BIN / "vellum-query"), question[0], str(trace)] + question[1:]
                expect(self.cluster.run(*words, "--connect", str(file)) == self.cluster.run(*words),
                       "%s through the job differs from one process" % question[0])

    def wait_for_end(self):
        squeue = ("squeue", "-h", "-j", self.number)
        until("the job's end", lambda: not self.cluster.run(*squeue, check=False).strip())
        until("the end of all ranks", lambda: not any(belongs_to(pid, self.number) for pid in self.ranks))


def check(cluster):
    trace = cluster.folder / "trace"
    cluster.run(str(BIN / "vellum-generate"), "random", "--seed", "7", "--out", str(trace))
    for launcher in ("mpirun --bind-to none", "srun --mpi=pmix"):
        job = Job(cluster, launcher)
        job.check_text()
        job.check_answers(trace)
        cluster.run("scancel", job.number)
        job.wait_for_end()
        until("the connection files' end", lambda job=job: not any(file.exists() for file in job.files.values()))
        print("ok: %d ranks started by %s answer as one process, and end with the job" % (RANKS, launcher))
        job = Job(cluster, launcher)
        os.kill(int(job.ranks[2]), signal.SIGKILL)
        job.wait_for_end()
        said = (job.folder / "server.err").read_text(errors="replace")
        # mpirun says it itself, and may drop what the others still say.
        expect("has ended: the session is over" in said or "process rank 2 " in said, "nobody says why: " + said)
        print("ok: of ranks started by %s one is killed: the job says so and ends" % launcher)


def belongs_to(pid, job):
    with contextlib.suppress(OSError):
        return b"SLURM_JOB_ID=%s\0" % job.encode() in pathlib.Path("/proc/%s/environ" % pid).read_bytes()
    return False


def main():
    reason = reason_to_skip()
    if reason:
        print("skipped: " + reason)
        return SKIPPED
    with tempfile.TemporaryDirectory(prefix="vellum-slurm-") as folder:
        cluster = Cluster(pathlib.Path(folder))
        try:
            cluster.start_all()
            check(cluster)
        except AssertionError as failure:
            cluster.logs()
            print("FAILED: %s" % failure)
            return 1
        finally:
            cluster.stop_all()
    return 0


if __name__ == "__main__":
    sys.exit(main())
