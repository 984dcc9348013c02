#!/usr/bin/env bash
# A table of switches: every row of options.def, and all that the OpenCL specification, clang's users
# and AMD's applications write, must be in it.  The first word says what the switches after it do
# to `occ -c probe.cl -o out.o`:
#   same     the object is that without them, and nothing is said
#   other    another object, and nothing is said
#   makes F  the file F is written besides
#   says T   status 0 and the text T (blanks are written _)
#   fails T  status 2 and the text T
#   fails_in_program T  status 1 and the text T
#   spellings.sh BUILD
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ln -s "$1/bin/occ" "$work/occ"
cd "$work" || exit 1

mkdir inc
echo '#define FOUND 1' >inc/found.h
echo '#define N 7' >n.h
echo '-DN=9 -w' >args
cat >probe.cl <<'P'
#if __has_include(<found.h>)
#include <found.h>
#elif __has_include("found.h")
#include "found.h"
#endif
#ifndef N
#define N 3
#endif
#ifndef FOUND
#define FOUND 2
#endif
#ifdef MISSING
#include "gen.h"
#endif
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define WIDE 64
#define TENTH 0.1
#else
#define TENTH 0.1f
#define WIDE 32
#endif
#ifndef __FINITE_MATH_ONLY__
#define __FINITE_MATH_ONLY__ 5
#endif
__attribute__((reqd_work_group_size(64, 1, 1)))
kernel void probe(global float *x, global int *y) {
    x[0] = x[1] * TENTH + x[2] * x[3];
    x[4] = x[5] / x[6] + as_float(1) * x[7];
    y[0] = N + FOUND * 256 + WIDE * 65536 + __OPENCL_C_VERSION__;
    y[1] = sizeof(__FILE__) + __FINITE_MATH_ONLY__;
    x[8] = x[9] + 0.0f;
    y[2] = y[3];
}
P
"./occ" -c probe.cl -o plain.o || exit 1

