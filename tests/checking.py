"""While tests run, every call of the project is checked against its signature: types are promises, and so are shapes.

Both jaxtyping and beartype can see to that. jaxtyping knows shapes, and makes a call many times slower; so it checks
the modules that need it, and beartype alone the others.
"""

import re
from importlib.util import find_spec
from pathlib import Path

from beartype import BeartypeConf
from beartype.claw import beartype_package
from jaxtyping import install_import_hook

PACKAGE = "explainer"
# Shapes, and the alias that holds itself, of which beartype alone makes nothing.
NEEDS_JAXTYPING = re.compile(r"\bfrom jaxtyping import\b|\bTarget\b")


def checked_by_jaxtyping() -> list[str]:
    """Names of modules, found without importing them."""
    package = find_spec(PACKAGE)
    assert package is not None
    assert package.origin is not None
    root = Path(package.origin).parent
    return [
        ".".join((PACKAGE, *file.relative_to(root).with_suffix("").parts))
        for file in sorted(root.rglob("*.py"))
        if NEEDS_JAXTYPING.search(file.read_text(encoding="utf-8"))
    ]


def check_every_call() -> None:
    """Has to come before anything of the project is imported. As for mypy, an int is a float."""
    beartype_package(PACKAGE, conf=BeartypeConf(is_pep484_tower=True, claw_is_pep526=False))
    install_import_hook(checked_by_jaxtyping(), "beartype.beartype(conf=beartype.BeartypeConf(is_pep484_tower=True))")
