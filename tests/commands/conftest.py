"""A folder of models as a reader may have one."""

import sys
from pathlib import Path

import pytest

OWN = """
import torch
from torch import nn

print("imported")


class Bad(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(5, 2))

    def forward(self, x):
        h = x.relu()
        return h @ self.weight


class Outer(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def forward(self, x, **options):
        out = self.inner(x * 2)
        return {"out": out, "none": None, 3: options}


class Raises(nn.Module):
    def forward(self, x):
        y = x + 1
        raise KeyError("{braces} \\x1b[31m")


class Half(nn.Module):
    def forward(self, x):
        return x[: len(x) // 2]


class Twice(nn.Module):
    def __init__(self):
        super().__init__()
        self.shorter = Half()

    def forward(self, x):
        return self.shorter(self.shorter(x))


class Rude:
    def __str__(self):
        raise RuntimeError("no text")

    __repr__ = __str__

    def __index__(self):
        return 0


Hostile = type("</template><script>alert('&amp;')</script>", (Half,), {})


class Guest(nn.Module):
    def __init__(self):
        super().__init__()
        self.add_module('x" onclick="<b>', Hostile())

    def forward(self, x, rude):
        only, = self.children()
        return only(x), x[rude]


def good(width=4, seed: int = 0):
    print("made")
    torch.manual_seed(seed)
    return Outer(nn.Linear(width, 3)).eval(), torch.ones(2, width)


def by_name():
    return Outer(nn.Identity()), {"x": torch.ones(2), "flag": float("nan"), "where": slice(None), "how": torch.relu}


def by_place():
    return nn.Bilinear(2, 3, 4), (torch.ones(5, 2), torch.ones(5, 3))


def twice():
    return Twice(), torch.ones(8)


def stranger():
    return Hostile(), torch.ones(6)


def guest():
    return Guest(), (torch.ones(6), Rude())


def failing():
    return Outer(Bad()), torch.zeros(2, 4)


def raising_forward():
    return Raises(), (torch.zeros(2),)


def too_many():
    return nn.Linear(2, 2), (1, 2, 3)


def alone():
    return nn.Linear(2, 2)


def listed():
    return nn.Linear(2, 2), [torch.ones(2)]


def raising():
    return 1 / 0


def quitting():
    raise SystemExit


def misbuilt():
    return nn.Linear("wide", 2), torch.ones(2)


def needing(width):
    return nn.Linear(width, 1), torch.ones(width)


number = 3
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a file of models; what is imported from it is forgotten afterwards."""
    (tmp_path / "mine.py").write_text(OWN)
    (tmp_path / "broken.py").write_text("import nothing_like_this\n")
    (tmp_path / "unreadable.py").write_text("def f(:\n")
    (tmp_path / "leaving.py").write_text("raise SystemExit(3)\n")
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "__init__.py").write_text("")
    (tmp_path / "package" / "inner.py").write_text("from mine import good\n\n\ndef other():\n    return good()\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    for name in ("mine", "broken", "unreadable", "leaving", "package", "package.inner"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return tmp_path
