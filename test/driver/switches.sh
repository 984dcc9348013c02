#!/usr/bin/env bash
# Every build option of the OpenCL specification, and clang's that people write: accepted, and doing
# what --help says.
#   switches.sh BUILD
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
occ=$1/bin/occ sim=$1/bin/gcnsim
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ln -s "$occ" "$work/occ" # the build's path may have spaces, which rules and sh -c would split
occ=$work/occ
cd "$work" || exit 1
passed=0 failed=0

# check 'what holds' command...
check() {
    if "${@:2}" >out 2>&1; then passed=$((passed + 1)); else
        echo "FAIL: $1"
        head -n 10 out
        failed=$((failed + 1))
    fi
}
# says 'text' command...: the command's output has it
says() {
    if grep -qF -- "$1" <<<"$("${@:2}" 2>&1)"; then passed=$((passed + 1)); else
        echo "FAIL: no '$1' from: ${*:2}"
        failed=$((failed + 1))
    fi
}
# differs FILE switch... / equal FILE switch...: does the code change by the switches?
compiled() {
    "$occ" -c "$1" -o plain.o && "$occ" -c "$@" -o other.o
}
differs() { check "$* changes the code" sh -c '! cmp -s "$1" "$2"' - $(compiled "$@" && echo plain.o other.o); }
equal() { check "$* leaves the code" cmp $(compiled "$@" && echo plain.o other.o); }
# gives 'words' FILE switch...: the first words of the buffer after a run over 4 of them
gives() {
    "$occ" "${@:2}" -o run.co && head -c 16 /dev/zero >in && "$sim" run run.co --kernel k \
        --global 1 --local 1 --arg buf:in@out=result --arg buf:data.bin >/dev/null &&
        says "$1" od -An -tx4 -w16 result
}
# defines MACRO VALUE switch...
defines() { says "$1 is $2" sh -c "printf '#ifdef $1\n$1 is $1\n#else\n$1 is off\n#endif\n' | sed 's/^$1 is $1/\"$1 is\" $1/' | $occ -E -P ${*:3} - | tr -d '\"'"; }

echo 'kernel void k(global float *x) { x[0] = x[1] * 0.1 + x[2]; }' >single.cl
differs single.cl -cl-single-precision-constant
echo 'kernel void k(global float *x, global float *y) { x[0] = as_float(1) * y[0]; }' >denormal.cl
differs denormal.cl -cl-denorms-are-zero
printf '\0\0\200\077' >data.bin
gives '00000001' denormal.cl
gives '00000000' denormal.cl -cl-denorms-are-zero
equal single.cl -cl-mad-enable
equal single.cl -cl-unsafe-math-optimizations
equal single.cl -cl-no-signed-zeros
equal single.cl -cl-finite-math-only
equal single.cl -cl-fast-relaxed-math
equal single.cl -cl-strict-aliasing
equal single.cl -cl-uniform-work-group-size
equal single.cl -cl-no-subgroup-ifp
equal single.cl -cl-kernel-arg-info
differs single.cl -cl-opt-disable
"$occ" -c -O0 single.cl -o plain.o
check '-cl-opt-disable is -O0' sh -c "$occ -c -cl-opt-disable single.cl -o other.o && cmp plain.o other.o"
echo 'kernel void k(global float *x) { x[0] = x[1] * x[3] + x[2]; }' >contract.cl
differs contract.cl -ffp-contract=off
equal contract.cl -ffp-contract=fast
says 'unknown value' "$occ" -ffp-contract=slow contract.cl

echo 'kernel void k(global int *x) { for (int i = 0; i < 4; i++) x[i * i] = i; }' >loop.cl
differs loop.cl -fno-unroll-loops
equal loop.cl -fno-unroll-loops -funroll-loops

