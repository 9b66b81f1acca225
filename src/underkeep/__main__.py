"""`python -m underkeep`."""

from underkeep.terminal.main import main

if __name__ == "__main__":
    main()
