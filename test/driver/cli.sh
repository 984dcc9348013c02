#!/usr/bin/env bash
# The command's manners: messages, exit statuses, what is written and what is not.
#   cli.sh BUILD
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ln -s "$1/bin/occ" "$1/bin/gcnsim" "$work" # the build's path may have spaces, which sh -c would split
occ=$work/occ sim=$work/gcnsim
cd "$work" || exit 1
passed=0 failed=0

# expect STATUS 'text that must appear' command...
expect() {
    local status=$1 text=$2 output got
    shift 2
    output=$("$@" 2>&1)
    got=$?
    if [ $got != "$status" ]; then
        echo "FAIL: exit $got instead of $status: $*"
        echo "$output" | head -n 5
        failed=$((failed + 1))
    elif ! grep -qF -- "$text" <<<"$output"; then
        echo "FAIL: no '$text' in the output of: $*"
        echo "$output" | head -n 5
        failed=$((failed + 1))
    else
        passed=$((passed + 1))
    fi
}

# there FILE / absent FILE
there() {
    if [ -s "$1" ]; then passed=$((passed + 1)); else
        echo "FAIL: $1 is missing or empty"
        failed=$((failed + 1))
    fi
}
there_still() { # a device: write errors must not remove it
    if [ -c "$1" ]; then passed=$((passed + 1)); else
        echo "FAIL: $1 was removed"
        failed=$((failed + 1))
    fi
}
absent() {
    if [ ! -e "$1" ]; then passed=$((passed + 1)); else
        echo "FAIL: $1 was left behind"
        failed=$((failed + 1))
    fi
}

cat >good.cl <<'X'
#ifndef N
#define N 2
#endif
__kernel void twice(__global float *x) { x[get_global_id(0)] *= N; }
X
cat >bad.cl <<'X'
__kernel void bad(__global float *x) {
	x[0] = y;
}
X
echo '#define HELPER 1' >helper.h
echo '__kernel void empty(void) {}' >empty.cl
: >nothing.cl

expect 0 'usage: occ' "$occ" --help
expect 0 'occ ' "$occ" --version
expect 0 'gfx900' "$occ" --list-targets
expect 0 'AMD:AMDGPU:8:0:3' "$occ" --list-targets
expect 0 'RX 580' "$occ" --list-targets
expect 2 'no input file' "$occ"
expect 2 "unknown option '-frobnicate'" "$occ" -frobnicate good.cl
expect 2 "unknown target 'gfx1030'" "$occ" -mcpu=gfx1030 good.cl
expect 2 'missing.cl' "$occ" missing.cl -o missing.co
absent missing.co
expect 2 "needs a value" "$occ" good.cl -o
# Several inputs: one output each, and the worst status.
cp good.cl other.cl
expect 0 '' "$occ" -c good.cl other.cl
there other.o
expect 0 '' cmp good.o other.o
rm other.o
expect 1 "undeclared identifier 'y'" "$occ" -c bad.cl other.cl
there other.o
expect 2 "cannot read 'missing.cl'" "$occ" -c missing.cl bad.cl other.cl
expect 2 '-o with more than one input file' "$occ" -c good.cl other.cl -o both.o
expect 2 '-MF with more than one input file' "$occ" -c good.cl other.cl -MD -MF both.d
absent both.o
# Two inputs with one output: told before anything is compiled.
mkdir x1 x2
cp good.cl x1/n.cl
cp bad.cl x2/n.cl
for j in '' '-j2'; do
    expect 2 "'x1/n.cl' and 'x2/n.cl' would both be written to 'n.co'" "$occ" $j x1/n.cl x2/n.cl
done
absent n.co
expect 2 "would both be written to 'n.d'" "$occ" -fsyntax-only -MD x1/n.cl x2/n.cl
expect 2 "would both be written to 'p.i'" "$occ" -save-temps=p -E good.cl other.cl
expect 2 "would both be written to 'good.json'" "$occ" -fsyntax-only -ftime-trace good.cl good.cl
expect 0 'n.o: x2/n.cl' "$occ" -M x1/n.cl x2/n.cl
expect 0 'other.o: other.cl' "$occ" -M good.cl other.cl
expect 0 '# 1 "other.cl"' "$occ" -E good.cl other.cl
expect 2 'code object version' "$occ" -mcode-object-version=7 good.cl
expect 2 "version '7' is not 2" "$occ" -mcode-object-version=7 good.cl
for chip in gfx908 gfx909 gfx90a gfx90c; do
    expect 2 "code object version 2 does not know $chip" "$occ" -mcpu=$chip -mcode-object-version=2 good.cl
