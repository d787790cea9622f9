"""Write docs/openapi.json from the gateway's routes; `--check` ends with 1 if it is stale."""

from __future__ import annotations

import argparse
import json
import sys

from workspace import ROOT

from gateway.http import description

PATH = ROOT / "docs" / "openapi.json"


def text() -> str:
    """The file's content."""
    return json.dumps(description(), indent=2, ensure_ascii=False) + "\n"


def main() -> int:
    """Write the file, or look whether it is current."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    check: bool = parser.parse_args().check
    wanted = text()
    if PATH.exists() and PATH.read_text(encoding="utf-8") == wanted:
        return 0
    if check:
        print(f"{PATH.relative_to(ROOT)} is stale: run 'make proto'")
        return 1
    PATH.write_text(wanted, encoding="utf-8")
    print(f"  {PATH.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
