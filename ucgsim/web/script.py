"""Code of ours in Python written as JavaScript, so that the page reads lists by the code by which the commands do.

A module is written with all functions, classes and constants of ours that its entries use. What these use of Python is
in ``static/python.js`` under the same names; anything else is refused with its line.
"""

from __future__ import annotations

import ast
import builtins
import dataclasses
import importlib
import inspect
import json
import re
import sys
import textwrap
from functools import cache
from importlib.resources import files
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from ucgsim.files.reading import own_text

if TYPE_CHECKING:
    from collections.abc import Callable

RUNTIME, KNOWN = "python.js", "known.js"
_COMPARED = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
_COMBINED = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.BitOr: "or", ast.BitAnd: "and"}
_FORMS: dict[type[ast.AST], str] = {
    ast.Pass: "",
    ast.Assert: "",
    ast.Break: "break;",
    ast.Continue: "continue;",
    ast.Expr: "{value};",
    ast.Return: "return {value};",
    ast.Raise: "throw {exc};",
    ast.While: "while ({test}) {body}",
    ast.For: "for ({target} of {iter}) {body}",
    ast.Yield: "yield {value}",
    ast.YieldFrom: "yield* {value}",
    ast.Attribute: "{value}.{attr}",
    ast.Starred: "...{value}",
    ast.NamedExpr: "({target} = {value})",
    ast.IfExp: "({test} ? {body} : {orelse})",
}
"""What is written as it is, with its parts in their places."""
_REFUSED: dict[type[ast.AST], tuple[str, ...]] = {
    ast.While: ("orelse",),
    ast.For: ("orelse",),
    ast.Try: ("orelse", "finalbody"),
}
"""Parts that have no form."""
_TAKEN = frozenset(
    ("case", "const", "default", "delete", "export", "function", "in", "let", "new", "switch", "this", "typeof", "var")
)
"""Names that JavaScript has for itself."""
NATIVE = frozenset(
    {
        "ucgsim.cards.card.plain_text",
        *(f"ucgsim.cards.labels.{name}" for name in ("shown_as", "titles_in")),
        "ucgsim.cards.official_ids.number_of",
        *(f"ucgsim.cards.other_names.{name}" for name in ("bearers_of", "card_spellings", "key_of")),
        *(f"ucgsim.decks.link.{name}" for name in ("in_utf8", "packed", "unpacked", "utf8")),
        "ucgsim.errors.UcgsimError",
        *(f"ucgsim.files.reading.{name}" for name in ("JsonList", "JsonObject", "MalformedError")),
        "ucgsim.language.speech.gettext",
        "ucgsim.safe_text.visible",
        "ucgsim.stats.ridge.effects_in",
    }
)
"""What the page has in a form of its own, in ``static/known.js``."""


class UnwritableError(Exception):
    """Code that has no form in JavaScript here: its file, its line, and what it is."""


def script_of(*entries: Callable[..., Any]) -> str:
    """A module that exports these functions and classes, and holds all that they use of ours."""
    program = _Program()
    exported = "".join(f"export const {each.__name__} = {program.name_of(each)};\n" for each in entries)
    while program.waiting:
        program.write(program.waiting.pop())
    body = "\n".join([*program.constants, *program.written])
    imports = "".join(
        f"import {{ {', '.join(f'{each} as ${each}' for each in sorted(names))} }} from './{place}';\n"
        for place, names in ((RUNTIME, program.used), (KNOWN, program.asked))
    )
    return f"{imports}{body}\n{exported}"


