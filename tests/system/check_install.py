#!/usr/bin/env python3
"""Installs into a folder of its own and looks at it as a desktop does: is the entry valid, does it name a program that
starts, which of our file types is a file of that name, and are palettes and key schemes there to copy?"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

ID = "org.vellum.Vellum"


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def globs(share):
    """Pattern to type, as update-mime-database collected them."""
    found = {}
    for line in (share / "mime/globs2").read_text().splitlines():
        if not line.startswith("#"):
            _, kind, pattern = line.split(":", 2)
            found[pattern] = kind
    return found


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--build", required=True)
    options = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        prefix = pathlib.Path(folder) / "prefix"
        run("cmake", "--install", options.build, "--prefix", prefix)
        share = prefix / "share"
        entry = share / f"applications/{ID}.desktop"
        run("desktop-file-validate", entry)
        run("appstreamcli", "validate", "--no-net", share / f"metainfo/{ID}.metainfo.xml")
        run("update-mime-database", share / "mime")
        known = globs(share)
        types = next(line for line in entry.read_text().splitlines() if line.startswith("MimeType="))
        for pattern in ("*.otf2", "*.pt.trace.json", "*.pt.trace.json.gz"):
            assert known[pattern] in types, f"{pattern}: {known[pattern]} is not in {types}"
        for page in (pathlib.Path(options.build) / "share/man/man1").glob("*.1"):
            assert (share / "man/man1" / page.name).read_text() == page.read_text(), f"{page.name} is not installed"
        icon = share / f"icons/hicolor/scalable/apps/{ID}.svg"
        assert icon.read_text().startswith("<svg"), icon
        for name in ("palettes/light", "palettes/dark", "palettes/print", "palettes/groups", "keymaps/vellum"):
            assert (share / f"vellum/{name}.json").is_file(), name
        assert "<source>" in (share / "vellum/translations/vellum.ts").read_text(), "nothing to translate from"
        # The installed programs find each other: recording, query with a private server, window.
        home = dict(os.environ, PATH=f"{prefix / 'bin'}:{os.environ['PATH']}", QT_QPA_PLATFORM="offscreen",
                    XDG_CONFIG_HOME=folder, XDG_CACHE_HOME=folder)
        run("vellum", "--version", env=home)
        run("vellum-record", "-o", f"{folder}/run", "--", f"{options.build}/bin/vellum-example-stencil", env=home)
        run("vellum-query", "info", f"{folder}/run/traces.otf2", env=home)
        run("vellum", "--screenshot", f"{folder}/run.png", f"{folder}/run/traces.otf2", env=home)
        assert pathlib.Path(f"{folder}/run.png").stat().st_size > 1000
    print("installed, valid, and it runs")


main()
