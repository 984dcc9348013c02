#!/usr/bin/env bash
# What `cmake --install` leaves is what packagers and other projects expect: DESTDIR is obeyed, the
# library exports occ_* alone, find_package and pkg-config find it, also for a static link.
#   install.sh BUILD CC
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$1 compiler=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

check() {
    local what=$1
    shift
    if "$@" >"$work/log" 2>&1; then
        passed=$((passed + 1))
    else
        echo "FAIL $what"
        tail -n 20 "$work/log"
        failed=$((failed + 1))
    fi
}
says() {
    "$@" | grep -q '^occ [0-9.]*: twice takes [0-9]* VGPRs'
}
exports() { # nothing but the names of occ.h
    local declared exported
    declared=$(grep -o 'occ_[a-z_]*(' "$root/driver/occ.h" | tr -d '(' | sort -u)
    exported=$(nm -D --defined-only "$1" | awk '$2 != "A" { sub("@.*", "", $3); print $3 }' | sort -u)
    diff <(echo "$declared") <(echo "$exported")
}
with_pkg_config() {
    # shellcheck disable=SC2046
    "$compiler" "$root/examples/library/main.c" -o "$1" "${@:2}" $(pkg-config --cflags occ) \
        $(pkg-config --libs ${2:+--static} occ)
}

check "DESTDIR" env DESTDIR="$work/stage" cmake --install "$build" --prefix /usr
staged=$(cd "$work/stage" && find . -type f -o -type l | sed 's/^\.//')
for file in bin/occ libexec/occ/occ-machine bin/gcnsim include/occ.h share/man/man1/occ.1 share/man/man1/occ-obj.1 \
    share/man/man1/gcnsim.1 share/man/man7/occ-icd.7 share/man/man7/occ-rocm.7 share/man/man7/occ-hardware.7 share/man/man1/occ-selftest.1 share/occ/selftest/math/sin.cl share/bash-completion/completions/gcnsim share/bash-completion/completions/occ share/bash-completion/completions/occ-obj; do
    check "staged /usr/$file" grep -qx "/usr/$file" <<<"$staged"
done
for command in occ occ-obj; do
    check "staged: _$command for zsh" \
        grep -qxE "/usr/share/zsh/(site-functions|vendor-completions)/_$command" <<<"$staged"
done
check "nothing outside of the prefix" test -z "$(grep -v '^/usr/\|^/etc/OpenCL/' <<<"$staged")"
check "no debug information in libocc.a" sh -c "! readelf -S $work/stage/usr/lib*/libocc.a \
    $work/stage/usr/lib*/*/libocc.a 2>/dev/null | grep -q debug_info"
comgr=$(find "$work/stage/usr" -name libocc_comgr.so)
check "libocc_comgr.so in a folder of occ's own" test "$(basename "$(dirname "$comgr")")" = occ
for link in libamd_comgr.so libamd_comgr.so.1 libamd_comgr.so.2; do
    check "its link $link" test "$(readlink "$(dirname "$comgr")/$link")" = libocc_comgr.so
done
check "comgr's name nowhere else" test "$(find "$work/stage" -name 'libamd_comgr*' | wc -l)" = 3
icd=$work/stage/etc/OpenCL/vendors/occ.icd
if [ -e "$build/lib/libocc_icd.so" ]; then
    check "the ICD is where occ.icd says" test -e "$work/stage$(cat "$icd")"
fi

# For everybody, whatever the umask; without debug information; with the manuals.
check "umask 077" sh -c "umask 077 && cmake --install '$build' --prefix '$work/private/made'"
check "folders for everybody" test -z "$(find "$work/private" -type d ! -perm 755)"
check "files for everybody" test -z "$(find "$work/private" -type f ! -perm 644 ! -perm 755)"
for program in bin/occ libexec/occ/occ-machine bin/occ-obj bin/gcnsim; do
    check "$program is stripped" sh -c "! readelf -S '$work/private/made/$program' | grep -q debug_info"
done
for manual in using gcnsim icd; do
    check "$manual.md" test -s "$work/private/made/share/doc/occ/$manual.md"
done
if [ -e "$build/lib/libocc_icd.so" ]; then
    cmake --install "$build" --prefix "$work/private/made" >"$work/told" 2>&1
    check "what to do for the platform" grep -qF "OCL_ICD_VENDORS=$work/private/made/etc/OpenCL/vendors" "$work/told"
fi

