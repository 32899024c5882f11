"""Tests the files that `packaging/build.py` builds."""

from __future__ import annotations

import subprocess
import sys
import unittest
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

_BUILD = Path(__file__).resolve().parents[1] / "packaging" / "build.py"


class WheelTest(unittest.TestCase):
    def test_the_description_has_no_link_to_a_file_that_the_wheel_lacks(self) -> None:
        with TemporaryDirectory() as folder:
            subprocess.run([sys.executable, str(_BUILD), folder], check=True, capture_output=True)
            [wheel] = Path(folder).glob("*.whl")
            with zipfile.ZipFile(wheel) as files:
                [name] = [name for name in files.namelist() if name.endswith("/METADATA")]
                metadata = files.read(name).decode()
        self.assertIn("The changelog lists the changes", metadata)
        self.assertNotRegex(metadata, r"\]\((?!https:|#)")