class _Program:
    """What is written, what waits to be, and what it uses of the page."""

    def __init__(self) -> None:
        self.waiting: list[Callable[..., Any]] = []
        self.known: dict[str, str] = {}
        self.constants: list[str] = []
        self.held: list[Any] = []
        self.written: list[str] = []
        self.used: set[str] = set()
        self.asked: set[str] = set()

    def native(self, name: str) -> str:
        """What the page calls something of Python."""
        if name not in _exported():
            raise UnwritableError(f"{name} is not in {RUNTIME}")
        self.used.add(name)
        return f"${name}"

    def fresh(self, module: str, name: str) -> str:
        """A name for what is of a module that nothing else has."""
        name = f"{module.rpartition('.')[2]}_{name.lstrip('_')}"
        while name in self.known.values():
            name += "_"
        return name

    def name_of(self, value: Callable[..., Any]) -> str:
        """What a function or a class of ours is called, which is written if it was not."""
        key = f"{value.__module__}.{value.__qualname__}"
        if key in NATIVE:
            self.asked.add(value.__name__)
            return f"${value.__name__}"
        if not _is_ours(value):
            return self.native(value.__name__)
        if key not in self.known:
            self.known[key] = self.fresh(value.__module__, value.__name__)
            self.waiting.append(value)
        return self.known[key]

    def name_in(self, module: ModuleType, name: str) -> str:
        """What a name of a module means."""
        if not hasattr(module, name):
            return self.native(name)
        value = getattr(module, name)
        if made := getattr(value, "__wrapped__", None):
            key = f"kept {id(made)}"
            if key not in self.known:
                self.known[key] = self.fresh(module.__name__, f"kept_{made.__name__}")
                self.constants.append(
                    f"const {self.known[key]} = {self.native('memo')}((text) => {self.name_of(made)}(text));"
                )
            return self.known[key]
        if callable(value):
            return self.name_of(value)
        if isinstance(value, str | bool | int | float):
            return self.constant(value)
        return self.kept(module, value, name)

    def kept(self, module: ModuleType, value: Any, name: str) -> str:
        """What a constant is called; modules that import one have the same."""
        key = str(id(value))
        if key not in self.known:
            self.known[key] = self.fresh(module.__name__, name)
            self.constants.append(f"const {self.known[key]} = {self.constant(value)};")
            self.held.append(value)
        return self.known[key]

    def constant(self, value: Any) -> str:
        """A value of a module."""
        if value is None or isinstance(value, str | bool | int | float):
            # Halves of characters, as patterns have them, are in no file.
            text = json.dumps(value, ensure_ascii=False)
            return re.sub("[\ud800-\udfff]", lambda half: f"\\u{ord(half[0]):04x}", text)
        if isinstance(value, re.Pattern):
            return self.pattern(self.constant(value.pattern), value.flags)
        if isinstance(value, dict):
            pairs = (f"[{self.constant(key)}, {self.constant(each)}]" for key, each in value.items())
            return f"{self.native('dict')}([{', '.join(pairs)}])"
        items = f"[{', '.join(map(self.constant, sorted(value) if isinstance(value, set | frozenset) else value))}]"
        return f"{self.native('set')}({items})" if isinstance(value, set | frozenset) else items

    def pattern(self, source: str, flags: int) -> str:
        """A pattern of which the source is written."""
        return f"new {self.native('Pattern')}({source}{', true' if flags & re.IGNORECASE else ''})"

    def write(self, value: Callable[..., Any]) -> None:
        """Write a function or a class."""
        module = importlib.import_module(value.__module__)
        node = ast.parse(textwrap.dedent(inspect.getsource(value))).body[0]
        name = self.name_of(value)
        if isinstance(node, ast.ClassDef) and isinstance(value, type):
            self.written.append(_Writer(self, module, node).a_class(node, value, name))
        elif isinstance(node, ast.FunctionDef):
            self.written.append(f"function{_Writer(self, module, node).function(node, name)}")
        else:
            raise UnwritableError(f"{value.__module__}: {name} is neither a function nor a class")


METHODS = frozenset(dir(str)) | frozenset(dir(list))
"""Methods of texts and lists, which JavaScript has none of, or others."""


