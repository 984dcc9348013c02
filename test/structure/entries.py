#!/usr/bin/env python3
"""Each function that a host may call goes through the guard of its floating-point environment (support/fpenv.h), or
unguarded.txt says why it need not; what a host has given is called by the guards' macros.

    entries.py ROOT LIBOCC LIBOCC_COMGR LIBOCC_ICD
    entries.py ROOT --planted LIBOCC LIBOCC_COMGR LIBOCC_ICD      what it must find is planted, each by itself
"""
import glob
import os
import re
import subprocess
import sys

# What computes, of each library, is below one of these.
GUARDS = re.compile(r"\b(do_job|host_enter|comgr_guarded|sim_begin_call|fpenv_enter|entered_\w+)\s*\(")
DEFINITION = re.compile(r"^(?!__attribute__)(\w+)\(([^;{}]*?)\)\n\{\n(.*?)^\}", re.M | re.S)
# A call of what a host has given, and the macros that such a line begins with.
GIVEN = re.compile(r"(pfn_\w+|->notify|options\.(?:trace|debug|warn|interrupt|outcome)|->text|"
                   r"freeing->function|->cancel|\)callback->function\))\(")
MACROS = re.compile(r"ICD_CALL_BACK|SIM_CALL_BACK")
# Calls that are one themselves: host.c of the driver, and a worker's, which goes to the device's own.
EXEMPT = {"driver/library/host.c", "runtime/sim/dispatch/jobs.c"}


def read_sources(root):
    sources = {}
    for folder in ("driver", "runtime/icd", "runtime/sim"):
        for path in glob.glob(os.path.join(root, folder, "**", "*.c"), recursive=True):
            with open(path, encoding="utf-8") as file:
                sources[os.path.relpath(path, root)] = file.read()
    return sources


def read_list(path):
    """Names with their reasons: a reason is a line of its own above its names."""
    listed, reason = {}, None
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.startswith("#") or not line.strip():
                continue
            if line[0] != " ":
                reason = line.strip()
            else:
                for name in line.split():
                    listed[name] = reason
    return listed


def exported(library):
    text = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True,
                          text=True).stdout
    return {line.split()[2].split("@")[0] for line in text.splitlines() if line.split()[1] == "T"}


def declared(header):
    with open(header, encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
    text = re.sub(r"struct sim_options \{.*?^\};", "", text, flags=re.S | re.M)
    return set(re.findall(r"\b(sim_\w+)\((?!\*)", text))


def is_guarded(name, functions, depth=0):
    """Does it call a guard, itself or in a function of its folder?"""
    for path, body in functions.get(name, ()):
        if GUARDS.search(body):
            return True
        called = set(re.findall(r"\b(\w+)\(", body)) if depth < 2 else ()
        if any(os.path.dirname(path) == os.path.dirname(other) for inner in called if inner != name
               for other, _ in functions.get(inner, ()) if is_guarded(inner, functions, depth + 1)):
            return True
    return False


def check(sources, entries, listed):
    wrong, functions = [], {}
    for path, text in sources.items():
        for name, _, body in DEFINITION.findall(text):
            functions.setdefault(name, []).append((path, body))
    for name in sorted(entries):
        guarded = is_guarded(name, functions)
        if name not in functions:
            wrong.append(f"{name}: no definition is found")
        elif not guarded and name not in listed:
            wrong.append(f"{name} does not enter the default floating-point environment (support/fpenv.h)")
        elif guarded and name in listed:
            wrong.append(f"{name} is guarded: unguarded.txt need not name it")
    wrong += [f"unguarded.txt names {name}, which is no entry" for name in listed if name not in entries]
    for path, text in sources.items():
        if path in EXEMPT:
            continue
        lines = text.splitlines()
        for number, line in enumerate(lines):
            around = "".join(lines[max(0, number - 1):number + 1])
            if GIVEN.search(line) and not MACROS.search(around) and "(CL_CALLBACK *pfn" not in line:
                wrong.append(f"{path}:{number + 1} calls what the host has given outside of its environment")
    table = re.search(r"icd_dispatch = \{(.*?)\};", sources["runtime/icd/dispatch.c"], re.S)
    if re.sub(r"\s+", " ", table.group(1)).strip() != \
            '#define ENTRY(type, name, ...) .name = entered_##name, #include "runtime/icd/entries.def" #undef ENTRY':
        wrong.append("runtime/icd/dispatch.c: the table holds what is not made of entries.def")
    return wrong


def planted(sources, entries, listed):
    """(what, sources, entries, list) that must be found wrong."""
    def changed(path, old, new):
        assert old in sources[path], (path, old)
        return {**sources, path: sources[path].replace(old, new)}
    yield "an entry without a guard", changed(
        "runtime/sim/dispatch/launch.c", "sim_begin_call(device, &caller);", ""), entries, listed
    yield "a new entry", changed(
        "driver/library/libocc.c", "const char *\nocc_version(void)", "int\nocc_new(int x)\n{\n    return x;\n}\n\n"
        "const char *\nocc_version(void)"), entries | {"occ_new"}, listed
    yield "a row beside the table", changed(
        "runtime/icd/dispatch.c", ".name = entered_##name,", ".name = icd_##name,"), entries, listed
    yield "a callback", changed(
        "runtime/icd/context.c", "ICD_CALL_BACK(context->notify(text, NULL, 0, context->notify_data))",
        "context->notify(text, NULL, 0, context->notify_data)"), entries, listed
    yield "a stale name", sources, entries, {**listed, "occ_gone": "x"}
    yield "a name too many", sources, entries, {**listed, "occ_compile": "x"}


def main():
    root, *rest = sys.argv[1:]
    libraries = [word for word in rest if word != "--planted"]
    sources = read_sources(root)
    listed = read_list(os.path.join(root, "test/structure/unguarded.txt"))
    entries = declared(os.path.join(root, "runtime/sim/sim.h"))
    for library in libraries:
        entries |= exported(library)
    wrong = check(sources, entries, listed)
    for line in wrong:
        print(line)
    cases = 1
    if len(libraries) != len(rest):
        for what, *case in planted(sources, entries, listed):
            cases += 1
            if not check(*case):
                wrong.append(what)
                print(f"not found: {what}")
    print(f"{len(entries)} entries, {len(listed)} of them listed; {cases} checks, {len(wrong)} failed")
    return bool(wrong)


sys.exit(main())