# Correctly rounded: the quotient just below the middle of two floats, whole and denormal; a root.
echo 'kernel void k(global float *x, global float *y) { x[0] = y[0] / y[1]; x[1] = sqrt(y[2]); x[2] = y[3] / y[4]; }' >divide.cl
differs divide.cl -cl-fp32-correctly-rounded-divide-sqrt
python3 - <<'X'
import struct
values = [1.0, 3.0, 2.0, 3e-38, 12345.678]
open('data.bin', 'wb').write(struct.pack('5f', *values))
X
gives '3eaaaaab 3fb504f3 000006c6' divide.cl -cl-fp32-correctly-rounded-divide-sqrt

defines __FAST_RELAXED_MATH__ 1 -cl-fast-relaxed-math
defines __FAST_RELAXED_MATH__ off
defines __FINITE_MATH_ONLY__ 1 -cl-finite-math-only
defines __FINITE_MATH_ONLY__ 1 -cl-fast-relaxed-math
defines __FINITE_MATH_ONLY__ 0
defines __OPTIMIZE__ 1
defines __OPTIMIZE__ off -cl-opt-disable
defines __OPENCL_C_VERSION__ 100 -cl-std=CL1.0
defines __OPENCL_C_VERSION__ 110 -cl-std=CL1.1
defines __OPENCL_C_VERSION__ 120
defines __OPENCL_C_VERSION__ 200 -cl-std=CL2.0
defines __OPENCL_C_VERSION__ 300 -cl-std=CL3.0
defines __amdgcn_target_id__ gfx900:xnack+ -mcpu=gfx900:xnack+
defines __amdgcn_feature_xnack__ 0 -mcpu=gfx900:xnack-
# What a program finds by name it must be able to use.
defines __opencl_c_generic_address_space 1 -cl-std=CL3.0
defines __opencl_c_fp64 1 -cl-std=CL3.0
defines __opencl_c_fp64 off
defines __opencl_c_images 1 -cl-std=CL3.0
defines __opencl_c_images off
defines __IMAGE_SUPPORT__ 1
defines __IMAGE_SUPPORT__ off -cl-std=CL3.0 -cl-ext=-__opencl_c_images
defines cl_khr_3d_image_writes 1
defines cl_khr_3d_image_writes off -cl-ext=-cl_khr_3d_image_writes
defines cl_khr_mipmap_image off
defines cl_khr_mipmap_image 1 -cl-std=CL2.0
defines __opencl_c_program_scope_global_variables 1 -cl-std=CL3.0
defines __opencl_c_work_group_collective_functions 1 -cl-std=CL3.0
defines __opencl_c_subgroups 1 -cl-std=CL3.0
defines __opencl_c_pipes 1 -cl-std=CL3.0
defines __opencl_c_device_enqueue 1 -cl-std=CL3.0
defines __opencl_c_device_enqueue off -cl-std=CL3.0 -cl-ext=-__opencl_c_device_enqueue
defines __opencl_c_pipes 1 -cl-std=CL3.0 -cl-ext=+all
defines __opencl_c_pipes off -cl-std=CL3.0 -cl-ext=+all,-__opencl_c_pipes
defines cl_khr_subgroups off
defines cl_khr_subgroups 1 -cl-std=CL2.0
defines cl_khr_fp64 1
defines cl_khr_int64_base_atomics 1
defines cl_khr_fp64 off -cl-ext=-cl_khr_fp64
defines cl_khr_fp64 1 -cl-ext=-all,+cl_khr_fp64
defines cl_khr_fp16 off -cl-ext=-all,+cl_khr_fp64
defines __opencl_c_generic_address_space off -cl-std=CL3.0 -cl-ext=-__opencl_c_generic_address_space
says 'takes +NAME and -NAME' "$occ" -cl-ext=cl_khr_fp64 single.cl
echo 'kernel void k(global double *x) { x[0] = 1; }' >double.cl
check 'double' "$occ" -fsyntax-only double.cl
echo 'kernel void k(read_only pipe int p, global int *x) { int v; x[0] = read_pipe(p, &v); }' >pipe.cl
check 'pipes' "$occ" -cl-std=CL3.0 -fsyntax-only pipe.cl
check 'no pipes without' sh -c "! $occ -cl-std=CL3.0 -cl-ext=-__opencl_c_pipes -fsyntax-only pipe.cl"
check 'no double' sh -c "! $occ -cl-ext=-cl_khr_fp64 -fsyntax-only double.cl"
says 'yes' sh -c "printf '#if __has_builtin(mad24) && !__has_builtin(nosuch) && __has_attribute(__packed__) && !__has_attribute(nosuch)\nyes\n#endif\n' | $occ -E -"

