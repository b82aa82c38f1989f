"""Prints what a program sees of where it runs, itself and a child."""

import os
import subprocess
import sys


def look():
    print(os.environ.get("PYTHONPATH"), sys.path[1:], sys.prefix, sys.flags.isolated, sys.flags.no_site,
          [name for name in sys.modules if "vellum" in name], sorted(sys.modules), sys.argv[1:], os.getcwd(),
          getattr(sys.modules.get("sitecustomize"), "OTHER", None), sys.gettrace(), flush=True)


look()
if len(sys.argv) == 1:
    subprocess.run([sys.executable, __file__, "child"], check=False)
sys.exit(9)
