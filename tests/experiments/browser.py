"""A page opened in headless Chromium: what its scripts leave behind, and what they complain of."""
from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# Complaints of the page's scripts are written into its title, where the dump shows them.
LISTENER = ("<script>window.addEventListener('error', e => { document.title = 'ERROR ' + e.message; });"
            "console.error = (...all) => { document.title = 'ERROR ' + all.join(' '); };</script>")


def opened(page: str, folder: Path, then: str = "") -> str:
    """Return the page as it is after its scripts and `then` ran; fails where one raised, skips without a browser."""
    browser = next((path for name in NAMES if (path := shutil.which(name))), None)
    if browser is None:
        pytest.skip(f"no browser to open the page in (none of {', '.join(NAMES)})")
    path = folder / "opened.html"
    heard = page.replace("<head>", "<head>" + LISTENER, 1).replace("</body>", f"<script>{then}</script></body>")
    path.write_text(heard, encoding="utf-8")
    words = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder / 'profile'}",
             "--virtual-time-budget=2000", "--dump-dom", path.as_uri()]
    done = subprocess.run([browser, *words], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-500:]
    title = re.search(r"<title>(.*?)</title>", done.stdout, re.S)
    assert title and not title[1].startswith("ERROR"), title and title[1]
    return done.stdout