# -dM: what is defined at the end, in a form that defines the same.
cat >macros.cl <<'M'
#define A
#define F(x, y...) #x  y##x ## 3 + x
#define G(...) f(1 , ## __VA_ARGS__)
#define E() 1
#define GONE
#undef GONE
#undef M_PI
A
M
check '-dM' sh -c "$occ -E -dM macros.cl -o macros.txt && ! grep -E 'GONE|M_PI |__LINE__' macros.txt"
check '-dM of the program' diff - <(grep -E '^#define ([AEG]|F\(x.*)(\(.*)? ' macros.txt) <<'M'
#define A 
#define E() 1
#define F(x,y...) #x y ## x ## 3 + x
#define G(...) f(1 , ## __VA_ARGS__)
M
for name in '__gfx900__ 1' '__GFX9__ 1' '__amdgcn_processor__ "gfx900"' '__ENDIAN_LITTLE__ 1' 'FP_FAST_FMA 1' 'FP_FAST_FMAF 1' \
    '__OPENCL_VERSION__ 120' '__IMAGE_SUPPORT__ 1'; do
    check "-dM: $name" grep -qxF "#define $name" macros.txt
done
check '-dM again' sh -c "[ -z \"\$($occ -Werror -E -dM macros.txt -o again.txt 2>&1)\" ] && grep -vw M_PI again.txt | diff macros.txt -"
check 'no FP_FAST_FMAF on gfx700' sh -c "! $occ -mcpu=gfx700 -E -dM macros.cl | grep -w FP_FAST_FMAF"

# -w, -Werror, -ferror-limit=, -g
echo '#pragma message("mind " "that")' >message.cl
says 'warning: mind that' "$occ" -Werror -fsyntax-only message.cl
echo '#warning "mind this"' >warn.cl
says 'warning: "mind this"' "$occ" warn.cl -o warn.co
check '-w is silent' sh -c "[ -z \"\$($occ -w warn.cl -o warn.co 2>&1)\" ]"
check '-Werror fails' sh -c "! $occ -Werror warn.cl -o warn.co"
echo "constant int long_one = 'abcde';" >char.cl
says 'too long for its type [-Werror]' "$occ" -Werror -Wno-multichar -fsyntax-only char.cl
check '-w wins over -Werror' "$occ" -Werror -w warn.cl -o warn.co
printf '#error 1\n#error 2\n#error 3\n' >errors.cl
check '-ferror-limit=1' sh -c "[ \$($occ -ferror-limit=1 errors.cl 2>&1 | grep -c '#error') = 1 ]"
says 'is a number' "$occ" -ferror-limit=many errors.cl
printf 'int f(void) { return early; }\nint g(void) { return 0 }\n' >order.cl
says "order.cl:1:22: error: use of undeclared identifier 'early'" "$occ" -ferror-limit=1 order.cl
check 'the limit counts in the order shown' sh -c "! $occ -ferror-limit=1 order.cl 2>&1 | grep order.cl:2"
says 'is a number' "$occ" -fmacro-backtrace-limit=-1 errors.cl
# the forms of messages; names that are no UTF-8 do not spoil them
printf '#define M(x) x + y\nkernel void k(global int *a) { a[0] = M(1); }\n#error \377"\\\n' >messages.cl
for form in json sarif; do
    check "-fdiagnostics-format=$form" sh -c "! $occ -fdiagnostics-format=$form messages.cl 2>messages.$form && python3 -m json.tool messages.$form"
