#!/usr/bin/env bash
# Several targets in one run: what is written and told, and bundles, held against clang-offload-bundler.
#   bundle.sh BUILD
set -uo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ln -s "$1/bin/occ" "$1/bin/occ-obj" "$1/bin/gcnsim" "$work"
cd "$work" || exit 1
llvm=/usr/lib/llvm-16/bin
passed=0 failed=0
check() { # WHAT COMMAND...: it must succeed
    local what=$1
    shift
    if "$@" >said 2>&1; then passed=$((passed + 1)); else
        echo "FAIL: $what"
        head -n 5 said
        failed=$((failed + 1))
    fi
}
refuses() { # STATUS TEXT COMMAND...: nothing new is there after it
    local status=$1 text=$2 before after got
    shift 2
    before=$(ls -R)
    "$@" >"$work/said" 2>&1 </dev/null
    got=$?
    after=$(ls -R)
    [ "$got" = "$status" ] && grep -qF -- "$text" said && [ "$before" = "$after" ] && passed=$((passed + 1)) && return
    echo "FAIL: status $got, not $status, or no '$text', or files are left: $*"
    head -n 5 said
    diff <(echo "$before") <(echo "$after")
    failed=$((failed + 1))
}
: >said
cat >k.cl <<'X'
#include "all.h"
#ifdef __gfx900__
#include "nine.h"
#endif
kernel void k(global float *a) { a[get_global_id(0)] += ADD; }
X
echo '#define ADD 1' >all.h
echo '/* gfx900 alone */' >nine.h
both=--offload-arch=gfx803,gfx900