cat >table <<'T'
# OpenCL: preprocessor, mathematics, optimisation, warnings, version, arguments, linking
other    -D N=4
other    -DN=4
other    -D N
same     -DOTHER=1
same     -D OTHER='a_b'
same     -DN=4 -UN
same     -DN=4 -U N
other    -Iinc
other    -I inc
other    -I'inc'
other    -cl-single-precision-constant
other    -cl-denorms-are-zero
other    -cl-fp32-correctly-rounded-divide-sqrt
other    -cl-opt-disable
other    -cl-strict-aliasing
same     -cl-mad-enable
other    -cl-no-signed-zeros
other    -cl-no-signed-zeroes
other    -cl-unsafe-math-optimizations
other    -cl-finite-math-only
other    -cl-fast-relaxed-math
same     -cl-uniform-work-group-size
same     -cl-no-subgroup-ifp
same     -cl-kernel-arg-info
same     -w
same     -Werror
other    -cl-std=CL1.0
other    -cl-std=CL1.1
same     -cl-std=CL1.2
other    -cl-std=CL2.0
other    -cl-std=CL3.0
other    -cl-std=cl2.0
fails unknown_language_version  -cl-std=CL4.0
fails CL1.0,_CL1.1,_CL1.2,_CL2.0_and_CL3.0  -cl-std=CL12
other    -g
fails is_an_option_of_linking  -create-library
fails is_an_option_of_linking  -enable-link-options
# clang: what is made
same     -o out.o
same     -oout.o
other    -flto
other    -flto=full
other    --emit=c-array
same     -j2
same     -j 2
fails -j_is_a_number  -jx
fails takes_c-array,_not_'text'  --emit=text
other    -S -c -o out.o
other    -E -S -c
other    -E -S -emit-ir -fsyntax-only
other    -S
other    -E
other    -E -P
other    -E -C
other    -E -CC
other    -E -dM
other    -emit-ir
says :   -fsyntax-only -v
same     -O3
same     -O
other    -O0
same     -O1
same     -O2
same     -Os
same     -Oz
same     -Og
same     -O4
same     -O5
other    -Ofast
other    -ffast-math
fails unknown_optimisation_level  -O9
fails did_you_mean_'-O2'  -02
# clang: language and target
same     -x cl
same     -xcl
same     -x c
same     -x clc
same     -x none
fails unknown_language  -x asm
fails unknown_language  -x spir
other    -std=CL2.0
same     -target amdgcn-amd-amdhsa
same     --target=amdgcn-amd-amdhsa
same     --target=amdgcn-amd-amdhsa-opencl
same     -triple amdgcn-amd-amdhsa
fails is_not_a_GCN_target  --target=r600-amd--
fails unknown_target_triple  --target=nvptx64
same     -mcpu=gfx900
other    -mcpu=gfx803
other    -mcpu=gfx900:xnack+
same     -mcpu=gfx900:xnack-
other    -mcpu=gfx906:sramecc+ -mcode-object-version=4
same     -mcode-object-version=2
other    -mcode-object-version=4
same     -mcumode
same     -mno-cumode
same     -m64
fails no_-m32  -m32
other    -cl-ext=-cl_khr_fp64
same     -cl-ext=-all,+all
fails takes_+NAME  -cl-ext=cl_khr_fp64
says before_OpenCL_C_2.0  -cl-ext=-__opencl_c_images
says before_OpenCL_C_2.0  -cl-ext=-cl_khr_fp64,-__opencl_c_images
other    -cl-ext=-__opencl_c_images -cl-std=CL3.0
fails did_you_mean_'-mcpu=gfx900'  -march=gfx900
fails did_you_mean_'-mcpu=gfx900'  --march=gfx900
fails did_you_mean_'-mcpu=gfx900'  -mtune=gfx900
same     --offload-arch=gfx900
other    --offload-arch=gfx803
fails unknown_target  --offload-arch=gfx900,gfx1030
same     --cuda-gpu-arch=gfx900
other    --gpu-bundle-output
same     --gpu-bundle-output --no-gpu-bundle-output
same     -mwavefrontsize64
fails 64_work-items  -mno-wavefrontsize64
# clang: headers
other    -include n.h
other    -isysteminc
other    -isystem inc
other    -iquote inc
other    -iquoteinc
other    -ffile-prefix-map=probe=longer/name
other    -fmacro-prefix-map=probe=longer/name
same     -fdebug-prefix-map=a=b
# clang: dependency files
makes out.o  -M
fails file_not_found  -M -include none.h
says probe.o:_probe.cl  -MM
makes out.d  -MD
makes out.d  -MMD
makes f.d  -MD -MF f.d
makes f.d  -MD -MFf.d
fails needs_one_of  -MF f.d
makes out.d  -MD -MT target
makes out.d  -MD -MTtarget
makes out.d  -MD -MQ target
makes out.d  -MD -MP
says gen.h  -M -MG -DMISSING
fails needs_-M  -MG
other    -Wp,-DN=4
same     -Wp,-DN=4,-UN
other    -Wp,-Iinc
makes w.d  -Wp,-MD,w.d
makes w.d  -Wp,-MMD,w.d,-DOTHER=1
makes w.d  -Xpreprocessor -MD -Xpreprocessor w.d
fails did_you_mean  -Wp,-MDD
fails needs_a_value  -Wp,-D
other    -Xpreprocessor -DN=4
other    -Xpreprocessor -include -Xpreprocessor n.h
# clang: messages
same     -Wall
same     -Wextra
same     -W
same     -Wno-unused
same     -Werror=unused
same     -Wno-error=unused
says unknown_warning_option  -Wnosuch
same     -pedantic
same     -pedantic-errors
same     -ferror-limit=3
same     -mmax-vgprs=64
same     -mno-flat-scratch
fails 16_at_least  -mmax-vgprs=8
fails is_a_number  -mmax-vgprs=x
fails is_a_number  -ferror-limit=x
same     -fmacro-backtrace-limit=3
fails is_a_number  -fmacro-backtrace-limit=x
same     -fcolor-diagnostics
same     -fno-color-diagnostics
same     -fdiagnostics-color
same     -fno-diagnostics-color
same     -fdiagnostics-color=never
fails auto,_never  -fdiagnostics-color=pink
same     -fdiagnostics-show-option
same     -fdiagnostics-format=text
says ^..$  -fdiagnostics-format=json
fails text,_json  -fdiagnostics-format=xml
# clang and ptxas: what is told besides
makes probe.i  -save-temps
makes probe.s  -save-temps=cwd
makes probe.i  --save-temps
makes probe.s  --save-temps=cwd
makes inc/probe.s  -save-temps=obj -o inc/probe.o
makes inc/pre.s  -save-temps=inc/pre
makes inc/probe.s  -save-temps=inc/
makes inc/probe.i  -save-temps=inc
fails nowhere/probe.i  -save-temps=nowhere/
fails standard_output  -S -o - -fdiagnostics-format=json --resource-usage
says Target:  -v
says "-c"  -###
says total  -ftime-report
same     -fprint-limits
makes out.json  -ftime-trace
makes t.json  -ftime-trace=t.json
makes inc/out.json  -ftime-trace=inc
same     -ftime-trace-granularity=500
makes out.html  -fpass-html
makes p.html  -fpass-html=p.html
makes inc/out.html  -fpass-html=inc
says VGPRs  --resource-usage
says remark:  -Rpass-analysis=kernel-resource-usage
fails knows_kernel  -Rpass-analysis=x
same     -Rpass=inline
fails know_inline  -Rpass=x
same     -Rpass-missed=inline
same     -fno-inline
same     -fno-inline-functions
same     -finline-functions
same     -finline-everything
says after_isel  -print-after=isel
says amdgcn|;|kernel|probe  -stop-after=isel -o -
other    -fdisable-pass=sched
other    -fsanitize=opencl
other    -fsanitize=race,bounds
other    -fsanitize=undefined -fsanitize=async-copy
other    -fsanitize=alignment,null
other    -fsanitize=divergence -fsanitize=pipe
other    -fsanitize=opencl -fsanitize-recover
same     -fsanitize=opencl -fno-sanitize=all
same     -fsanitize-recover
other    -fsanitize=opencl -fsanitize-recover=race,bounds
other    -fsanitize=opencl -fsanitize-recover -fno-sanitize-recover=race
same     -fsanitize-recover=all
same     -fno-sanitize-recover=opencl
fails unknown_kind  -fsanitize-recover=rays
fails unknown_kind  -fno-sanitize-recover=rays
fails unknown_kind  -fsanitize=race,rays
fails unknown_kind  -fno-sanitize=rays
same     -fno-sanitize-recover
same     -fonly-kernel=probe
other    -gline-tables-only
same     -g0
same     -g -g0
other    -g
other    -g -E
other    -g1
other    -gmlt
other    -g2
other    -g3
other    -ggdb
other    -gdwarf
other    -gdwarf-2
other    -gdwarf-4
says option-ignored  -gdwarf-3
says option-ignored  -gdwarf-5
fails_in_program option-ignored  -gdwarf-5 -Werror=option-ignored
fails 2_or_4  -gdwarf-6
fails OLD=NEW  -fdebug-prefix-map=a
same     -fdebug-compilation-dir=/b
same     -fdebug-compilation-dir /b
same     -fdebug-prefix-map=a=b
other    -ffp-contract=off
same     -ffp-contract=on
same     -ffp-contract=fast
same     -fverify-passes
same     -fstress-text
other    -fno-sched
other    -fwait-everything
other    -fspill-everything
# clang: what concerns its own parts
same     -nogpulib
same     -nogpuinc
same     -nostdinc
same     -nostdlib
same     -cl-no-stdinc
same     --rocm-path=/opt/rocm
same     --rocm-device-lib-path=/opt
same     --hip-device-lib-path=/opt
same     -fPIC
same     -fpic
same     -pipe
same     -Qunused-arguments
same     -Wl,-x -Qunused-arguments
fails not_an_LLVM_compiler  -emit-llvm
fails not_an_LLVM_compiler  -Xclang -emit-llvm-bc
says unused_during  -mllvm -x
says '-Xclang_-x'  -Xclang -x
says '-Xclang_.x'  -Xclang -target-feature -Xclang +x
other    -Xclang -include -Xclang n.h
other    -Xclang -cl-std=CL2.0
same     -Xclang -finclude-default-header -Xclang -fdeclare-opencl-builtins
says unused-command-line-argument  -Wl,-x,y
same     -Wl,-x,y -Wno-unused-command-line-argument
says unused_during  -Wa,-x
says unused_during  -Xlinker -x
says unused_during  -Xassembler -x
says unused_during  -fuse-ld=lld
same     -shared
says '-fno-builtin'_has_no_effect  -fno-builtin -Woption-without-effect
same     -finclude-default-header
same     -fdeclare-opencl-builtins
same     -fbuiltin
same     -fno-builtin
same     -fno-builtin-sin
same     -ffreestanding
other    -fstrict-aliasing
same     -fno-strict-aliasing
same     -fno-common
same     -fno-exceptions
same     -fno-ident
same     -fno-plt
same     -fomit-frame-pointer
same     -fno-stack-protector
same     -funroll-loops
same     -fno-unroll-loops
same     -fvectorize
same     -fno-vectorize
same     -fslp-vectorize
same     -fno-slp-vectorize
same     -fvisibility=hidden
same     -fgpu-rdc
same     -fno-gpu-rdc
same     -fno-math-errno
same     -fno-trapping-math
same     -fno-rounding-math
same     -fsigned-zeros
other    -fno-signed-zeros
same     -fno-signed-zeros -fsigned-zeros
same     -fstrict-aliasing -fno-strict-aliasing
same     -fassociative-math
same     -fno-associative-math
same     -freciprocal-math
same     -fno-reciprocal-math
same     -fapprox-func
same     -fno-approx-func
same     -ffast-math -fno-fast-math
other    -ffinite-math-only
same     -ffinite-math-only -fno-finite-math-only
same     -ftrivial-auto-var-init=zero
same     -fwrapv -fno-wrapv
same     -flocal-memory-init=zero
same     -munsafe-fp-atomics
same     -munsafe-fp-atomics -mno-unsafe-fp-atomics
other    -funsafe-math-optimizations
same     -fno-unsafe-math-optimizations
other    -fgpu-flush-denormals-to-zero
other    -fcuda-flush-denormals-to-zero
same     --ignore-unknown -Xclang -x -mllvm y -emit-llvm -frobnicate
other    @args
says usage:  --help
says usage:  -help
says occ_  --version
says gfx900  --list-targets
says must.run  --list-passes
# AMD's runtime
same     -fbin-source
same     -fno-bin-source
same     -fbin-llvmir
same     -fno-bin-llvmir
same     -fbin-amdil
same     -fno-bin-amdil
same     -fbin-exe
same     -fno-bin-exe
same     -fbin-hsail
same     -legacy
same     -frontend=edg
same     -Wf,--support_all_extensions
same     -Wb,-x
same     -fper-pointer-uav
same     -fno-per-pointer-uav
T