done
expect 2 'directory/x.co' "$occ" good.cl -o no/such/directory/x.co

expect 1 "bad.cl:2:9: error: use of undeclared identifier 'y'" "$occ" bad.cl -o bad.co
absent bad.co
expect 1 '^' "$occ" bad.cl -fsyntax-only
expect 1 'x[0] = y;' "$occ" bad.cl -fsyntax-only


# The caret stands below its character: after tabs, and after characters of several bytes.
printf 'kernel void k(global int *x) {\n\t/* größe 你好 */ x[0] = y;\n}\n' >utf8.cl
expect 1 'utf8.cl:2:30: error' "$occ" utf8.cl -o bad.co
expect 1 $'\t                      ^' "$occ" utf8.cl -o bad.co

expect 0 '' "$occ" good.cl
there good.co
expect 0 '' "$occ" -c good.cl -o good.o
there good.o
expect 0 '' "$occ" -S good.cl -o good.s
there good.s
expect 0 's_endpgm' "$occ" -S good.cl -o -
expect 0 'x[get_global_id(0)] *= 3' "$occ" -E -DN=3 good.cl
expect 0 'kernel' "$occ" -emit-ir good.cl -o -
expect 0 '' "$occ" -fsyntax-only good.cl -o syntax.co
absent syntax.co
expect 0 'VGPRs' "$occ" --resource-usage good.cl
for most in 1 2 3 4 5 6 7; do # the most that amdgpu_waves_per_eu allows
    echo "kernel __attribute__((amdgpu_waves_per_eu(1, $most))) void f(global int *p) { p[0] = 1; }" >waves.cl
    for chip in gfx600 gfx803 gfx900 gfx90a; do
        expect 0 ", $most waves per SIMD" "$occ" -mcpu=$chip --resource-usage waves.cl
    done
done
expect 0 'total' "$occ" -ftime-report good.cl
expect 0 '' "$occ" -DN=5 -UN -I . -include helper.h -w -O0 -g -x cl -cl-std=CL1.2 -mcpu=gfx803 good.cl
expect 0 '' "$occ" -mcode-object-version=4 good.cl -o good4.co
expect 0 '' "$occ" empty.cl
expect 0 '' "$occ" nothing.cl

# After an error nothing is left that a build takes for the result: no older one, no half of it.
cp good.cl turns.cl
expect 0 '' "$occ" -c -MD turns.cl -o turns.o
cp bad.cl turns.cl
expect 1 'undeclared' "$occ" -c -MD turns.cl -o turns.o
absent turns.o
absent turns.d
expect 0 '' "$occ" -c good.cl -o kept.o
expect 2 'cannot read' "$occ" -c missing.cl -o kept.o
expect 2 'unknown option' "$occ" -c bad.cl -frob -o kept.o
expect 1 'undeclared' "$occ" -fsyntax-only bad.cl -o kept.o
there kept.o
expect 2 'cannot write' "$occ" -c good.cl -MD -MF no/such/kept.d -o kept.o
absent kept.o
expect 2 "is the input file, too" "$occ" -c good.cl -MD -MF good.cl -o kept.o
there good.cl
absent kept.o

# Files of other compilers, given by mistake: one error, not thousands.
"$occ" -c good.cl -o elf.o
printf '\003\002\043\007\000\000\001\000' >kernel.spv
printf 'BC\300\336\065\024\000\000' >kernel.bc
expect 2 "occ: error: argument 1 is empty: a file needs a name" $occ ""
expect 2 "occ: error: argument 3 is empty" $occ -c -O2 "" -o x.o
printf 'kernel void report(global int *x) { x[0] = 1; }\n' >report.cl
expect 2 "cannot write the report to standard output: No space left" \
    sh -c "$occ -fdiagnostics-format=json --resource-usage report.cl >/dev/full"
expect 2 "cannot write the report to standard output: No space left" \
    sh -c "$occ -fdiagnostics-format=json --resource-usage -flto report.cl >/dev/full"