# ---- an output for each target: what a run for it alone writes ----
mkdir alone
for how in :co -c:o -S:s -emit-ir:oir -E:i "-c -flto:o"; do
    read -ra switches <<<"${how%:*}"
    ending=${how##*:}
    for target in gfx803 gfx900; do
        ./occ "${switches[@]}" -mcpu=$target k.cl -o "alone/k-$target.$ending"
    done
    name=()
    [ "$ending" = i ] && name=(-o k.i) # which alone goes to standard output
    check "$how" ./occ "${switches[@]}" $both k.cl "${name[@]}"
    for target in gfx803 gfx900; do
        check "$how for $target" cmp "k-$target.$ending" "alone/k-$target.$ending"
    done
    rm -f k-*."$ending"
done
mkdir out
check "-o, repeated switches, features" ./occ --offload-arch=fiji --offload-arch=gfx900 --offload-arch=gfx900:xnack+,fiji \
    k.cl -o out/x.bin
check "their names" diff <(ls out) <(printf '%s\n' x-fiji.bin x-gfx900.bin x-gfx900@xnack+.bin)
check "XNACK" grep -q 'gfx900:xnack+' <(./occ-obj dump out/x-gfx900@xnack+.bin)
rm -r out
check "one target: names as ever" ./occ --offload-arch=gfx803 k.cl -o one.co
check "one target" cmp one.co alone/k-gfx803.co
check "a device" ./occ $both k.cl -o /dev/null
check "is still there" test -c /dev/null
cp k.cl other.cl
check "several inputs, -j" ./occ -j 3 $both k.cl other.cl
for name in k other; do
    for target in gfx803 gfx900; do
        check "$name for $target" cmp $name-$target.co alone/k-$target.co
        rm -f $name-$target.co
    done
done
check "-fsyntax-only" ./occ -fsyntax-only $both k.cl
check "temporaries" ./occ -save-temps $both k.cl
check "temporaries' names" diff <(ls k-*) <(printf '%s\n' k-gfx{803,900}.{co,i,s})
rm k-*
check "array" ./occ $both --emit=c-array k.cl
check "array's name" grep -q 'unsigned char k_gfx900\[\]' k-gfx900.c
check "array's comment" grep -q 'object for gfx900' k-gfx900.c
rm k-*

# ---- dependencies: all outputs, and what any of them read ----
rule() { # EXPECTED FILE
    check "rule of $2" diff <(printf '%b' "$1") "$2"
    rm -f "$2"
}
./occ $both k.cl -MD
rule 'k-gfx803.co k-gfx900.co: k.cl \\\n  all.h \\\n  nine.h\n' k.d
rm k-*
./occ $both k.cl -c -MMD -MP -o x.o
rule 'x-gfx803.o x-gfx900.o: k.cl \\\n  all.h \\\n  nine.h\n\nall.h:\n\nnine.h:\n' x.d
rm x-*
./occ $both k.cl --gpu-bundle-output -MD -MF b.d
rule 'k.hipfb: k.cl \\\n  all.h \\\n  nine.h\n' b.d
./occ $both k.cl -MM -o - >m.d
rule 'k-gfx803.o k-gfx900.o: k.cl \\\n  all.h \\\n  nine.h\n' m.d
./occ $both k.cl -MM >m.d
rule 'k-gfx803.o k-gfx900.o: k.cl \\\n  all.h \\\n  nine.h\n' m.d

# ---- errors: one for all, and no output ----
cat >bad.cl <<'X'
kernel void k(global float *a) {
#ifdef __gfx900__
    a = b;
#endif
}
X
refuses 1 "bad.cl for gfx900:" ./occ -j2 $both bad.cl -MD
refuses 1 "bad.cl for gfx900:" ./occ $both bad.cl --gpu-bundle-output -MD
for name in bad-gfx803.co bad-gfx900.co bad.d; do echo old >$name; done
./occ $both bad.cl -MD 2>/dev/null
check "what an earlier run left is gone" test ! -e bad-gfx803.co -a ! -e bad-gfx900.co -a ! -e bad.d
echo old >bad.hipfb
echo 'not ours' >bad-gfx803.hipfb
./occ $both bad.cl --gpu-bundle-output 2>/dev/null
check "the bundle, too, and nothing else" test ! -e bad.hipfb -a -e bad-gfx803.hipfb
rm bad-*
mkdir k-gfx900.co
refuses 2 "cannot write 'k-gfx900.co'" ./occ $both k.cl
rmdir k-gfx900.co
echo 'kernel void k(global float *a) { a = b; }' >worse.cl
check "what all say is said once" test "$(./occ $both worse.cl 2>&1 | grep -c error)" = 1
refuses 2 "cannot read 'none.cl'" ./occ $both none.cl
refuses 2 "unknown target 'gfx1030'" ./occ --offload-arch=gfx803,gfx1030 k.cl
refuses 2 "gfx803 has no feature 'xnack+'" ./occ --offload-arch=gfx803:xnack+ k.cl
refuses 2 "does not know gfx90a" ./occ --offload-arch=gfx803,gfx90a -mcode-object-version=2 k.cl
refuses 2 "-mcpu=gfx803,gfx900: several targets are for --offload-arch=" ./occ -mcpu=gfx803,gfx900 k.cl
refuses 2 "both -mcpu=gfx803 and --offload-arch=" ./occ -mcpu=gfx803 --offload-arch=gfx900 k.cl
refuses 2 "do not go to standard output" ./occ $both -E k.cl
refuses 2 "do not go to standard output" ./occ $both k.cl -o -
refuses 2 "standard input is read once" ./occ $both -
refuses 2 "-ftime-trace=t with several targets" ./occ $both -ftime-trace=t k.cl
refuses 2 "-fpass-html=t with several targets" ./occ $both -fpass-html=t k.cl
mkdir sub
cp k.cl sub
refuses 2 "'k.cl' and 'sub/k.cl' would both be written to 'k-gfx803.co'" ./occ $both k.cl sub/k.cl
rm -r sub
refuses 2 "linked is for one target" ./occ $both k.cl other.cl -o x.co
refuses 2 "linked is for one target" ./occ -flto --gpu-bundle-output k.cl
for switch in -S -E -emit-ir -fsyntax-only -stop-after=ra; do
    refuses 2 "--gpu-bundle-output puts objects together" ./occ $both --gpu-bundle-output $switch k.cl
done
refuses 2 "'gfx803' and 'fiji' stand for the same" ./occ --offload-arch=gfx803,fiji --gpu-bundle-output k.cl
refuses 2 "'gfx906' and 'gfx906:sramecc+' stand for the same" \
    ./occ --offload-arch=gfx906,gfx906:sramecc+ --gpu-bundle-output k.cl

# ---- bundles: the bytes that clang-offload-bundler makes ----
bundler=clang-offload-bundler-16
targets=host-x86_64-unknown-linux,hipv4-amdgcn-amd-amdhsa--gfx803,hipv4-amdgcn-amd-amdhsa--gfx900:xnack-
for switch in -O3 -c; do
    for target in gfx803 gfx900; do ./occ $switch -mcpu=$target k.cl -o $target.o; done
    check "a bundle" ./occ $switch --offload-arch=gfx900 --offload-arch=gfx803 --gpu-bundle-output k.cl
    $bundler -type=o -bundle-align=4096 -targets=$targets -input=/dev/null -input=gfx803.o -input=gfx900.o -output=theirs
    check "its bytes" cmp k.hipfb theirs
    check "its list" diff <($bundler -list -type=o -input=k.hipfb | sort) <(tr , '\n' <<<$targets | sort)
    $bundler -unbundle -type=o -input=k.hipfb -targets="${targets#*,}" -output=u803 -output=u900
    check "unbundled" cmp u803 gfx803.o
    check "unbundled" cmp u900 gfx900.o
done
check "one target, another name" ./occ -mcpu=gfx900 --gpu-bundle-output k.cl -o x.fat
check "its list" grep -qx 'hipv4-amdgcn-amd-amdhsa--gfx900:xnack-' <($bundler -list -type=o -input=x.fat)
check "with temporaries of each" ./occ -save-temps $both --gpu-bundle-output k.cl
check "their names" diff <(ls k-* k.hipfb) <(printf '%s\n' k-gfx{803,900}.{i,s} k.hipfb)
rm k-*
check "as an array" ./occ $both --gpu-bundle-output --emit=c-array k.cl
check "its comment" grep -q 'object for gfx803, gfx900' k.c

# ---- occ-obj extract ----
./occ $both --gpu-bundle-output k.cl
lists() { # FILE IDS...: ids from the list
    check "list of $1" diff <(./occ-obj extract "$1" | awk '{ print $1, $3 }') \
        <(printf '%s\n' "${@:2}" | awk '{ print NR, $1 }')
}
takes() { # FILE OBJECT SWITCH...
    rm -f taken
    check "extract $*" ./occ-obj extract "$1" "${@:3}" -o taken
    check "what extract $* takes" cmp taken "$2"
}
lists k.hipfb ${targets//,/ }
./occ -mcpu=gfx803 k.cl -o gfx803.o
./occ -mcpu=gfx900 k.cl -o gfx900.o
takes k.hipfb gfx803.o -mcpu=gfx803
takes k.hipfb gfx803.o -mcpu=fiji
takes k.hipfb gfx900.o -mcpu=gfx900
takes k.hipfb gfx900.o --target=gfx900:xnack-
takes k.hipfb gfx803.o --target=hipv4-amdgcn-amd-amdhsa--gfx803
takes k.hipfb gfx900.o --entry=3
refuses 1 "no entry fits; there are:" ./occ-obj extract k.hipfb -mcpu=gfx901 -o no
refuses 1 "no entry fits" ./occ-obj extract k.hipfb -mcpu=gfx900:xnack+ -o no
refuses 1 "is empty" ./occ-obj extract k.hipfb --entry=1 -o no
refuses 1 "it is no bundle" ./occ-obj extract gfx900.o
refuses 2 "unknown target 'gfx99'" ./occ-obj extract k.hipfb -mcpu=gfx99 -o no
refuses 2 "takes a number" ./occ-obj extract k.hipfb --entry=x -o no
refuses 2 "unknown switch: --frob" ./occ-obj extract k.hipfb --frob
refuses 2 "says which object" ./occ-obj extract k.hipfb -o no
refuses 2 "says which object" ./occ-obj extract k.hipfb -mcpu=gfx900
for command in dump verify disasm; do
    refuses 1 '`occ-obj extract` takes them out' ./occ-obj $command k.hipfb
done
refuses 1 'occ-obj extract' ./gcnsim list k.hipfb
refuses 1 'a bundle of objects' ./occ k.hipfb
head -c 60 k.hipfb >cut
refuses 1 "table ends behind the file" ./occ-obj extract cut
head -c 9000 k.hipfb >cut
refuses 1 "entry 3 of the bundle ends behind the file" ./occ-obj extract cut

# A bundler's, without alignment; features that an entry leaves open; a generic processor.
prefix=hipv4-amdgcn-amd-amdhsa--
$bundler -type=o -targets=host-x86_64-unknown-linux,${prefix}gfx803,${prefix}gfx900 \
    -input=/dev/null -input=gfx803.o -input=gfx900.o -output=open
takes open gfx900.o -mcpu=gfx901
takes open gfx900.o -mcpu=gfx900:xnack-
$bundler -type=o -targets=host-x86_64-unknown-linux,${prefix}gfx9-generic,hip-amdgcn-amd-amdhsa--gfx900 \
    -input=/dev/null -input=gfx803.o -input=gfx900.o -output=generic
takes generic gfx900.o -mcpu=gfx900
takes generic gfx803.o -mcpu=gfx906

# clang's own, and two of them in a program of the host.
cat >h.hip <<'X'
struct dim3 { unsigned x, y, z; };
extern "C" int hipLaunchKernel(const void *, dim3, dim3, void **, unsigned long, void *);
__attribute__((global)) void NAME(int *a) { a[0] = 1; }
X
hip="$llvm/clang -x hip -nogpulib -nogpuinc --offload-arch=gfx803 --offload-arch=gfx900:xnack+ h.hip"
entries=(host-x86_64-unknown-linux ${prefix}gfx803 ${prefix}gfx900:xnack+)
$hip -DNAME=one --offload-device-only --gpu-bundle-output -o one.hipfb
lists one.hipfb "${entries[@]}"
$bundler -unbundle -type=o -input=one.hipfb -targets=${prefix}gfx900:xnack+ -output=theirs
takes one.hipfb theirs -mcpu=gfx901
check "verify" ./occ-obj verify taken
for name in one two; do $hip -DNAME=$name -c -fPIC -o $name.o; done
ld -r one.o two.o -o two
lists two "${entries[@]}" "${entries[@]}"
check "the second one" ./occ-obj extract two --entry=6 -o second
check "its kernel" grep -q '_Z3twoPi' <(./occ-obj dump second)
refuses 1 "more than one entry fits" ./occ-obj extract two -mcpu=gfx803 -o no
refuses 1 '`occ-obj extract` takes them out' ./occ-obj dump two

# One behind the other in a file; what is none there is told; the input is not replaced.
cat one.hipfb one.hipfb >both.hipfb
lists both.hipfb "${entries[@]}" "${entries[@]}"
cat one.hipfb h.hip >behind.hipfb
refuses 1 "behind bundle 1: it is no bundle" ./occ-obj extract behind.hipfb
cp one.hipfb kept.hipfb
refuses 1 "it is the output file, too" ./occ-obj extract kept.hipfb -mcpu=gfx803 -o kept.hipfb
check "the input stays" cmp one.hipfb kept.hipfb

# Forms that are not read.
printf 'CCOB\2\0\1\0' >forms.ccob
refuses 1 "compressed bundle (CCOB)" ./occ-obj extract forms.ccob
$llvm/clang-offload-packager -o forms.package --image=file=gfx900.o,triple=amdgcn-amd-amdhsa,arch=gfx900,kind=hip
refuses 1 "clang-offload-packager" ./occ-obj extract forms.package
echo 'x' >x.s
$bundler -type=s -targets=host-x86_64-unknown-linux,hip-amdgcn-amd-amdhsa--gfx900 -input=x.s -input=x.s -output=forms.s
refuses 1 "bundle of texts" ./occ-obj extract forms.s
echo "$passed passed, $failed failed"
[ $failed = 0 ]
