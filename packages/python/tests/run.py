"""Runs every test, and writes the counts that the test command of the repository adds up."""

from __future__ import annotations

import json
import sys
import unittest
from pathlib import Path

_FOLDER = Path(__file__).resolve().parents[1]
_OLDEST = (3, 11)


def main() -> int:
    """Returns the status of the program."""
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
    # A run without a test shows nothing.
    return 0 if not failures and result.testsRun > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