expect 1 "error: cannot link 'x.co': it is linked already" sh -c "$occ elf.o -o x.co && $occ x.co -o y.co"
expect 0 1 sh -c "$occ x.co -o y.co 2>&1 | wc -l"
expect 1 "'kernel.spv' is SPIR-V, not OpenCL C source" "$occ" -E kernel.spv
expect 1 "'kernel.bc' is LLVM bitcode" "$occ" -fsyntax-only kernel.bc

# The folders of the environment come after those of the switches, C_INCLUDE_PATH's as system ones.
mkdir one two
echo '#define WHERE 1' >one/where.h
echo '#define WHERE 2' >two/where.h
printf '#warning two\n' >two/warns.h
printf '#include <where.h>\nWHERE\n' >where.cl
printf '#include <warns.h>\n' >warns.cl
expect 0 1 env CPATH=one:two "$occ" -E -P where.cl
expect 0 2 env CPATH=one "$occ" -E -P -Itwo where.cl
expect 0 1 env CPATH=one C_INCLUDE_PATH=two "$occ" -E -P where.cl
expect 0 2 env C_INCLUDE_PATH=nowhere:two "$occ" -E -P where.cl
expect 0 1 sh -c "cd one && CPATH=:../two $occ -E -P ../where.cl"
expect 0 'warning' env CPATH=two "$occ" -E warns.cl
expect 0 0 sh -c "C_INCLUDE_PATH=two $occ -E warns.cl 2>&1 >/dev/null | wc -l"

# The input is never written over, whatever its name; names may begin with a dash.
cp good.cl same.cl
ln -sf same.cl link.cl
expect 2 "'./same.cl' is the input file, too" "$occ" same.cl -o ./same.cl
expect 2 "is the input file, too" "$occ" same.cl -o link.cl
cp good.cl same.co
expect 2 "'same.co' is the input file, too" "$occ" same.co
expect 0 '' cmp good.cl same.cl
expect 0 '' cmp good.cl same.co
cp good.cl ./-dash.cl
expect 0 '' "$occ" -c -- -dash.cl
there ./-dash.o
expect 2 "cannot read '-c'" "$occ" -- -c good.cl

# Every pass can be looked at and stopped at, those over what is called twice looked at.
printf 'int f(int x) { return x * x + 1; }\nkernel void twice(global int *x) { x[0] = f(x[1]) + f(x[2]); }\n' >called_twice.cl
passes=$("$occ" --list-passes | sed 's/ .*//')
[ "$(wc -w <<<"$passes")" = "$(($(grep -hE '^(MIR_|INNER_|PROGRAM_)?PASS\(' "$root"/midend/passes.def "$root"/backend-gcn/passes.def | grep -vcF '(library,') + 2))" ] ||
    { echo 'FAIL: --list-passes does not list the rows of passes.def'; failed=$((failed + 1)); }
for pass in $passes; do
    expect 0 "; after $pass" "$occ" called_twice.cl -print-after="$pass" -o after.co
    case $pass in callee.*) continue ;; esac
    expect 0 "; after $pass" "$occ" good.cl -print-after="$pass" -o after.co
    expect 0 'twice' "$occ" good.cl -stop-after="$pass"
    expect 0 'twice' "$occ" good.cl -O0 -stop-after="$pass" -o -
done
expect 0 '; after relax_branches' "$occ" good.cl -print-after=all -o after.co
expect 2 "-print-after: unknown pass 'nosuch'" "$occ" good.cl -print-after=nosuch
expect 2 "-stop-after: unknown pass 'all'" "$occ" good.cl -stop-after=all
expect 2 "-stop-after takes passes over kernels: 'callee.opt_gvn' is a part of prepare_callees" "$occ" good.cl -stop-after=callee.opt_gvn
expect 2 "-print-after: there is no 'opt_memory:2': that pass has 1 row" "$occ" good.cl -print-after=opt_memory:2
expect 2 "-print-after: 'x' is no number of a row" "$occ" good.cl -print-after=opt_memory:x
expect 2 "-print-after: 'library.opt_gvn' ran when occ was built" "$occ" good.cl -print-after=library.opt_gvn
# A name alone means all its rows, a number one of them.
expect 0 '1' sh -c "$occ good.cl -print-after=opt_gvn:2 -o x.co 2>&1 | grep -c '; after'"
expect 0 '; after opt_gvn:3' "$occ" good.cl -print-after=opt_gvn -o x.co
# Optional passes may be skipped, all at once, too.
for pass in $("$occ" --list-passes | sed -n 's/ *optional$//p'); do
    disabled="${disabled:-} -fdisable-pass=$pass"
    expect 0 '' "$occ" called_twice.cl -fdisable-pass="$pass" -fverify-passes -o x.co
    expect 0 '0' sh -c "$occ called_twice.cl -fdisable-pass=$pass -print-after=$pass -o x.co 2>&1 | grep -c '; after' || true"
