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
for file in bin/occ bin/gcnsim include/occ.h; do
    check "staged /usr/$file" grep -qx "/usr/$file" <<<"$staged"
done
check "nothing outside of the prefix" test -z "$(grep -v '^/usr/' <<<"$staged")"

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
prefix=$(sed -n 's/^CMAKE_INSTALL_PREFIX:PATH=//p' "$build/CMakeCache.txt")
export PKG_CONFIG_PATH=$libraries/pkgconfig PKG_CONFIG_SYSROOT_DIR=
# The file names the prefix that was configured; here it stands where the stage is.
mkdir -p "$work/pkgconfig"
sed "s|$prefix|$work/plain|" "$libraries/pkgconfig/occ.pc" >"$work/pkgconfig/occ.pc"
export PKG_CONFIG_PATH=$work/pkgconfig
check "install" cmake --install "$build" --prefix "$work/plain"
check "pkg-config" with_pkg_config "$work/shared"
check "pkg-config: run" says "$work/shared"
rm -f "$work"/plain/lib*/libocc.so* "$work"/plain/lib*/*/libocc.so*
check "pkg-config --static" with_pkg_config "$work/static" -O1
check "pkg-config --static: run" says "$work/static"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
