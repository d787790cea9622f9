"""The rules compiled by mypyc pass the tests that the sources pass."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.skipif(
    shutil.which(os.environ.get("CC", "cc")) is None, reason="needs a C compiler, as cc or $CC"
)
def test_the_compiled_wheel_passes_the_same_tests() -> None:
    """Built from this tree, installed in an environment of its own, tested there."""
    script = [sys.executable, "scripts/compiled.py"]
    subprocess.run([*script, "wheel"], cwd=ROOT, check=True)
    subprocess.run([*script, "test"], cwd=ROOT, check=True)
