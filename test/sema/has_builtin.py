#!/usr/bin/env python3
"""__has_builtin says 1 exactly if a use compiles, on each target and in each version of the language, and as
clang does.

usage: has_builtin.py OCC LIST_BUILTINS LACKING FOLDER (all | some) [CLANG...]

A use of each builtin is made of its row in sema/builtin.def (LIST_BUILTINS prints them).  Under
`#if __has_builtin(x)` all uses must compile; under its negation each must be an error.  What clang's library
names (as text in it) is asked of clang and of occ: occ may say 1 only where one of the clangs does, and 0 where
one says 1 only of names in LACKING.  __has_attribute and __has_feature are asked against uses of their own."""
import fnmatch
import os
import re
import subprocess
import sys

OCC, LIST, LACKING, FOLDER, AMOUNT = sys.argv[1:6]
CLANGS = [clang for clang in sys.argv[6:] if os.path.exists(clang)]
SOME = ["gfx600", "gfx701", "gfx803", "gfx900", "gfx908", "gfx90a"]
# LLVM does not know these chips; one with the same instructions
LLVM_NAMES = {"gfx800": "gfx802", "gfx804": "gfx803", "gfx9-generic": None}
SIZES = {"char": 1, "short": 2, "int": 4, "long": 8, "half": 2, "float": 4, "double": 8}
SIGNED = {1: "char", 2: "short", 4: "int", 8: "long"}
FIXED = {"v": "void", "b": "bool", "z": "size_t", "i8": "char", "u8": "uchar", "i16": "short",
         "u16": "ushort", "i32": "int", "u32": "uint", "i64": "long", "u64": "ulong", "f16": "half",
         "i128": "long long", "u128": "unsigned long long",
         "f32": "float", "f64": "double", "mo": "memory_order", "ms": "memory_scope",
         "ev": "event_t", "qu": "queue_t", "ce": "clk_event_t", "rid": "reserve_id_t",
         "nd": "ndrange_t", "br": "__amdgpu_buffer_rsrc_t"}
OPAQUE = {"event_t", "queue_t", "clk_event_t", "reserve_id_t", "ndrange_t"}
SPACES = {"l": "local", "p": "private", "c": "constant"}  # others: global
CONSTANTS = {"memory_order": "memory_order_seq_cst", "memory_scope": "memory_scope_device"}
VECTOR = set("TSUINRW")
# builtins of other architectures, which no clang has for this one
OTHERS = re.compile(rb"__builtin_(ia32|arm|aarch64|neon|sve|sme|altivec|vsx|mma|HEXAGON|ve_vl|msa|mips|riscv|rvv"
                    rb"|s390|ppc|cfuged|nvvm|loongarch|lsx|lasx|wasm|bpf|xcore|spirv|sf|unpack|pack|tabortw)_?")
COUNTS = ("", "2", "3", "4", "8", "16")
# statements with builtins that a function of sema types; p is a global int *
CUSTOM = {
    "__builtin_choose_expr": "*p = __builtin_choose_expr(1, 2, 3)",
    "__builtin_constant_p": "*p = __builtin_constant_p(1)",
    "__builtin_shufflevector":
        "*(global int2 *)p = __builtin_shufflevector((int2)(1, 2), (int2)(1, 2), 0, 3)",
    "__builtin_assume_aligned": "*p = ((global int *)__builtin_assume_aligned(p, 16))[0]",
    "__builtin_va_copy": "__builtin_va_list a = 0, b; __builtin_va_copy(b, a)",
    "__builtin_va_end": "__builtin_va_list a; __builtin_va_end(a)",
    "__builtin_nontemporal_load": "*p = __builtin_nontemporal_load(p)",
    "__builtin_nontemporal_store": "__builtin_nontemporal_store(1, p)",
    "to_global": "global int *q = to_global((generic int *)p)",
    "to_local": "local int *q = to_local((generic int *)p)",
    "to_private": "private int *q = to_private((generic int *)p)",
    "shuffle": "*(global int2 *)p = shuffle((int2)(1, 2), (uint2)(1, 0))",
    "shuffle2": "*(global int2 *)p = shuffle2((int2)(1, 2), (int2)(3, 4), (uint2)(1, 0))",
}
for _name in ("inf", "inff", "huge_val", "huge_valf"):
    CUSTOM["__builtin_" + _name] = f"*(global float *)p = __builtin_{_name}()"
for _name in ("nan", "nanf"):
    CUSTOM["__builtin_" + _name] = f'*(global float *)p = __builtin_{_name}("")'
