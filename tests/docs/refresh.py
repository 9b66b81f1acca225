"""`python -m tests.docs.refresh`: writes today's outputs into the README's sessions."""

from tests.docs.session import README, refreshed

if __name__ == "__main__":
    README.write_text(refreshed(README.read_text(encoding="utf-8")), encoding="utf-8")
