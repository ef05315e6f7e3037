"""The text of a study of a model in memory, from the arguments of a function."""

from __future__ import annotations

import json
import numbers
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ._build import _CONSTANTS, _NAME, _TOKEN, _refuse
from ._errors import nearest

if TYPE_CHECKING:
    from ._model import Model

SECTIONS = (
    "design",
    "parameters",
    "responses",
    "stop",
    "section",
    "continuation",
    "sensitivities",
    "results",
    "orbit",
    "equilibrium",
    "branch",
    "curve",
    "exponents",
)
"""Sections of study files; every other argument is a key of ``[run]``."""

_SPEAK_OF_ELEMENTS = ("responses", "section", "stop", "orbit")
"""Sections with expressions, in which names stand for elements."""

_WORDS = ("event", "direction", "along", "kind")
"""Keys whose texts are no expressions."""


def study_text(model: Model, given: Mapping[str, Any]) -> tuple[Path, str, dict[Path, str]]:
    """The path that stands for the study, its text, and the texts of the model."""
    if model._bindings:
        named = ", ".join(model._bindings)
        help = "write it as an expression: functions of Python have no derivatives, and runs of a study leave this process"
        raise _refuse("python-callback-in-study", f"{named} has a Python function, which a study cannot run", help)
    sections = {key: value for key, value in given.items() if key in SECTIONS and value is not None}
    run = {key.replace("_", "-"): value for key, value in given.items() if key not in SECTIONS and value is not None}
    parameters = _mapping("parameters", sections.get("parameters", {}))
    known = {str(name).lower() for name in (*parameters, *sections.get("responses", {}))}
    sections["parameters"] = {name: _parameter(model, name, p) for name, p in parameters.items()}
    if not parameters:
        del sections["parameters"]
    if "responses" in sections:
        sections["responses"] = expanded(_mapping("responses", sections["responses"]))
    for section in _SPEAK_OF_ELEMENTS:
        if section in sections:
            sections[section] = _by_ids(model, sections[section], known)
    # Names may have made statements of a model that was read.
    file, commands, texts = model._texts()
    top: dict[str, Any] = {"model": file.name}
    if commands is not None:
        top["commands"] = commands.name if commands.parent == file.parent else str(commands.absolute())
    lines = [f"{key} = {_toml(key, value)}" for key, value in top.items()]
    if "stop" in sections:
        lines.append(f"stop = {_toml('stop', sections.pop('stop'))}")
    for section, value in {"run": run, **sections}.items():
        if section == "run" and not value:
            continue
        lines.append(f"\n[{section}]")
        lines += [f"{_key(key)} = {_toml(key, x)}" for key, x in _mapping(section, value).items()]
    return file.parent / f"{file.stem}.toml", "\n".join(lines) + "\n", texts


def expanded(responses: Mapping[str, Any]) -> dict[str, Any]:
    """A list of rules is a response each: ``touch`` becomes ``touch_1``, ``touch_2``, ..."""
    rules: dict[str, Any] = {}
    for name, rule in responses.items():
        if isinstance(rule, list | tuple):
            rules |= {f"{name}_{k}": r for k, r in enumerate(rule, 1)}
        else:
            rules[name] = rule
    return rules


def _mapping(section: str, value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise TypeError(f"{section} is a mapping: {section}={{...}}; it stands for the section [{section}] of a study file")
    return value


def _parameter(model: Model, name: str, given: Any) -> dict[str, Any]:
    """What a study file says of a parameter. A place alone, as text, has the value that the model has there."""
    if isinstance(given, str):
        given = {"at": given}
    elif isinstance(given, numbers.Real):
        given = {"values": [float(given)]}
    elif isinstance(given, list | tuple | np.ndarray):
        given = {"values": given}
    spec = dict(_mapping(f"parameters.{name}", given))
    if "at" in spec:
        at = spec["at"]
        spec["at"] = _place(model, at) if isinstance(at, str) else [_place(model, a) for a in at]
    forms = ("values", "from", "mean", "value", "column")
    if "at" in spec and not any(form in spec for form in forms):
        first = spec["at"] if isinstance(spec["at"], str) else spec["at"][0]
        spec["values"] = [_number_at(model, name, first)]
    return spec


def _number_at(model: Model, name: str, place: str) -> float:
    try:
        number = model._native.number(place)
    except KeyError as error:
        head = place.split(".")[0]
        near = nearest(head, model._tags())
        help = f"did you mean {near}?" if near and "did you mean" not in error.args[0] else None
        raise _refuse("python-unknown-place", f"parameter {name}: {error.args[0]}", help) from None
    if number is None:
        help = f'give it one: {name}={{"at": "{place}", "values": [1.0]}}'
        raise _refuse("python-unknown-place", f"parameter {name}: the model has no number at {place}", help)
    return number


def _place(model: Model, path: str) -> str:
    """The path of a number with statement and id in place of the name of an element."""
    tags = model._tags()
    pieces = path.split(".")
    for k in range(len(pieces) - 1, 0, -1):
        tag = tags.get(".".join(pieces[:k]).lower())
        if tag is not None:
            return ".".join([tag, *pieces[k:]])
    return path


def _by_ids(model: Model, value: Any, known: set[str], key: str = "") -> Any:
    """The same with ids in place of names of elements."""
    if isinstance(value, Mapping):
        return {k: _by_ids(model, v, known, k) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_by_ids(model, v, known, key) for v in value]
    if not isinstance(value, str) or key in _WORDS:
        return value
    if key == "of":
        return model._tags().get(value.lower(), value)
    return _expression(model, value, known)


def _expression(model: Model, text: str, known: set[str]) -> str:
    tokens = _TOKEN.findall(text)
    depth = 0
    for k, token in enumerate(tokens):
        depth += {"(": 1, ")": -1}.get(token, 0)
        before = tokens[k - 1] if k else ""
        if not _NAME.fullmatch(token) or token.lower() in _CONSTANTS | known or before.endswith(("/", ".")):
            continue
        if "".join(tokens[k + 1 :]).lstrip().startswith(("(", "/")):
            continue
        if depth > 0 and not model._is_open:
            model._open()
        element = model._elements.get(token.lower()) if depth > 0 else None
        if element is not None:
            tokens[k] = model._marker(element, text) if element.kind == "part" else str(element.label)
        elif "." in token:
            tokens[k] = _place(model, token)
    return "".join(tokens)


def _key(key: str) -> str:
    return key if key.replace("_", "").replace("-", "").isalnum() else json.dumps(key)


def _toml(key: str, value: Any) -> str:
    """A value as TOML."""
    if isinstance(value, bool | np.bool_):
        return "true" if value else "false"
    if isinstance(value, int | np.integer):
        return str(int(value))
    if isinstance(value, numbers.Real | np.floating):
        return repr(float(value))
    if isinstance(value, str | Path):
        return json.dumps(str(value), ensure_ascii=False)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(k)} = {_toml(k, v)}" for k, v in value.items()) + " }"
    if isinstance(value, Iterable):
        return "[" + ", ".join(_toml(key, v) for v in value) + "]"
    raise TypeError(f"{key}: a study has numbers, texts, lists and mappings, not {type(value).__name__}")