class _Writer:
    """Writes one function, or one class with its methods."""

    def __init__(self, program: _Program, module: ModuleType, node: ast.stmt) -> None:
        self.program = program
        self.module = module
        self.locals: set[str] = set()
        self.node = node

    def refuse(self, node: ast.AST) -> UnwritableError:
        where = f"{self.module.__name__}.{getattr(self.node, 'name', '')}, line {getattr(node, 'lineno', 0)}"
        return UnwritableError(f"{where}: {ast.unparse(node)[:60]!r} has no form in JavaScript here")

    # ---------------------------------------------------------------------------- functions and classes

    def function(self, node: ast.FunctionDef, name: str, *, is_method: bool = False) -> str:
        """A function from its star or its name on."""
        outer, inner = self.locals, _within(node)
        if is_method:
            del node.args.args[0]
        parameters = self.parameters(node.args)
        named = {each.arg for each in ast.walk(node.args) if isinstance(each, ast.arg)}
        stored = {each.id for each in inner if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
        stored |= {each.name for each in inner if isinstance(each, ast.ExceptHandler) and each.name}
        self.locals = outer | named | stored | {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
        declared = ", ".join(map(_safe, sorted(stored - named)))
        body = f"let {declared};\n{self.block(node.body)}" if declared else self.block(node.body)
        self.locals = outer
        star = "*" if any(isinstance(each, ast.Yield | ast.YieldFrom) for each in inner) else ""
        return f"{star} {name}({', '.join(parameters)}) {{\n{body}}}"

    def parameters(self, given: ast.arguments) -> list[str]:
        """What a function takes: those that have to be named behind the others, and the rest of these in an object."""
        firsts: list[ast.expr | None] = [None] * (len(given.args) - len(given.defaults))
        defaults = [*firsts, *given.defaults, *given.kw_defaults]
        parts = [
            _safe(each.arg) + (f" = {self.expression(default)}" if default is not None else "")
            for each, default in zip([*given.args, *given.kwonlyargs], defaults, strict=True)
        ]
        return [*parts, f"{given.kwarg.arg} = {{}}"] if given.kwarg else parts

    def a_class(self, node: ast.ClassDef, value: type, name: str) -> str:
        """A class; of a dataclass and a named tuple the constructor takes the fields."""
        parts = []
        if any(ast.unparse(base) != "NamedTuple" for base in node.bases):
            raise self.refuse(node)
        if dataclasses.is_dataclass(value) or hasattr(value, "_fields"):
            parts.append(self.fields(value))
        for each in node.body:
            if not isinstance(each, ast.FunctionDef):
                continue
            decorators = {ast.unparse(decorator) for decorator in each.decorator_list}
            kept = "cached_property" in decorators
            called = "constructor" if each.name == "__init__" else f"{each.name}{'_made' * kept}"
            parts.append(f"{'get ' * ('property' in decorators)}{self.function(each, called, is_method=True)}")
            if kept:
                parts.append(f"get {each.name}() {{ return {self.program.native('made')}(this, '{each.name}'); }}")
        body = "\n".join(parts)
        return f"class {name} {{\n{body}\n}}"

    def fields(self, value: Any) -> str:
        """A constructor that takes all fields in their order."""
        if dataclasses.is_dataclass(value):
            fields = {each.name: each for each in dataclasses.fields(value)}
            given = {name: each.default for name, each in fields.items() if each.default is not dataclasses.MISSING}
            lists = {name for name, each in fields.items() if each.default_factory is list}
        else:
            fields, given, lists = value._fields, value._field_defaults, set()
        defaults = {name: "[]" if name in lists else self.program.constant(given[name]) for name in (*given, *lists)}
        parts = ", ".join(f"{_safe(name)} = {defaults[name]}" if name in defaults else _safe(name) for name in fields)
        body = "".join(f"this.{name} = {_safe(name)};\n" for name in fields)
        return f"constructor({parts}) {{\n{body}}}"

    # --------------------------------------------------------------------------------------- statements

    def block(self, statements: list[ast.stmt]) -> str:
        return "".join(self.statement(each) for each in statements)

    def statement(self, node: ast.stmt) -> str:
        is_doc = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        return "" if is_doc else f"{self.written(node)}\n"

    def written(self, node: ast.AST) -> str:
        """A statement or an expression by its form, or by a method that is called as it is."""
        is_bare = isinstance(node, ast.Raise) and node.exc is None
        if is_bare or any(getattr(node, each, None) for each in _REFUSED.get(type(node), ())):
            raise self.refuse(node)
        if type(node) in _FORMS:
            form = _FORMS[type(node)]
            return form.format(**{each: self.part(each, getattr(node, each)) for each in re.findall(r"{(\w+)}", form)})
        write = getattr(self, f"_{type(node).__name__.lower()}", None)
        if write is None:
            raise self.refuse(node)
        return str(write(node))

    def part(self, name: str, value: Any) -> str:
        """What is put into a form."""
        if isinstance(value, list):
            return f"{{\n{self.block(value)}}}"
        if value is None or isinstance(value, str):
            return value or "null"
        return (
            self.test(value) if name == "test" else self.target(value) if name == "target" else self.expression(value)
        )

    def _functiondef(self, node: ast.FunctionDef) -> str:
        return f"function{self.function(node, node.name)}"

    def _assign(self, node: ast.Assign) -> str:
        value = self.expression(node.value)
        for target in reversed(node.targets):
            value = self.assigned(target, value)
        return f"{value};"

    def _annassign(self, node: ast.AnnAssign) -> str:
        return f"{self.assigned(node.target, self.expression(node.value))};" if node.value else ""

    def _augassign(self, node: ast.AugAssign) -> str:
        operator = _COMBINED.get(type(node.op))
        if operator is None:
            raise self.refuse(node)
        of, value = self.expression(node.target), self.expression(node.value)
        in_place = f"i{operator}"
        made = f"{self.program.native(in_place if in_place in _exported() else operator)}({of}, {value})"
        return f"{self.assigned(node.target, made)};"

    def assigned(self, target: ast.expr, value: str) -> str:
        """A value put where it belongs."""
        if isinstance(target, ast.Subscript):
            of = self.expression(target.value)
            if isinstance(target.slice, ast.Slice):
                return f"{self.program.native('splice')}({of}, {self.bounds(target.slice)}, {value})"
            return f"{self.program.native('put')}({of}, {self.expression(target.slice)}, {value})"
        return f"{self.target(target)} = {value}"

    def target(self, node: ast.expr) -> str:
        if isinstance(node, ast.Tuple | ast.List):
            if any(isinstance(each, ast.Starred) for each in node.elts[:-1]):
                raise self.refuse(node)
            return f"[{', '.join(map(self.target, node.elts))}]"
        if isinstance(node, ast.Starred):
            return f"...{self.target(node.value)}"
        return self.expression(node)

    def _if(self, node: ast.If) -> str:
        other = f" else {{\n{self.block(node.orelse)}}}" if node.orelse else ""
        return f"if ({self.test(node.test)}) {{\n{self.block(node.body)}}}{other}"

    def _try(self, node: ast.Try) -> str:
        (handler,) = node.handlers
        caught = f"if (!({self.instance('$error', handler.type)})) throw $error;\n"
        caught += f"{_safe(handler.name)} = $error;\n" if handler.name else ""
        return f"try {{\n{self.block(node.body)}}} catch ($error) {{\n{caught}{self.block(handler.body)}}}"

    def _with(self, node: ast.With) -> str:
        (item,) = node.items
        if not isinstance(item.context_expr, ast.Call) or ast.unparse(item.context_expr.func) != "suppress":
            raise self.refuse(node)
        kind = self.instance("$error", item.context_expr.args[0])
        return f"try {{\n{self.block(node.body)}}} catch ($error) {{\nif (!({kind})) throw $error;\n}}"

    def _match(self, node: ast.Match) -> str:
        of, text = self.expression(node.subject), ""
        for case in node.cases:
            if not isinstance(case.pattern, ast.MatchValue):
                raise self.refuse(node)
            guard = f" && {self.test(case.guard)}" if case.guard else ""
            text += f"if ({of} === {self.expression(case.pattern.value)}{guard}) {{\n{self.block(case.body)}}} else "
        return f"{text}{{}}"

    # -------------------------------------------------------------------------------------- expressions

    def test(self, node: ast.expr) -> str:
        """A condition, which is true or false in JavaScript as well."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return f"!{self.test(node.operand)}"
        if isinstance(node, ast.BoolOp):
            return f"({(' && ' if isinstance(node.op, ast.And) else ' || ').join(map(self.test, node.values))})"
        if isinstance(node, ast.Compare):
            return self.expression(node)
        return f"{self.program.native('truth')}({self.expression(node)})"

    def expression(self, node: ast.expr) -> str:
        return self.written(node)

    def _constant(self, node: ast.Constant) -> str:
        return self.program.constant(node.value)

    def _name(self, node: ast.Name) -> str:
        if node.id == "self":
            return "this"
        return _safe(node.id) if node.id in self.locals else self.program.name_in(self.module, node.id)

    def _tuple(self, node: ast.Tuple | ast.List) -> str:
        return f"[{', '.join(map(self.expression, node.elts))}]"

    _list = _tuple

    def _set(self, node: ast.Set) -> str:
        return f"{self.program.native('set')}([{', '.join(map(self.expression, node.elts))}])"

    def _dict(self, node: ast.Dict) -> str:
        pairs = [
            f"[{self.expression(key)}, {self.expression(value)}]"
            for key, value in zip(node.keys, node.values, strict=True)
            if key
        ]
        if len(pairs) < len(node.keys):
            raise self.refuse(node)
        return f"{self.program.native('dict')}([{', '.join(pairs)}])"

    def _boolop(self, node: ast.BoolOp) -> str:
        *firsts, text = map(self.expression, node.values)
        for each in reversed(firsts):
            text = f"{self.program.native('any_of' if isinstance(node.op, ast.Or) else 'all_of')}({each}, () => {text})"
        return text

    def _unaryop(self, node: ast.UnaryOp) -> str:
        return f"!{self.test(node.operand)}" if isinstance(node.op, ast.Not) else f"-{self.expression(node.operand)}"

    def _binop(self, node: ast.BinOp) -> str:
        left, right = self.expression(node.left), self.expression(node.right)
        if isinstance(node.op, ast.Mod):
            return f"({left} % {right})"
        if isinstance(node.op, ast.FloorDiv):
            return f"Math.floor({left} / {right})"
        if isinstance(node.op, ast.Div | ast.Pow):
            return f"({left} {'/' if isinstance(node.op, ast.Div) else '**'} {right})"
        if type(node.op) not in _COMBINED:
            raise self.refuse(node)
        return f"{self.program.native(_COMBINED[type(node.op)])}({left}, {right})"

    def _compare(self, node: ast.Compare) -> str:
        parts, left = [], self.expression(node.left)
        for operator, each in zip(node.ops, node.comparators, strict=True):
            right = self.expression(each)
            parts.append(self.compared(operator, left, right))
            left = right
        return parts[0] if len(parts) == 1 else f"({' && '.join(parts)})"

    def compared(self, operator: ast.cmpop, left: str, right: str) -> str:
        if isinstance(operator, ast.Is | ast.IsNot):
            return f"({left} {'==' if isinstance(operator, ast.Is) else '!='} {right})"
        if isinstance(operator, ast.In | ast.NotIn):
            return f"{'!' * isinstance(operator, ast.NotIn)}{self.program.native('has')}({right}, {left})"
        if isinstance(operator, ast.Eq | ast.NotEq):
            return f"{'!' * isinstance(operator, ast.NotEq)}{self.program.native('equal')}({left}, {right})"
        if isinstance(operator, ast.LtE | ast.GtE):
            one, other = (left, right) if isinstance(operator, ast.LtE) else (right, left)
            return f"{self.program.native('within')}({one}, {other})"
        return f"({left} {_COMPARED[type(operator)]} {right})"

    def bounds(self, node: ast.Slice) -> str:
        return ", ".join(self.expression(each) if each else "null" for each in (node.lower, node.upper))

    def _subscript(self, node: ast.Subscript) -> str:
        of = self.expression(node.value)
        if isinstance(node.slice, ast.Slice):
            return f"{self.program.native('slice')}({of}, {self.bounds(node.slice)})"
        return f"{self.program.native('get')}({of}, {self.expression(node.slice)})"

    def _joinedstr(self, node: ast.JoinedStr) -> str:
        parts = [
            self.program.constant(each.value) if isinstance(each, ast.Constant) else self.formatted(each)
            for each in node.values
        ]
        joined = " + ".join(parts)
        return f"('' + {joined})"

    def formatted(self, node: ast.expr) -> str:
        assert isinstance(node, ast.FormattedValue)
        value = self.expression(node.value)
        if node.conversion != -1:
            return f"{self.program.native('repr')}({value})"
        if node.format_spec is not None:
            return f"{self.program.native('formatted')}({value}, {self.expression(node.format_spec)})"
        return f"{self.program.native('str')}({value})"

    def _lambda(self, node: ast.Lambda) -> str:
        outer = self.locals
        parameters = self.parameters(node.args)
        self.locals = outer | {each.arg for each in node.args.args}
        body = self.expression(node.body)
        self.locals = outer
        return f"(({', '.join(parameters)}) => {body})"

    def comprehension(self, generators: list[ast.comprehension], *elements: ast.expr) -> str:
        """A list of what all its loops make."""
        outer, text = self.locals, ""
        for each in generators:
            of = self.expression(each.iter)
            self.locals = self.locals | {name.id for name in ast.walk(each.target) if isinstance(name, ast.Name)}
            text += f"for (const {self.target(each.target)} of {of}) "
            text += "".join(f"if ({self.test(condition)}) " for condition in each.ifs)
        made = [self.expression(each) for each in elements]
        self.locals = outer
        element = made[0] if len(made) == 1 else f"[{', '.join(made)}]"
        return f"(() => {{ const $made = []; {text}$made.push({element}); return $made; }})()"

    def _listcomp(self, node: ast.ListComp | ast.GeneratorExp) -> str:
        return self.comprehension(node.generators, node.elt)

    _generatorexp = _listcomp

    def _setcomp(self, node: ast.SetComp) -> str:
        return f"{self.program.native('set')}({self.comprehension(node.generators, node.elt)})"

    def _dictcomp(self, node: ast.DictComp) -> str:
        return f"{self.program.native('dict')}({self.comprehension(node.generators, node.key, node.value)})"

    # -------------------------------------------------------------------------------------------- calls

    def instance(self, value: str, kinds: ast.expr | None) -> str:
        """Whether a value is of one of these classes."""
        listed: list[ast.expr] = [kinds] if kinds else []
        while isinstance(listed[0], ast.BinOp):
            listed[0:1] = [listed[0].left, listed[0].right]
        return f"{self.program.native('isinstance')}({value}, [{', '.join(map(self.expression, listed))}])"

    def _call(self, node: ast.Call) -> str:
        function = node.func
        if isinstance(function, ast.Name) and function.id == "isinstance":
            return self.instance(self.expression(node.args[0]), node.args[1])
        if isinstance(function, ast.Name) and function.id not in self.locals:
            return self.called(node, self.meant(function))
        if not isinstance(function, ast.Attribute):
            return f"{self.expression(function)}({', '.join(self.arguments(node))})"
        known, of = self.meant(function.value), self.expression
        if isinstance(known, ModuleType) or (isinstance(known, type) and known.__module__ == "builtins"):
            return self.of_module(node, known, function.attr)
        if function.attr in METHODS:
            arguments = [of(function.value), f"'{function.attr}'", *self.arguments(node)]
            return f"{self.program.native('method')}({', '.join(arguments)})"
        arguments = (
            self.placed(node, self.method(node, function.attr), skip=1) if node.keywords else self.arguments(node)
        )
        return f"{of(function.value)}.{function.attr}({', '.join(arguments)})"

    def meant(self, node: ast.expr) -> Any:
        """What a name of the module means; nothing for all else."""
        if not isinstance(node, ast.Name) or node.id in self.locals:
            return None
        return getattr(self.module, node.id, getattr(builtins, node.id, None))

    def method(self, node: ast.Call, name: str) -> Any:
        """The method that classes of this module or of those before it have by a name; all of one signature."""
        classes = [*vars(self.module).values(), *(_resolved(key) for key in self.program.known if "." in key)]
        own = [each for each in classes if isinstance(each, type) and _is_ours(each)]
        methods = [vars(each)[name] for each in own if isinstance(vars(each).get(name), FunctionType)]
        if len({tuple(inspect.signature(each).parameters) for each in methods}) != 1:
            raise self.refuse(node)
        return methods[0]

    def of_module(self, node: ast.Call, module: ModuleType | type, name: str) -> str:
        """A call of what a module of Python has; of patterns that are written where they are used."""
        if module is re:
            first, *others = node.args
            if any(each.arg != "flags" for each in node.keywords):
                raise self.refuse(node)
            flags = re.IGNORECASE if node.keywords else 0
            if isinstance(first, ast.Constant):
                pattern = self.program.kept(self.module, re.compile(str(first.value), flags), f"{name}_pattern")
            else:
                pattern = f"({self.program.pattern(self.expression(first), flags)})"
            return f"{pattern}.{name}({', '.join(map(self.expression, others))})"
        return f"{self.program.native(f'{module.__name__}_{name}')}({', '.join(self.arguments(node))})"

    def called(self, node: ast.Call, value: Any) -> str:
        """A call of a function or a class by its name."""
        value = getattr(value, "__wrapped__", value) if not isinstance(value, type) and value is not None else value
        name = self.expression(node.func)
        is_native = value is None or f"{value.__module__}.{value.__qualname__}" in NATIVE or not _is_ours(value)
        arguments = self.arguments(node) if is_native else self.placed(node, value)
        is_class = isinstance(value, type) and (_is_ours(value) or issubclass(value, Exception))
        return f"{'new ' if is_class else ''}{name}({', '.join(arguments)})"

    def arguments(self, node: ast.Call) -> list[str]:
        """What a call of the page is given: what has a name comes last, as an object."""
        named = [
            f"{each.arg}: {self.expression(each.value)}" if each.arg else f"...{self.expression(each.value)}"
            for each in node.keywords
            if each.arg != "strict"
        ]
        return [*map(self.expression, node.args), *([f"{{ {', '.join(named)} }}"] if named else [])]

    def placed(self, node: ast.Call, value: Any, skip: int = 0) -> list[str]:
        """What a call of ours is given, in the order in which it takes it."""
        parameters = [*inspect.signature(value).parameters.values()][skip:]
        given = [*map(self.expression, node.args)]
        named = {str(each.arg): self.expression(each.value) for each in node.keywords}
        if any(isinstance(each, ast.Starred) for each in node.args):
            return given
        more = any(each.kind is inspect.Parameter.VAR_KEYWORD for each in parameters)
        names = [each.name for each in parameters if each.kind is not inspect.Parameter.VAR_KEYWORD]
        rest = {name: named.pop(name) for name in [*named] if name not in names}
        if rest and not more:
            raise self.refuse(node)
        given += [named.get(name, "undefined") for name in names[len(given) :]]
        while given and given[-1] == "undefined" and not rest:
            given.pop()
        return [*given, f"{{ {', '.join(f'{name}: {text}' for name, text in rest.items())} }}"] if rest else given


@cache
def _exported() -> frozenset[str]:
    """What the page has of Python."""
    text = own_text(files("ucgsim.web").joinpath("static", RUNTIME))
    return frozenset(re.findall(r"^export (?:function\*?|class|const) (\w+)", text, re.MULTILINE))


def _is_ours(value: Any) -> bool:
    return value.__module__.partition(".")[0] not in sys.stdlib_module_names


def _safe(name: str) -> str:
    return f"{name}$" if name in _TAKEN else name


def _resolved(key: str) -> Any:
    module, _dot, name = key.rpartition(".")
    return getattr(importlib.import_module(module), name, None)


def _within(node: ast.AST) -> list[ast.AST]:
    """All that is of a function, but not of functions and comprehensions in it; names that these give it count."""
    nodes: list[ast.AST] = []
    waiting = [*ast.iter_child_nodes(node)]
    while waiting:
        each = waiting.pop()
        if isinstance(each, ast.FunctionDef | ast.Lambda):
            continue
        nodes.append(each)
        inner = [*ast.iter_child_nodes(each)]
        if isinstance(each, ast.comprehension):
            inner = [part for part in inner if part is not each.target]
        waiting += inner
    return nodes