# try VERDICT... : false, having said why, if the switches do something else
try() {
    local verdict=$1 text=${2//_/ } status
    rm -f out.o out.d f.d w.d *.json probe.i probe.s inc/probe.* inc/pre.* inc/*.json
    ./occ -c probe.cl -o out.o "${@:3}" >said 2>&1
    status=$?
    case $verdict in
    same) [ $status = 0 ] && [ ! -s said ] && cmp -s out.o plain.o ;;
    other) [ $status = 0 ] && [ ! -s said ] && ! cmp -s out.o plain.o ;;
    makes) [ $status = 0 ] && [ ! -s said ] && [ -s "$2" ] ;;
    says) [ $status = 0 ] && { [ ! -e out.o ] || cat out.o >>said; } && grep -qaE -- "$text" said ;;
    fails_in_program) [ $status = 1 ] && grep -qF -- "$text" said ;;
    fails) [ $status = 2 ] && grep -qF -- "$text" said ;;
    *) false ;;
    esac && return
    echo "FAIL: $verdict $2: ${*:3} (status $status)"
    head -n 3 said
    return 1
}

passed=0 failed=0
while read -r verdict rest; do
    [[ -z $verdict || $verdict = \#* ]] && continue
    text=
    case $verdict in same | other) ;; *) read -r text rest <<<"$rest" ;; esac
    eval "words=($rest)"
    if try "$verdict" "$text" "${words[@]}" </dev/null; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
done <table

while read -r spelling; do
    if ! grep -qE -- " ${spelling//./\\.}" table; then
        echo "FAIL: no row of the table has $spelling"
        failed=$((failed + 1))
    fi
done < <(sed -n 's/^\([A-Z_]*\)("\([^"]*\)".*/\2/p' "$root/driver/options/options.def")
echo "$passed passed, $failed failed"
[ $failed = 0 ]