done
# shellcheck disable=SC2086
expect 0 '' "$occ" called_twice.cl $disabled -fverify-passes -o x.co
expect 2 "-fdisable-pass: unknown pass 'nosuch'" "$occ" good.cl -fdisable-pass=nosuch
expect 2 "-fdisable-pass: 'inline_calls' must run" "$occ" good.cl -fdisable-pass=inline_calls
expect 2 "-fdisable-pass: 'lower_loops:2' must run" "$occ" good.cl -fdisable-pass=lower_loops
expect 2 "-fdisable-pass: 'ra' must run" "$occ" good.cl -fdisable-pass=ra
expect 2 "-fdisable-pass: there is no 'opt_gvn:9': that pass has 4 rows" "$occ" good.cl -fdisable-pass=opt_gvn:9
# One kernel.
printf 'kernel void a(global int *x) { *x = 1; }\nkernel void b(global int *x) { *x = 2; }\n' >two.cl
expect 0 '' "$occ" two.cl -fonly-kernel=b -o one.co
expect 0 'kernel b' "$sim" list one.co
expect 1 '' sh -c "$sim list one.co | grep 'kernel a'"
expect 0 '1' sh -c "$occ two.cl -fonly-kernel=b -print-after=opt_gvn:1 -o one.co 2>&1 | grep -c '; after'"
expect 0 '@b' "$occ" two.cl -fonly-kernel=b -emit-ir -o -
expect 1 "no kernel is named 'c'" "$occ" two.cl -fonly-kernel=c -o one.co

# A pipe is read once, and as a whole.
expect 0 '' "$occ" good.cl -o once.co
expect 0 '' bash -c "$occ <(cat good.cl) -o piped.co"
expect 0 '' cmp once.co piped.co

# What is written over keeps nothing of what it was, and stays the same file.
expect 0 '' "$occ" good.cl -o once.co
{ cat once.co && head -c 100000 /dev/zero; } >longer.co
ln longer.co linked.co
ln -s longer.co pointing.co
expect 0 '' "$occ" good.cl -o pointing.co
expect 0 '' cmp once.co linked.co
: >nothing.cl
expect 0 '' "$occ" -E -P nothing.cl -o linked.co
expect 0 '' sh -c '[ ! -s longer.co ] && [ -L pointing.co ]'

# Files and devices that do not take part.
expect 2 "cannot read '.'" "$occ" . -o x.co
expect 2 "cannot write '.'" "$occ" good.cl -o .
if [ -c /dev/zero ]; then expect 2 "cannot read '/dev/zero': File too large" "$occ" /dev/zero -o zero.co; fi
if [ -c /dev/full ]; then
    expect 2 'No space left' "$occ" good.cl -o /dev/full
    there_still /dev/full
else
    echo "skipped: this machine has no /dev/full"
fi
expect 2 "error: 'nosuch.h' file not found" "$occ" -include nosuch.h good.cl -o nosuch.co
expect 2 "error: '.' file not found" "$occ" -include . good.cl -o nosuch.co
absent nosuch.co
expect 2 "needs a value" "$occ" good.cl -D
expect 1 '<command line>:1:1: error: macro name must be an identifier' "$occ" good.cl -U1
expect 1 'macro name missing' "$occ" good.cl -U ''
expect 1 'macro name must be an identifier' "$occ" good.cl -D1
expect 2 "unknown target 'gfx900x'" "$occ" -mcpu=gfx900x good.cl
expect 2 "has no feature 'sramecc+'" "$occ" -mcpu=gfx900:sramecc+ good.cl
expect 0 '' "$occ" -mcpu=gfx600 -fsyntax-only good.cl
expect 2 'unknown language' "$occ" -x hip good.cl
expect 2 'unknown language version' "$occ" -cl-std=CL9 good.cl
expect 2 'unknown optimisation level' "$occ" -O9 good.cl