for _name in ("add", "sub", "mul"):
    CUSTOM[f"__builtin_{_name}_overflow"] = f"int r; *p = __builtin_{_name}_overflow(1, *p, &r)"
# constants that the function asks for, by what is in its name
WANTED = [("icmp", "32"), ("fcmp", "1"), ("amdgcn_class", "4"), ("memset", "0"), ("fence", "5"), ("_lds", "1"), ("buffer_", "1"),
          ("atomic_", "5"), ("", "0")]
# syntax, not functions
SYNTAX = {
    "__builtin_offsetof": "struct s { int a, b; }; *p = __builtin_offsetof(struct s, b)",
    "__builtin_astype": "*p = __builtin_astype(1.0f, int)",
    "__builtin_types_compatible_p": "*p = __builtin_types_compatible_p(int, int)",
    "__builtin_va_arg": "__builtin_va_list a = 0; *p = __builtin_va_arg(a, int)",
    "__builtin_convertvector": "*(global int2 *)p = __builtin_convertvector((float2)(1, 2), int2)",
    "convert_int4_sat_rte": "*(global int4 *)p = convert_int4_sat_rte((float4)(1))",
    "as_uchar4": "*(global uchar4 *)p = as_uchar4(*p)",
    "convert_int5": "convert_int5(1)", "as_void": "as_void(1)", "no_such_function": "no_such_function()",
}
ATTRIBUTES = {
    "aligned": "kernel void K(global int *p) { int x __attribute__((aligned(16))) = *p; *p = x; }",
    "always_inline": "__attribute__((always_inline)) int K(int a) { return a; }",
    "amdgpu_waves_per_eu": "kernel __attribute__((amdgpu_waves_per_eu(1, 4))) void K() {}",
    "cold": "__attribute__((cold)) int K(int a) { return a; }",
    "fallthrough": "kernel void K(global int *p) { switch (*p) { case 1: *p = 2; "
                   "__attribute__((fallthrough)); default: *p = 3; } }",
    "nosvm": "kernel void K(global int *p __attribute__((nosvm))) {}",
    "opencl_generic": "kernel void K(__attribute__((opencl_global)) int *p) "
                      "{ __attribute__((opencl_generic)) int *q = p; *q = 1; }",
    "visibility": "__attribute__((visibility(\"hidden\"))) int K(int a) { return a; }",
    "no_such_attribute": "__attribute__((no_such_attribute)) int K(int a) { return a; }",
}
FEATURES = {  # name: is it part of the language, or an extension
    "attribute_overloadable":
        (True, "__attribute__((overloadable)) int K(int a) { return a; }"),
    "attribute_ext_vector_type": (True, "typedef float K __attribute__((ext_vector_type(4)));"),
    "attribute_deprecated_with_message": (True, '__attribute__((deprecated("x"))) void K(void);'),
    "attribute_unused_on_fields": (True, "struct K { int a __attribute__((unused)); };"),
    "blocks": (True, "kernel void K(global int *p) { int (^b)(void) = ^{ return 1; }; *p = b(); }"),
    "c_alignas": (False, "kernel void K(global int *p) { _Alignas(8) int x = *p; *p = x; }"),
    "c_alignof": (False, "kernel void K(global int *p) { *p = _Alignof(int); }"),
    "c_static_assert": (False, '_Static_assert(1, "x");'),
    "c_atomic": (False, "kernel void K(global int *p) { _Atomic int x; }"),
    "c_generic_selections": (False, "kernel void K(global int *p) { *p = _Generic(1, int: 2); }"),
    "c_thread_local": (False, "_Thread_local int K;"),
    "cxx_binary_literals": (False, "kernel void K(global int *p) { *p = 0b11; }"),
    "enumerator_attributes": (True, "enum K { A __attribute__((deprecated)) = 1 };"),
    "gnu_asm": (False, 'kernel void K(global int *p) { __asm("s_nop 0"); }'),
    "overloadable_unmarked":
        (False, "int K(float x); __attribute__((overloadable)) int K(int x);"),
}
HEAD = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"


def element_type(token, element):
    """The scalar, or fixed vector, that a token of a signature stands for."""
    unsigned, size = element[:1] == "u", SIZES.get(element.lstrip("u"), 4)
    vector = re.fullmatch(r"([a-z]+\d*)x(\d+)", token)
    if token[0] == "@":
        return "atomic_" + element_type(token[1:], element)
    if vector:
        return FIXED[vector[1]] + vector[2]
    made = {"T": element, "E": element, "S": SIGNED[size], "U": "u" + SIGNED[size], "I": "int",
            "R": "int" if size == 4 else SIGNED[size], "N": "uint",
            "W": ("u" if unsigned else "") + SIGNED[min(size * 2, 8)]}
    return made.get(token) or FIXED[token]


