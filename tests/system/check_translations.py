#!/usr/bin/env python3
"""The texts of the sources are those of resources/translations/vellum.ts.

    check_translations.py SOURCES

Exit status 77: there is no lupdate here, which reads them out of the sources.
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree


def texts(file):
    return {
        (context.findtext("name"), message.findtext("source"))
        for context in tree.parse(file).getroot().iter("context")
        for message in context.iter("message")
    }


def main():
    sources = pathlib.Path(sys.argv[1])
    if not any(shutil.which(name) for name in ("lupdate6", "/usr/lib/qt6/bin/lupdate", "lupdate")):
        print("there is no lupdate here (Debian: qt6-l10n-tools)")
        return 77
    kept = texts(sources / "resources/translations/vellum.ts")
    with tempfile.TemporaryDirectory() as folder:
        now = pathlib.Path(folder) / "vellum.ts"
        subprocess.run([sources / "resources/translations/update", now], check=True)
        found = texts(now)
    for context, text in sorted(found - kept):
        print(f"not in vellum.ts: {context}: {text!r}")
    for context, text in sorted(kept - found):
        print(f"in no source any more: {context}: {text!r}")
    if found != kept:
        print("resources/translations/update writes it anew")
    return 0 if found == kept and len(found) > 1000 else 1


sys.exit(main())
