"""Models of MotionSolve: elements of the XML file that can be looked at and changed."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn
from xml.etree import ElementTree

from ._build import _NAME, _TOKEN, Callback, Element, Kind, Reference, _number, _refuse, _Statement
from ._errors import Diagnostic
from ._model import Model

_PREFIXES: tuple[tuple[str, Kind], ...] = (
    ("Body_", "part"),
    ("Reference_Marker", "marker"),
    ("Constraint_Joint", "joint"),
    ("Constraint_Jprim", "joint"),
    ("Motion_", "motion"),
    ("Force_Contact", "contact"),
    ("Force_", "force"),
    ("Post_Graphic", "solid"),
    ("Post_Request", "request"),
    ("Reference_Variable", "variable"),
    ("Control_Diff", "diff"),
    ("Reference_Spline", "spline"),
)


def _kind(tag: str) -> Kind:
    found = [kind for prefix, kind in _PREFIXES if tag.lower().startswith(prefix.lower())]
    return found[0] if found else "statement"


class _XmlStatement(_Statement):
    """An element of the file: its attributes are the arguments, what stands inside of it stays as it is."""

    def __init__(self, node: ElementTree.Element, label: int | None, name: str, arguments: list[str]) -> None:
        super().__init__(node.tag, label, name, arguments)
        self.node = node

    def written(self) -> ElementTree.Element:
        node = copy.copy(self.node)
        node.attrib = dict(a.split("=", 1) for a in self.arguments)
        return node


class XmlModel(Model):
    """A model of MotionSolve that was read. Its elements are those of the section Model of its file, with their attributes in any case."""

    _root: ElementTree.Element

    def _open(self) -> None:
        if self._is_open:
            return
        assert self._file is not None
        try:
            self._root = ElementTree.fromstring(self._file.read_bytes())
        except ElementTree.ParseError as error:
            raise _refuse("python-xml", f"{self._file}: {error}: such a file runs, but cannot be changed") from None
        self._is_open = True
        self._statements, self._elements, self._frames = [], {}, {}
        for node in self._section():
            given = {k.lower(): v for k, v in node.attrib.items()}
            text = given.get("id", "")
            label = int(text) if text.strip().isdigit() else None
            name = given.get("label", given.get("full_label", ""))
            arguments = [f"{k}={v}" for k, v in node.attrib.items()]
            self._statements.append(_XmlStatement(node, label, name, arguments))
            if label is None:
                continue
            self._last = max(self._last, label)
            kind = _kind(node.tag)
            is_free = bool(_NAME.fullmatch(name)) and name.lower() not in self._elements
            if kind == "part" and given.get("isground", "").upper() == "TRUE" and not is_free and "ground" not in self._elements:
                name, is_free = "ground", True
            element = Element(self, name if is_free else f"{node.tag}/{label}", kind, node.tag, label)
            self._elements[element.name.lower()] = element
            if given.get("isground", "").upper() == "TRUE":
                self._elements.setdefault("ground", element)

    def _section(self) -> ElementTree.Element:
        found = [child for child in self._root if child.tag.lower() == "model"]
        if not found:
            raise _refuse("python-xml", f"{self._file} has no section Model")
        return found[0]

    def deck(self) -> str:
        """The model as XML file of MotionSolve, without the comments of the one that was read."""
        self._open()
        section = self._section()
        section[:] = [s.written() for s in self._statements if isinstance(s, _XmlStatement)]
        return ElementTree.tostring(self._root, encoding="unicode")

    def _named(self, d: Diagnostic) -> Diagnostic:
        names = {f"{e.statement}/{e.label}": e.name for e in self._elements.values() if "/" not in e.name}

        def named(text: str) -> str:
            return re.sub(r"\b[A-Za-z_]+/\d+\b", lambda m: f"{m[0]} ({names[m[0]]})" if m[0] in names else m[0], text)

        return replace(d, message=named(d.message), rendered=d.rendered.replace(d.message, named(d.message)))

    def copy(self) -> XmlModel:
        """Another model of its own, with the same elements."""
        self._open()
        self.deck()
        made = _rebuild_xml({**self.__dict__, "_made": None, "_root": copy.deepcopy(self._root)})
        made._statements = [
            _XmlStatement(copy.deepcopy(s.node), s.label, s.name, list(s.arguments))
            for s in self._statements
            if isinstance(s, _XmlStatement)
        ]
        made._elements = {k: Element(made, e.name, e.kind, e.statement, e.label) for k, e in self._elements.items()}
        made._frames, made._bindings = {}, dict(self._bindings)
        made._pending = []
        return made

    def _find(self, reference: Reference, *kinds: Kind, where: str = "") -> Element:
        self._open()
        name = str(reference).lower()
        if name not in self._elements and "/" in name:
            word, _, label = name.partition("/")
            labelled = [e for e in dict.fromkeys(self._elements.values()) if str(e.label) == label]
            own = [e for e in labelled if e.statement.lower() == word]
            # Body/2 is Body_Rigid/2, Marker/20 is Reference_Marker/20
            own = own or [e for e in labelled if word in e.statement.lower().split("_")]
            if len(own) > 1:
                several = ", ".join(f"{e.statement}/{e.label}" for e in own)
                raise _refuse("python-unknown-name", f"{reference!r} may be any of {several}")
            if own:
                return own[0]
        return super()._find(reference, *kinds, where=where)

    def _text(self, value: Any, where: str) -> str:
        if isinstance(value, bool):
            return "TRUE" if value else "FALSE"
        if isinstance(value, Element):
            return str(value.label)
        if isinstance(value, str):
            return self._with_ids(value)
        if isinstance(value, Iterable):
            return " ".join(self._text(v, where) for v in value)
        return str(value) if isinstance(value, int) else _number(where, value)

    def _with_ids(self, text: str) -> str:
        """An expression with ids in place of names; other texts, such as ``REVOLUTE``, stay as they are."""
        if "(" not in text:
            return text
        tokens = _TOKEN.findall(text)
        for k, token in enumerate(tokens):
            known = self._elements.get(token.lower())
            is_call = "".join(tokens[k + 1 :]).lstrip().startswith("(")
            if known is not None and _NAME.fullmatch(token) and not is_call:
                tokens[k] = str(known.label)
        return "".join(tokens)

    def _attribute(self, key: str, value: Any, where: str) -> str:
        if isinstance(value, str) and key.lower().endswith("_id"):
            found = self._elements.get(value.lower())
            return str(found.label) if found is not None else value
        return self._text(value, where)

    def _set_argument(self, element: Element, argument: str, value: Any) -> None:
        statement = self._statement_of(element)
        at = statement.find(argument)
        key = argument if at is None else statement.arguments[at].split("=", 1)[0]
        before, bindings = list(statement.arguments), dict(self._bindings)
        owner = f"{element.statement}/{element.label}" + ("" if key.lower() in ("expr", "val_expression") else f" {key.upper()}")
        self._bindings.pop(owner, None)
        if value is None:
            new = []
        elif isinstance(value, Callback):
            new = [f"{key}=0"]
            self._bindings[owner] = Callback(value.function, tuple(self._with_ids(i) for i in value.inputs), value.rates)
        else:
            new = [f"{key}={self._attribute(key, value, element.name)}"]
        place = slice(len(before), None) if at is None else slice(at, at + 1)
        statement.arguments[place] = new
        try:
            self._reread()
        except Exception:
            statement.arguments[:] = before
            self._bindings = bindings
            raise

    def duplicate(self, element: Reference, name: str) -> Element:
        """Another element with the same attributes, under a name and an id of its own."""
        self._open()
        found = self._find(element)
        statement = self._statement_of(found)
        new = self._new(name, found.kind, found.statement)
        own = ("id", "label", "full_label")
        arguments = [a for a in statement.arguments if a.split("=", 1)[0].lower() not in own]
        assert isinstance(statement, _XmlStatement)
        self._statements.append(
            _XmlStatement(copy.deepcopy(statement.node), new.label, name, [f"id={new.label}", f"label={name}", *arguments])
        )
        return new

    def statement(self, name: str, keyword: str, *flags: str, **arguments: Any) -> Element:
        """Any element: ``m.statement("push", "Force_Scalar_TwoBody", type="Force", i_marker_id=tip, j_marker_id="base", expr="3*TIME")``.

        ``carom.explain(keyword)`` lists the attributes. Elements become their ids, names do in attributes that end in ``_id``, and in expressions.
        """
        if flags:
            raise TypeError("elements of MotionSolve have attributes with values only")
        self._open()
        given = [f"{k}={self._attribute(k, v, name)}" for k, v in arguments.items()]
        keep = list(self._statements), dict(self._elements)
        new = self._new(name, _kind(keyword), keyword)
        node = ElementTree.Element(keyword)
        self._statements.append(_XmlStatement(node, new.label, name, [f"id={new.label}", f"label={name}", *given]))
        try:
            self._reread()
        except Exception:
            self._statements, self._elements = keep
            raise
        return new

    def __reduce__(self) -> tuple[Any, ...]:
        if not self._is_open:
            return super().__reduce__()
        return _rebuild_xml, ({**self.__dict__, "_made": None},)


def _rebuild_xml(state: dict[str, Any]) -> XmlModel:
    model = XmlModel.__new__(XmlModel)
    model.__dict__.update(state)
    return model


def _in_adams(method: str) -> Any:
    def refused(self: XmlModel, *_: Any, **__: Any) -> NoReturn:
        raise _refuse(
            "python-language",
            f"{method} writes statements of Adams datasets, and {self._file} is a model of MotionSolve",
            'give the element itself: model.statement(name, "Force_Scalar_TwoBody", i_marker_id=..., ...)',
        )

    return refused


for _method in (
    "part",
    "marker",
    "joint",
    "motion",
    "force",
    "vector_force",
    "spring",
    "solid",
    "contact",
    "request",
    "variable",
    "diff",
    "spline",
):
    setattr(XmlModel, _method, _in_adams(_method))


def of_file(path: Path) -> type[Model]:
    """The class of a model of this file."""
    return XmlModel if path.suffix.lower() == ".xml" else Model


XmlModel.__module__ = "carom._xml"