def argument(name, token, element, count, i, declarations):
    """An argument of a call; what it needs is added to the declarations."""
    if token[0] == "=" and token[1] != "*":
        return next(value for part, value in WANTED if part in name)
    token = token.lstrip("=")
    if token[0] == "*":
        const, _, space, pointee = re.match(r"\*(k?)(w?)([glpcarm])(.*)", token).groups()
        if space == "c" and pointee == "i8":
            return '"agent"'
        kind = element_type(pointee, element) + (count if pointee in VECTOR else "")
        where = SPACES.get(space, "global")
        if where == "local":
            declarations.append(f"local {'char' if kind == 'void' else kind} v{i}[4];")
        else:
            qualified = f"{where} {'const ' if const else ''}{kind} *"
            declarations.append(f"{qualified}v{i} = ({qualified})p;")
        return f"v{i}"
    kind = element_type(token, element) + (count if token in VECTOR else "")
    if kind in CONSTANTS:
        return CONSTANTS[kind]
    if i and re.search("amdgcn_class|__builtin_mem", name):
        return next(value for part, value in WANTED + [("mem", "4")] if part in name)
    declarations.append(f"event_t v{i} = 0;" if kind == "event_t"
                        else f"{kind} v{i} = *(global {kind} *)p;")
    return f"v{i}"


def statement(name, elements, components, signature):
    tokens = signature.split()
    element = next((e for e in ("float", "uint", "int") if e in elements), (elements or [""])[-1])
    count = next((n for bit, n in enumerate(COUNTS) if components >> bit & 1), "")
    declarations = []
    arguments = [argument(name, token, element, count, i, declarations)
                 for i, token in enumerate(tokens[1:]) if token != "..."]
    call = f"{name}({', '.join(arguments)})"
    if tokens[0][0] != "*" and tokens[0] != "v":
        kind = element_type(tokens[0], element) + (count if tokens[0] in VECTOR else "")
        if kind not in OPAQUE:
            call = f"*(global {'int' if kind == 'bool' else kind} *)p = {call}"
    return f"{' '.join(declarations)} {call}"


def make_uses():
    """name -> a program's function that uses it"""
    made = dict(SYNTAX)
    for line in subprocess.run([LIST], capture_output=True, text=True, check=True).stdout.splitlines():
        name, elements, components, kind, signature = line.split("\t")
        if name in made or "i" in kind or ("c" in kind and name not in CUSTOM):
            continue
        made[name] = CUSTOM[name] if "c" in kind else statement(
            name, elements.split(), int(components, 16), signature)
    return {name: f"kernel void u{i}(global int *p) {{ {text}; }}"
            for i, (name, text) in enumerate(made.items())
            # 64 bits where they cannot be held, or OpenCL events as values
            if not re.search(r"@|clk_event_t v|queue_t v|ndrange_t v|reserve_id_t v", text)}


def run(command, text):
    path = os.path.join(FOLDER, "has_builtin.cl")
    with open(path, "w") as file:
        file.write(text)
    return subprocess.run(command + [path], capture_output=True, text=True)


def known(compiler, names):
    text = "".join(f"#if __has_builtin({name})\n@{name}\n#endif\n" for name in names)
    out = run(compiler + ["-E", "-P"], text).stdout
    return set(re.findall(r"^@(\w+)", out, re.M))


def check_uses(command, uses, question):
    """1: it compiles; 0: it is an error.  Returns what is wrong."""
    wrong = []
    uses = {name: re.sub(r"\bK\b", f"k_{name}", use) for name, use in uses.items()}
    yes = HEAD + "".join(f"#if {question}({name})\n{use}\n#endif\n" for name, use in uses.items())
    result = run(command + ["-c", "-o", "/dev/null"], yes)
    if result.returncode:
        wrong.append("1, and does not compile:\n" + result.stderr[:2000])
    counted = known_of(command, question, uses)
    rest = [name for name in uses if name not in counted]
    text = HEAD + "".join(uses[name] + "\n" for name in rest)
    result = run(command + ["-ferror-limit=0", "-fsyntax-only"], text)
    at = {int(n) for n in re.findall(r"^[^\n:]*:(\d+):\d+: (?:fatal )?error", result.stderr, re.M)}
    for i, name in enumerate(rest):  # what hides behind another's error, or comes later, is asked alone
        if i + 1 + HEAD.count("\n") not in at and not run(
                command + ["-c", "-o", "/dev/null", "-Werror"], HEAD + uses[name]).returncode:
            wrong.append(f"0, and compiles: {name}")
    return wrong, len(counted)