done
check 'json of no messages' sh -c "[ \"\$($occ -fdiagnostics-format=json -fsyntax-only single.cl 2>&1)\" = '[]' ]"
for form in json sarif; do
    check "$form beside reports" sh -c "$occ -fdiagnostics-format=$form -v --resource-usage -ftime-report -Rpass-analysis=kernel-resource-usage single.cl -o s.co 2>beside.$form >report && python3 -m json.tool beside.$form && grep -q 'VGPRs, ' report"
done
says '"children":[{"kind":"note","id":"expanded_from_macro"' cat messages.json
says '"startLine":2,"startColumn":39' cat messages.sarif
echo 'constant float4 a = float4(1, 2, 3, 4);' >fix.cl
says '"insertedContent":{"text":"("}},{"deletedRegion"' "$occ" -fdiagnostics-format=sarif fix.cl
says 'is text, json or sarif' "$occ" -fdiagnostics-format=xml single.cl
check 'colours when asked' sh -c "$occ -fdiagnostics-color=always messages.cl 2>&1 | grep -q '31merror'"
check 'no colours in files' sh -c "! $occ messages.cl 2>&1 | grep -q '31merror'"
says '31merror' script -qec "TERM=xterm $occ messages.cl" /dev/null
check 'NO_COLOR' sh -c "! NO_COLOR=1 TERM=xterm script -qec '$occ messages.cl' /dev/null | grep -q '31merror'"
check '-g' "$occ" -g -c single.cl -o g.o

mkdir there
check '-save-temps' sh -c "$occ -save-temps single.cl -o t.co && grep -q kernel single.i && grep -q s_endpgm single.s"
rm single.[is]
check '-save-temps -fsyntax-only' sh -c "$occ -save-temps -fsyntax-only single.cl && [ -s single.i ] && [ ! -e single.s ]"
check '-save-temps -E' sh -c "rm single.i; $occ -save-temps -E single.cl && [ ! -e single.i ]"
check '-save-temps into no folder leaves nothing' sh -c "! $occ -save-temps=nowhere/ single.cl -MD -o gone.co && [ ! -e gone.co ] && [ ! -e gone.d ]"
check '-save-temps=obj' sh -c "$occ -save-temps=obj -c -o there/t.o -- single.cl && [ -s there/single.i ] && [ -s there/single.s ]"

# -ftime-trace: Chrome's trace events, one for every pass.
check '-ftime-trace' sh -c "$occ -ftime-trace -c single.cl -o there/t.o && [ -s there/t.json ]"
check 'the passes of -ftime-trace' python3 - there/t.json <<'X'
import json
import sys
events = json.load(open(sys.argv[1]))["traceEvents"]
whole = [event for event in events if event["ph"] == "X"]
first = whole[0]
assert first["name"] == "compile" and first["args"]["detail"] == "single.cl" and first["ts"] == 0
assert all(event["ts"] + event["dur"] <= first["dur"] + 1 for event in whole)
named = {event["name"]: event.get("args", {}).get("detail") for event in whole}
assert {"parse", "sema", "gen", "inline_calls", "isel", "encode_function", "write"} <= set(named), named
assert named["isel"] == "k" and len(named) > 30, named
X
check '-ftime-trace of a link' sh -c "$occ -flto -c single.cl -o l.o && $occ -ftime-trace l.o -o l.co && grep -q encode_function l.json"
check '-ftime-trace of -E' sh -c "$occ -ftime-trace=e.json -E single.cl -o single.i && grep -q preprocess e.json"

# What clang's and AMD's users write.
check 'harmless' "$occ" -x cl --target=amdgcn-amd-amdhsa -nogpulib --rocm-path=/usr -mcumode -m64 \
    -fno-bin-source -fbin-exe -Wall -Wextra -pedantic -Os -gline-tables-only -c single.cl -o h.o