# Completions that their shells take.
# completes EXPECTED COMMAND WORD...: the last word, which is begun
completes() {
    bash -c "source '$work/stage/usr/share/bash-completion/completions/$2'; compopt() { :; }
        COMP_WORDS=(${*:2}) COMP_CWORD=$(($# - 2)); _${2/-/_}; [ \"\${COMPREPLY[*]}\" = '$1' ]"
}
check "bash completion" completes -mcpu= occ -mcp
check "bash completion of values" completes "gfx900 gfx902 gfx904 gfx906 gfx908 gfx909 gfx90a gfx90c" occ -mcpu = gfx90
check "bash completion of versions" completes CL2.0 occ -cl-std = CL2
check "bash completion of words" completes "auto never always" occ -fdiagnostics-color =
check "bash completion of a link's switches" completes -create-library occ -create
PATH=$work/stage/usr/bin:$PATH check "bash completion of occ run" completes "--gpu-bundle-output --global --gds-size" occ run k.cl --g
PATH=$work/stage/usr/bin:$PATH check "bash completion of occ selftest" completes "--resource-usage --report" occ selftest --re
check "bash completion of commands" completes "selftest" occ selft
check "occ selftest as installed" "$work/stage/usr/bin/occ" selftest math/sin types/float
mv "$work/stage/usr/libexec" "$work/stage/usr/gone"
check "occ run without occ-machine" sh -c "'$work/stage/usr/bin/occ' run k.cl 2>&1 |
    grep -q \"run: cannot start '.*/usr/bin/../libexec/occ/occ-machine': No such file\""
mv "$work/stage/usr/gone" "$work/stage/usr/libexec"
check "bash completion of gcnsim" completes "profile" gcnsim pr
check "bash completion of its switches" completes "--global --gds-size" gcnsim run --g
check "bash completion of subcommands" completes "disasm dump" occ-obj d
check "bash completion of their switches" completes --json occ-obj dump -
check "bash completion of other switches" completes -mcode-object-version= occ-obj convert -m
check "bash completion of files" completes "$work/stage" occ-obj dump "$work/st"
if ! command -v zsh >/dev/null; then
    echo "left out: _occ-obj in zsh, which is not here"
else
    check "zsh takes _occ-obj" zsh -fn "$(find "$work/stage/usr/share/zsh" -name _occ-obj)"
fi
for form in page obj-bash obj-zsh; do
    "$build/bin/occ-manual" $form | sed 's/\\-/-/g' >"$work/$form"
done
# Every switch of occ is in docs/switches.md, those that have no text of their own, too.
while read -r word; do
    check "$word for page" grep -qF -- "$word" "$work/page"
done < <(sed -n 's/^[A-Z_]*("\(-[^"]*\)".*/\1/p' "$root/driver/options/options.def")
# Every row of the table is in what shells complete.
while read -r word; do
    for form in bash zsh; do
        check "$word for obj-$form" grep -qF -- "$word" "$work/obj-$form"
    done
done < <(sed -n 's/^SUBCOMMAND("\([^"]*\)".*/\1/p; s/^SWITCH([A-Z]*, "\([^"]*\)".*/\1/p' "$root/driver/occ-obj/subcommands.def")
check "docs/switches.md" sh -c "'$build/bin/occ-manual' page | diff - '$root/docs/switches.md'"

prefix="$work/with space"
check "install" cmake --install "$build" --prefix "$prefix"
library=$(find "$prefix" -name libocc.so)
libraries=$(dirname "$library")
export LD_LIBRARY_PATH=$libraries
check "soname" sh -c "readelf -d '$library' | grep -q 'SONAME.*libocc.so.0'"
check "exports" exports "$library"
check "find_package" cmake -S "$root/examples/library" -B "$work/user" \
    -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$compiler"
check "find_package: build" cmake --build "$work/user"
check "find_package: run" says "$work/user/uses-occ"

# The package moves, and is found all the same.
mkdir "$work/first"
check "install" cmake --install "$build" --prefix "$work/first/plain"
mv "$work/first/plain" "$work/moved"
libraries=$(dirname "$(find "$work/moved" -name libocc.so)")
export LD_LIBRARY_PATH=$libraries PKG_CONFIG_PATH=$libraries/pkgconfig PKG_CONFIG_SYSROOT_DIR=
cat >"$work/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(moved LANGUAGES C)
find_package(occ 0.1 REQUIRED)
foreach(library libocc libocc-static)
    add_executable(uses-${library} ${MAIN})
    target_link_libraries(uses-${library} PRIVATE occ::${library})
endforeach()
add_custom_target(version ALL COMMAND occ::occ --version)
END
check "moved: find_package" cmake -S "$work" -B "$work/mover" -DCMAKE_PREFIX_PATH="$work/moved" \
    -DMAIN="$root/examples/library/main.c" -DCMAKE_C_COMPILER="$compiler"
check "moved: build" cmake --build "$work/mover"
check "moved: libocc" says "$work/mover/uses-libocc"
check "moved: libocc-static" says "$work/mover/uses-libocc-static"
check "pkg-config" with_pkg_config "$work/shared"
check "pkg-config: run" says "$work/shared"
rm -f "$libraries"/libocc.so*
check "pkg-config --static" with_pkg_config "$work/static" -O1
check "pkg-config --static: run" says "$work/static"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