def known_of(command, question, uses):
    text = "".join(f"#if {question}({name})\n@{name}\n#endif\n" for name in uses)
    return set(re.findall(r"^@(\w+)", run(command + ["-E", "-P"], text).stdout, re.M))


def library_names():
    names = set()
    for clang in CLANGS:
        folder = os.path.dirname(os.path.dirname(os.path.realpath(clang))) + "/lib"
        for file in os.listdir(folder):
            if file.startswith("libclang-cpp.so"):
                with open(os.path.join(folder, file), "rb") as data:
                    found = re.findall(rb"(?<=\0)(?:__builtin|__opencl|__atomic|__sync|__c11)_\w+(?=\0)",
                                       data.read())
                names |= {name.decode() for name in found if not OTHERS.match(name)}
                break
    return names


def read_lacking():
    rows = []
    with open(LACKING) as file:
        for line in file:
            if line.strip() and line[0] != "#":
                rows.append((line.split()[0], line.split()[1:] or ["*"]))
    return rows


def compare(target, names, lacking):
    other = LLVM_NAMES.get(target, target)
    if not other:
        return []
    version = "-cl-std=CL2.0"
    ours = known([OCC, version, "-mcpu=" + target], names)
    theirs = set()
    for clang in CLANGS:
        theirs |= known([clang, "-x", "cl", version, "-target", "amdgcn-amd-amdhsa", "-mcpu=" + other,
                         "-nogpulib"], names)
    excused = {name for name in theirs - ours
               for pattern, targets in lacking
               if fnmatch.fnmatchcase(name, pattern)
               and any(fnmatch.fnmatchcase(target, t) for t in targets)}
    own = {name for name in ours - theirs
           if any(fnmatch.fnmatchcase("+" + name, pattern) for pattern, _ in lacking)}
    return ([f"{target}: {name} is 1, clang says 0" for name in sorted(ours - theirs - own)]
            + [f"{target}: {name} is 0, clang says 1" for name in sorted(theirs - ours - excused)])


def check_clang(targets, uses):
    names = sorted(library_names() | {name for name in uses if name.startswith("__builtin_")})
    lacking, wrong = read_lacking(), []
    for target in targets:
        wrong += compare(target, names, lacking)
    return wrong, len(names)


def main():
    listed = subprocess.run([OCC, "--list-targets"], capture_output=True, text=True).stdout
    targets = [line.split()[0] for line in listed.split("\n\n")[0].splitlines()]
    targets = targets if AMOUNT == "all" else SOME
    uses, wrong, cases = make_uses(), [], 0
    versions = ("CL1.0", "CL1.1", "CL1.2", "CL3.0")
    runs = [(target, "CL2.0", []) for target in targets]
    runs += [("gfx90a", version, []) for version in versions[0 if AMOUNT == "all" else 2:]]
    runs += [("gfx90a", "CL1.2", ["-cl-ext=-cl_khr_fp16"]), ("gfx90a", "CL1.2", ["-cl-ext=-cl_khr_fp64"]),
             ("gfx90a", "CL3.0", ["-cl-ext=-__opencl_c_images,-__opencl_c_subgroups"])]
    for target, version, more in runs:
        command = [OCC, "-mcpu=" + target, "-cl-std=" + version, *more]
        sets = [("__has_builtin", uses), ("__has_attribute", ATTRIBUTES),
                ("__has_extension", {name: use for name, (_, use) in FEATURES.items()})]
        for question, things in sets:
            found, count = check_uses(command, things, question)
            wrong += [f"{' '.join(command[1:3] + more)}: {question} {text}" for text in found]
            cases += len(things)
        part = known_of(command, "__has_feature", FEATURES)
        whole = known_of(command, "__has_extension", FEATURES)
        wrong += [f"{name}: a feature, or an extension?" for name, (is_part, _) in FEATURES.items()
                  if (name in part) != (is_part and name in whole)]
    if CLANGS:
        compared = targets if AMOUNT == "all" else SOME[::3]
        found, names = check_clang(compared, uses)
        wrong += found
        print(f"{names} names asked of {len(CLANGS)} clang on {len(compared)} targets")
    print(f"{cases} uses in {len(runs)} settings, {len(wrong)} wrong")
    print("\n".join(wrong[:60]))
    return 1 if wrong or not uses else 0


if __name__ == "__main__":
    sys.exit(main())
