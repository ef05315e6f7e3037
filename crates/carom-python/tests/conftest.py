"""What the tests share."""

from __future__ import annotations

import importlib
import os
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]
BALL = ROOT / "examples/bouncing_ball/ball.adm"


def optional(name: str) -> ModuleType:
    """A module that users may do without. A machine that cannot install it does not run its tests and says so."""
    try:
        return importlib.import_module(name)
    except ImportError:
        if os.environ.get("CAROM_REQUIRE_TOOLS") == "1":
            raise
        pytest.skip(f"{name} is not installed")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Names what is not run in the words of ./test."""
    for report in terminalreporter.stats.get("skipped", []):
        reason = report.longrepr[2].removeprefix("Skipped: ")
        terminalreporter.write_line(f"not run: {report.nodeid} ({reason})")