check '-target' "$occ" -target amdgcn-amd-amdhsa -Og -c single.cl -o h.o
check 'harmless, too' "$occ" -g2 -gdwarf-4 -legacy -frontend=clc -fdebug-prefix-map=a=b -c single.cl -o h.o
check '--ignore-unknown' "$occ" --ignore-unknown -frobnicate -emit-llvm -c single.cl -o h.o
says 'remark:     VGPRs: ' "$occ" -Rpass-analysis=kernel-resource-usage -c single.cl -o h.o
says 'remark: Function Name: ' "$occ" -Rpass-analysis=kernel-resource-usage -c single.cl -o h.o
printf 'int two(int x) { return x + x; }\n__attribute__((noinline)) int more(int x) { return two(x) + 1; }\nkernel void k(global int *x) { *x = more(*x); }\n' >told.cl
says "told.cl:2:52: remark: 'two' inlined into 'more': the body is hardly longer than the call [-Rpass=inline]" "$occ" -Rpass=inline -c told.cl -o h.o
says "told.cl:3:37: remark: 'more' not inlined into 'k': noinline [-Rpass-missed=inline]" "$occ" -Rpass-missed=inline -c told.cl -o h.o
says "'sum_up' is compiled once more for 2 of its 3 calls: arguments are uniform [-Rpass=inline]" "$occ" -Rpass=inline -c "$root/test/language/functions/uniform_calls.cl" -o h.o
says "'two' not inlined into 'more': functions that are not marked always_inline stay" "$occ" -fno-inline -Rpass-missed=inline -c told.cl -o h.o
says "'more' inlined into 'k': every call is inlined" "$occ" -finline-everything -Rpass=inline -c told.cl -o h.o
says 'knows kernel-resource-usage' "$occ" -Rpass-analysis=inline single.cl
says '"/src/single.cl"' sh -c "printf '__FILE__' >there/file.cl; $occ -E -P -ffile-prefix-map=the=x -fmacro-prefix-map=there/file=/src/single there/file.cl"
says 'is OLD=NEW' "$occ" -ffile-prefix-map=there single.cl
says 'not C++ for OpenCL' "$occ" -cl-std=CLC++2021 single.cl
for on in + -; do
    says "gfx906:sramecc$on:xnack-" sh -c "$occ -mcpu=gfx906:sramecc$on -mcode-object-version=4 single.cl -o s.co && strings s.co"
done
says 'SRAMECC_ON_V4' sh -c "$occ -mcpu=gfx906:sramecc+ -mcode-object-version=4 single.cl -o s.co && /usr/lib/llvm-16/bin/llvm-readobj -h s.co"
says 'unknown target triple' "$occ" --target=x86_64-linux-gnu single.cl
says "'r600--' is not a GCN target" "$occ" --target=r600-- single.cl
says 'not an LLVM compiler' "$occ" -emit-llvm single.cl
says 'not an LLVM compiler' "$occ" -Xclang -emit-llvm single.cl
says 'is an option of linking' "$occ" -c -create-library single.cl
says 'no -m32' "$occ" -m32 single.cl
says "did you mean '-cl-fast-relaxed-math'?" "$occ" -cl-fast-relaxed-mat single.cl
says "did you mean '-mcpu='?" "$occ" -mcp=gfx900 single.cl
says "did you mean '--version'?" "$occ" --versoin
says "unknown option '-frobnicate'" "$occ" -frobnicate single.cl
says 'unknown warning option' "$occ" -Wnosuch single.cl
says 'Target: amdgcn-amd-amdhsa gfx803' "$occ" -v -mcpu=gfx803
says '"occ" "-c" "single.cl" "-###"' "$occ" -c single.cl -###

echo "$passed passed, $failed failed"
[ $failed = 0 ]
