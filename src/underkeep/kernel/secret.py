"""What of a thing a seat may not know. A type says so itself, beside its fields:

    secrets: ClassVar[Secrets] = {WHOLE: "hidden", "kind": "hidden"}

names fields, each with the circumstance in which it is secret; under `WHOLE` that there is such a thing at all. `shows`
names what can be seen of a thing all the same: two that differ in their secrets alone have it in common.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

Circumstance = Literal[
    "always", "another's", "hidden", "undiscovered", "untried", "out of view", "never beheld", "unmet", "unheard"
]
Secrets = Mapping[str, Circumstance]
WHOLE: Final = "*"
ALWAYS: Final = "always"
