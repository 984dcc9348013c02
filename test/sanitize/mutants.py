"""Mutants of OpenCL C programs: each place where an operator applies gives one.

What a mutant does wrong is a fault of OpenCL's own rules, by which the simulator is to tell it (docs/icd.md, "Wrong
programs"): with the kind that the operator leads to, and the place or the name that the operator has changed.
"""
import re

TYPES = r"(?:u?int|u?long|float|double|size_t|u?char|u?short|u(?:8|16|32|64))"
DECLARES = re.compile(rf"^\s*(?:const |local |__local |private |constant |__constant |static |struct |volatile )*\w+\s+\**\w+\s*\[")


class Mutant:
    """text: the changed program; line: where; name: of what was changed, or None."""

    def __init__(self, text, line, name):
        self.text, self.line, self.name = text, line, name


def line_at(text, place):
    begin = text.rfind("\n", 0, place) + 1
    end = text.find("\n", place)
    return text[begin:end if end >= 0 else len(text)]


# What an operator finds; what stands there afterwards; which group names what it changes, if any; kinds of faults that
# it leads to.
OPERATORS = {
    "barrier": (r"\b(?:barrier|work_group_barrier|SYNC_THREADS) ?\([^;]*\);", lambda m: ";", None, ("race",)),
    "atomic": (r"\batomic_(?:add|inc)\((&?)([^,;()]*(?:\([^()]*\))?[^,;()]*?)(?:, ([^;]*))?\);",
               lambda m: f"{'' if m[1] else '*'}({m[2]}) += {m[3] or 1};", None, ("race",)),
    "initialiser": (rf"^(\s+{TYPES} (\w+))\s*= [^;,{{}}]*;", lambda m: m[1] + ";", 2, ("uninitialised",)),
    "size": (rf"\b({TYPES} (\w+))\[(\w+)\](?=;| = \{{)", lambda m: f"{m[1]}[({m[3]}) - 1]", 2,
             ("outside of its", "out of bounds")),
    "index": (r"(?<=[\w\])])\[([^\[\]{};]+)\]", lambda m: f"[({m[1]}) + 1]", None,
              ("outside of its", "out of bounds", "race", "uninitialised")),
    "wait": (r"\bwait_group_events ?\([^;]*\);", lambda m: ";", None, ("asynchronous copy", "race")),
}


def mutants(text, operator):
    pattern, change, name, _ = OPERATORS[operator]
    for match in re.finditer(pattern, text, re.M):
        before = line_at(text, match.start())
        if before.lstrip().startswith(("#", "//", "*")) or operator == "index" and DECLARES.match(before):
            continue
        line = text.count("\n", 0, match.start(name) if name else match.start()) + 1
        yield Mutant(text[:match.start()] + change(match) + text[match.end():], line, match[name] if name else None)


def verdict(operator, mutant, file, said):
    """Of what was said of a mutant: "told" with the kind and the place, "told elsewhere", or None."""
    kinds = OPERATORS[operator][3]
    if not re.search(r"outside of its|uninitialised|race|asynchronous copy|out of bounds|barrier divergence", said):
        return None
    if not any(kind in said for kind in kinds):
        return "told elsewhere"
    # a barrier and a wait are what the two places that are told lack: they have no place themselves
    if operator in ("barrier", "wait") or mutant.name and f"'{mutant.name}'" in said:
        return "told"
    return "told" if re.search(rf"{re.escape(file)}:{mutant.line}\b", said) else "told elsewhere"
