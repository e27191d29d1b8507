"""Models of the reader's own: `path/to/file.py:factory` and `package.module:factory`.

The factory returns `(model, inputs)`. This runs the reader's code, so it is for the reader's own machine only.
"""

import ast
import inspect
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from torch import Tensor, nn

from explainer.commands.refusals import FAILED, CommandError, place_of, told, with_known, with_nearest
from explainer.commands.settings import read_settings
from explainer.language import Phrase

_NO_FACTORY = Phrase(
    "{place} needs the name of a function behind a colon, {place}:factory.",
    "{place} 后面需要冒号和函数名，即 {place}:factory。",
)
_NO_FILE = Phrase("There is no file {path}.", "找不到文件 {path}。")
_NO_MODULE = Phrase("There is no module {name}.", "找不到模块 {name}。")
_BROKEN = Phrase("{place} cannot be imported.{error}", "无法导入 {place}。{error}")
_NOT_THERE = Phrase("{place} has no function “{name}”.", "{place} 中没有函数“{name}”。")
_NOT_CALLABLE = Phrase(
    "{name} in {place} is no function, but of class {kind}.", "{place} 中的 {name} 不是函数，而是 {kind} 类的对象。"
)
_ARGUMENTS = Phrase(
    "{name} in {place} needs a value for {missing}; give it with --set {missing}=…, or give it a default.",
    "{place} 中的 {name} 需要参数 {missing}；请用 --set {missing}=… 给出，或为它设默认值。",
)
_RAISED = Phrase("{name} in {place} failed.{error}", "{place} 中的 {name} 出错。{error}")
_NO_PAIR = Phrase(
    "{name} in {place} returned {got}; it must return (model, inputs): an nn.Module, and a tensor, a tuple of "
    "positional inputs, or a dictionary of keyword inputs.",
    "{place} 中的 {name} 返回了 {got}；它应返回 (model, inputs)：一个 nn.Module，以及一个张量、位置参数组成的元组，"
    "或关键字参数组成的字典。",
)


def made_by(target: str, pairs: tuple[str, ...]) -> tuple[nn.Module, tuple[Any, ...], Mapping[str, Any]]:
    """The model, its positional and its keyword inputs, made by the factory `target` with the settings `pairs`.

    Raises CommandError where there is no such factory, where it fails, and where it returns something else.
    """
    place, _, name = target.rpartition(":") if ":" in target else (target, "", "")
    if not place or not name:
        sentence, written = _NO_FACTORY.fill(place=place or name), _written_in(Path(place))
        raise CommandError(with_known(sentence, "", written) if written else sentence)
    module = _module(place)
    factory = getattr(module, name, None)
    if factory is None:
        raise CommandError(with_known(_NOT_THERE.fill(place=place, name=name), name, _functions(module)))
    if not callable(factory):
        raise CommandError(_NOT_CALLABLE.fill(place=place, name=name, kind=type(factory).__name__))
    return _checked(_called(factory, place, name, pairs), place, name)


def _module(place: str) -> ModuleType:
    is_file = place.endswith(".py") or "/" in place or "\\" in place or _is_file(Path(place))
    if is_file and not _is_file(Path(place)):
        raise CommandError(with_nearest(_NO_FILE.fill(path=place), place, _files_beside(Path(place))))
    try:
        return _from_file(Path(place)) if is_file else _from_name(place)
    except CommandError:
        raise
    except (Exception, SystemExit) as error:
        raise CommandError(_BROKEN.fill(place=place, error=_indented(error)), FAILED) from None


def _is_file(path: Path) -> bool:
    with suppress(OSError):
        return path.is_file()
    return False


def _files_beside(path: Path) -> Iterator[str]:
    """Files that could have been meant: those in the same folder, those in the folder itself."""
    with suppress(OSError):
        for folder in (path, path.parent):
            yield from sorted(str(each) for each in folder.glob("*.py"))


def _from_file(path: Path) -> ModuleType:
    """A file as `python file.py` would run it: what lies beside it can be imported."""
    sys.path.insert(0, str(path.resolve().parent))
    name = path.stem if path.stem not in sys.modules else f"traced_{path.stem}"
    spec = spec_from_loader(name, SourceFileLoader(name, str(path.resolve())))
    if spec is None or spec.loader is None:
        raise ImportError(path)
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _from_name(name: str) -> ModuleType:
    if not all(part.isidentifier() for part in name.split(".")):
        raise CommandError(with_nearest(_NO_MODULE.fill(name=name), name, _modules_beside(name.strip("."))))
    if str(Path.cwd()) not in sys.path and "" not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        # The module itself or a package above it; a module that it imports is another matter.
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise
        raise CommandError(
            with_nearest(_NO_MODULE.fill(name=error.name), error.name, _modules_beside(error.name))
        ) from None


def _modules_beside(name: str) -> Iterator[str]:
    package = name.rpartition(".")[0]
    paths = getattr(sys.modules.get(package), "__path__", None) if package else None
    for each in iter_modules(paths):
        yield f"{package}.{each.name}" if package else each.name


def _functions(module: ModuleType) -> list[str]:
    """The functions that are written in a module, as they stand there."""
    own = [
        name for name, each in vars(module).items() if inspect.isfunction(each) and each.__module__ == module.__name__
    ]
    return [name for name in own if not name.startswith("_")] or own


def _written_in(path: Path) -> list[str]:
    """The functions of a file that need not be run for that."""
    with suppress(OSError, SyntaxError, ValueError):
        return [
            each.name for each in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(each, ast.FunctionDef)
        ]
    return []


def _called(factory: Any, place: str, name: str, pairs: tuple[str, ...]) -> Any:
    parameters = _parameters(factory)
    settings = read_settings(pairs, {each.name: _kind(each) for each in parameters}, f"{place}:{name}")
    for each in parameters:
        if each.default is each.empty and each.name not in settings:
            raise CommandError(_ARGUMENTS.fill(place=place, name=name, missing=each.name))
    try:
        return factory(**settings)
    except (Exception, SystemExit) as error:
        raise CommandError(_RAISED.fill(place=place, name=name, error=_indented(error)), FAILED) from None


def _indented(error: BaseException) -> str:
    return "".join(f"\n    {line}" for line in (place_of(error), told(error)) if line)


def _parameters(factory: Any) -> list[inspect.Parameter]:
    """What a factory can be given by name; nothing for one that does not say."""
    try:
        parameters = inspect.signature(factory).parameters.values()
    except (TypeError, ValueError):
        return []
    return [each for each in parameters if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)]


def _kind(parameter: inspect.Parameter) -> type:
    """The type of a parameter: that of its default, else its annotation, else any."""
    if parameter.default is not parameter.empty and parameter.default is not None:
        return type(parameter.default)
    return parameter.annotation if isinstance(parameter.annotation, type) else object


def _checked(got: Any, place: str, name: str) -> tuple[nn.Module, tuple[Any, ...], Mapping[str, Any]]:
    match got:
        case (nn.Module() as model, Tensor() as only) if type(got) is tuple:
            return model, (only,), {}
        case (nn.Module() as model, tuple() as inputs) if type(got) is tuple:
            return model, inputs, {}
        case (nn.Module() as model, dict() as inputs) if type(got) is tuple and all(map(_is_text, inputs)):
            return model, (), inputs
    raise CommandError(_NO_PAIR.fill(place=place, name=name, got=_described(got)))


def _is_text(key: Any) -> bool:
    return isinstance(key, str)


def _described(got: Any) -> str:
    kind = type(got).__name__
    return f"{kind}({', '.join(type(part).__name__ for part in got)})" if isinstance(got, (tuple, list)) else kind
