"""`python -m tests.docs.refresh`: writes today's outputs into the sessions of the README and the guides."""

from tests.docs.session import PAGES, refreshed

if __name__ == "__main__":
    for page in PAGES:
        page.write_text(refreshed(page.read_text(encoding="utf-8")), encoding="utf-8")
