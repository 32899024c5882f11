"""Runs every test, and writes the counts for the test command of the repository."""

from __future__ import annotations

import json
import sys
import unittest
from pathlib import Path

_FOLDER = Path(__file__).resolve().parents[1]
_OLDEST = (3, 11)


def main() -> int:
    """Runs the tests, and returns the exit code."""
    if sys.version_info < _OLDEST:
        running = ".".join(str(part) for part in sys.version_info[:3])
        print(f"These tests need Python 3.11 or newer, and this is {running}. Set PYTHON to another.")
        return 1
    suite = unittest.TestLoader().discover(str(_FOLDER / "tests"), top_level_dir=str(_FOLDER))
    result = unittest.TextTestRunner(buffer=True).run(suite)
    failures = [*result.failures, *result.errors]
    failures += [(test, "passed, and is expected to fail") for test in result.unexpectedSuccesses]
    counts: dict[str, object] = {
        "numPassedTests": result.testsRun - len(failures) - len(result.skipped),
        "testResults": [
            {"name": test.id(), "status": "failed", "message": message, "assertionResults": []}
            for test, message in failures
        ],
    }
    (_FOLDER / ".results").mkdir(exist_ok=True)
    (_FOLDER / ".results" / "unittest.json").write_text(json.dumps(counts))
    # A run without tests must not pass.
    return 0 if not failures and result.testsRun > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