# Every builtin of the hardware reaches the object file.
for cpu in gfx803 gfx900; do
    expect 0 '' "$occ" -mcpu=$cpu -O0 "$root/test/midend/gen/amdgcn.cl" -o amdgcn.co
    expect 0 '' "$occ" -mcpu=$cpu -fverify-passes "$root/test/midend/gen/amdgcn.cl" -o amdgcn.co
done

# Programs that ask too much.
echo '#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void k(global half *x) { x[0] = x[1] * x[2]; }' >half.cl
expect 0 '' "$occ" -mcpu=gfx701 half.cl -o half.co
expect 0 '' "$occ" -mcpu=gfx803 half.cl -o half.co
echo 'kernel void k(global half *x, float y) { vstore_half_rtp(y, 3, x); }' >half.cl
expect 0 '' "$occ" -mcpu=gfx701 half.cl -o half.co
echo 'kernel void k(global int *x) { asm("frob %0" : "=v"(x[0])); }' >asm.cl
expect 1 "asm.cl:1:36: error: inline assembly" "$occ" asm.cl -o asm.co
absent asm.co
echo 'kernel void k(global int *x) { local int a[20000]; a[x[0]] = 1; x[1] = a[x[2]]; }' >lds.cl
expect 1 "lds.cl:1:13: error: local memory of kernel 'k' (80000 bytes) exceeds" "$occ" lds.cl -o asm.co
echo 'kernel void k(global int *x) { int a[100000]; a[x[0]] = 1; x[1] = a[x[2]]; }' >scratch.cl
expect 1 "private memory of kernel 'k'" "$occ" scratch.cl -o asm.co
# Sums of sizes beyond 32 bits.
echo 'kernel void k(global int *x) { local char a[2147483647], b[2147483647], c[8];
    a[x[0]] = 1; b[x[1]] = 2; c[x[2]] = 3; x[3] = a[x[4]] + b[x[5]] + c[x[6]]; }' >lds.cl
expect 1 "lds.cl:1:13: error: local memory of kernel 'k'" "$occ" lds.cl -o asm.co
sed 's/local char/char/' lds.cl >scratch.cl
expect 1 "private memory of kernel 'k'" "$occ" scratch.cl -o asm.co
echo 'constant int a[1 << 28] = {1}; kernel void k(global int *x) { x[0] = a[x[1]]; }' >constant.cl
expect 1 'constant.cl:1:14: error: constant data is too large' "$occ" constant.cl -o asm.co
{
    echo '#define A0 x'
    for i in $(seq 40); do echo "#define A$i A$((i - 1)) A$((i - 1))"; done
    echo 'kernel void k(global int *x) { A40; }'
} >bomb.cl
expect 1 'error: macros expand to more than' "$occ" bomb.cl -o asm.co
{
    echo "#define A $(printf 'abcdefgh##%.0s' $(seq 8000))x"
    echo 'int A; int A;'
} >bomb.cl
expect 1 'error: macros expand to more than' "$occ" bomb.cl -o asm.co
{
    echo "#define A $(printf 'abcdefgh##%.0s' $(seq 20000))x"
    echo 'int A;'
} >bomb.cl
expect 1 'error: what ## makes is longer than 65535 characters' "$occ" bomb.cl -o asm.co
# Nesting of 10,000 ends in one clear message.
many() { printf "%0.s$1" $(seq 10000); }
limit() { # 'message' < program
    cat >deep.cl
    expect 1 "$1" timeout 20 "$occ" -fsyntax-only deep.cl
    expect 0 1 sh -c "$occ -fsyntax-only deep.cl 2>&1 | grep -c error:"
}
{ many '#if 1\n'; many '#endif\n'; } | limit 'conditional directives are nested too deeply (limit 1000)'
{ printf '#if '; many '('; printf 1; many ')'; printf '\n#endif\n'; } | limit 'expression is nested too deeply'
{ printf '#if '; many '!'; printf '1\n#endif\n'; } | limit 'expression is nested too deeply'
{
    echo '#define A0(x) x'
    seq 10000 | awk '{ printf "#define A%d(x) A%d(x)\n", $1, $1 - 1 }'
    echo 'constant int x = A10000(1);'
} | limit 'macros expand to macros too deeply (limit 1000)'
{
    echo '#define A0 1'
    seq 10000 | awk '{ printf "#define A%d A%d\n", $1, $1 - 1 }'
    echo 'constant int x = A10000;'
} | limit 'macros expand to macros too deeply (limit 1000)'
{ echo '#define F(x) x'; printf 'constant int x = '; many 'F('; printf 1; many ')'; echo ';'; } |
    limit 'macro invocations are nested too deeply (limit 200)'
for i in $(seq 300); do echo "#include \"deep$((i + 1)).h\"" >deep$i.h; done
echo '#include "deep1.h"' | limit '#include nested too deeply'
{ many '#if 0\n'; many '#endif\n'; } >deep.cl
expect 0 '' "$occ" -fsyntax-only deep.cl

{
    echo 'int f0(global int *x, int a) { return x[a] / a; }'
    for i in $(seq 20); do
        echo "int f$i(global int *x, int a) { return f$((i - 1))(x, a) ^ f$((i - 1))(x, a * 3 + $i); }"
    done
    echo 'kernel void k(global int *x) { x[0] = f20(x, x[1]); }'
} >calls.cl
expect 1 'expand to more than 2000000 instructions' "$occ" -finline-everything calls.cl -o asm.co
absent asm.co

# What scales denormals is there where they count, and not where they are flushed.
echo 'kernel void r(global float *x) { x[0] = rsqrt(x[1]) + sqrt(x[2]) + log2(x[3]); }' >roots.cl
expect 0 'v_cndmask' "$occ" -mcpu=gfx900 -S roots.cl -o -
expect 1 '' sh -c "'$occ' -mcpu=gfx803 -S roots.cl -o - | grep v_cndmask"
expect 1 '' sh -c "'$occ' -mcpu=gfx900 -cl-denorms-are-zero -S roots.cl -o - | grep v_cndmask"

expect 0 '' "$occ" good.cl
head -c 256 /dev/zero >in.bin
expect 0 '' "$sim" run good.co --kernel twice --global 64 --local 64 --arg buf:in.bin@out=out.bin
there out.bin
expect 0 'cycles ' "$sim" run good.co --kernel twice --global 64 --local 64 --arg buf:256 --stats
expect 0 '' "$sim" run good4.co --kernel twice --global 64 --local 64 --arg buf:256
expect 3 'out of bounds' "$sim" run good.co --kernel twice --global 128 --local 64 --arg buf:256
expect 1 'nosuch' "$sim" run good.co --kernel nosuch --global 64 --local 64
expect 2 '' "$sim" run good.co --kernel twice --global x --local 64
expect 1 '' "$sim" run bad.cl --kernel twice --global 64 --local 64

launch="run good.co --kernel twice --local 64"
expect 3 'out of bounds' "$sim" $launch --global 4294967232 --arg buf:256
expect 1 'takes 8 bytes, not 4' "$sim" $launch --global 64 --arg i32:1
expect 1 'takes 1 arguments, not 0' "$sim" $launch --global 64
expect 1 'is 0' "$sim" $launch --global 0 --arg buf:256
expect 1 'Is a directory' "$sim" $launch --global 64 --arg buf:.
expect 1 'Is a directory' "$sim" list .
expect 1 'up to 256 work-items, not 300: its attribute amdgpu_flat_work_group_size(1, 300) would raise that' \
    "$sim" run good.co --kernel twice --local 300 --global 300 --arg buf:2048
sed 's/__kernel/__attribute__((amdgpu_flat_work_group_size(1, 300))) __kernel/' good.cl >raised.cl
expect 0 '' "$occ" raised.cl
expect 0 '' "$sim" run raised.co --kernel twice --local 300 --global 300 --arg buf:2048
expect 1 'up to 256 work-items, not 2000' "$sim" run good.co --kernel twice --local 2000 --global 2000 --arg buf:8192
expect 2 'bad value' "$sim" $launch --global 64 --arg buf:256 --max-instructions many
expect 2 'unknown switch' "$sim" $launch --global 64 --arg buf:256 --frob
head -c 700 good.co >cut.co
expect 1 'cut.co' "$sim" list cut.co

echo "$passed passed, $failed failed"
[ $failed = 0 ]
