#!/usr/bin/env bash
# The Debian package that CPack makes: what it says of itself, and how it is installed, used and purged in a
# bare Debian made by debootstrap.  In another one the commands of README.md, in its order, from the sources to the
# installed platform.  All mounts are gone with the process.  Needs root and a mirror.
#   package.sh BUILD
set -euo pipefail
build=$1
skip() {
    echo "skipped: $*"
    exit 77
}
fail() {
    echo "FAIL: $*"
    exit 1
}
if [ ! "${OCC_PACKAGE_ALONE:-}" ]; then
    [ "$(id -u)" = 0 ] || skip "only root makes a Debian"
    command -v debootstrap >/dev/null || skip "no debootstrap"
    unshare --mount --pid --fork true 2>/dev/null || skip "no namespaces"
    OCC_PACKAGE_ALONE=1 exec unshare --mount --pid --fork --kill-child "$0" "$@"
fi
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
debian=$work/debian
other=$work/other
clean_up() {
    local at
    for at in "$debian" "$other"; do
        if mountpoint -q "$at/proc"; then umount -l "$at/proc"; fi
    done
    rm -rf --one-file-system "$work"
}
trap clean_up EXIT

# ---- what it says of itself ----
cpack -G DEB --config "$build/CPackConfig.cmake" -B "$work/pack" >"$work/log" 2>&1 || {
    cat "$work/log"
    fail "cpack"
}
package=$(find "$work/pack" -maxdepth 1 -name '*.deb')
version=$("$build/bin/occ" --version | grep -oE '[0-9]+\.[0-9]+\.[0-9]+' | head -n 1)
field() { dpkg-deb -f "$package" "$1"; }
[ "$(basename "$package")" = "occ_${version}_$(dpkg --print-architecture).deb" ] || fail "its name is $package"
[ "$(field Version)" = "$version" ] || fail "its version is $(field Version)"
field Maintainer | grep -qE '^.+ <.+@.+>$' || fail "nobody maintains it"
[ "$(field Description | wc -l)" -gt 1 ] || fail "it has no description"
for library in libc6 libelf1 libyaml-0-2 libmsgpackc2 libpng16-16; do
    field Depends | tr ',' '\n' | grep -qE "^ *$library( |\$)" || fail "it does not depend on $library"
done
! dpkg-deb -c "$package" | awk '$2 != "root/root" || $1 ~ /^.....w|^........w/' | grep -v '^l' | grep . ||
    fail "others may write to what is installed, or it is not root's"
dpkg-deb -I "$package" conffiles | grep -qx /etc/OpenCL/vendors/occ.icd || fail "occ.icd is no conffile"
dpkg-deb -x "$package" "$work/files"
! grep -rlF "$root" "$work/files" || fail "these files have paths of the build"

# ---- a bare Debian, from where this one has its packages ----
# shellcheck disable=SC1091
name=$(. /etc/os-release && echo "$VERSION_CODENAME")
sources=$(apt-get indextargets --format '$(REPO_URI) $(CODENAME)' 'Created-By: Packages' |
    grep -E " $name(-updates|-security)?\$" | sort -u) || skip "apt knows no packages of $name"
mirror=$(grep -m 1 " $name\$" <<<"$sources") || skip "apt knows no packages of $name"
debootstrap --variant=minbase "$name" "$debian" "${mirror% *}" >"$work/log" 2>&1 || {
    tail -n 20 "$work/log"
    fail "debootstrap"
}
sed 's/.*/deb & main/' <<<"$sources" >"$debian/etc/apt/sources.list"
apt-config dump | grep -iE '^Acquire::(https?::)?Proxy' >"$debian/etc/apt/apt.conf.d/90proxy" || true
cp -L /etc/resolv.conf "$debian/etc/" || true
cp -a "$debian" "$other"
mount -t proc proc "$debian/proc"
mount -t proc proc "$other/proc"

mkdir "$debian/try"
cp "$package" "$debian/try/occ.deb"
cp -r "$root"/examples/{library,kernels} "$debian/try"
cat >"$debian/try/k.cl" <<'X'
kernel void twice(global float *x) { x[get_global_id(0)] *= 2; }
X
cat >"$debian/try/run.sh" <<'X'
set -euo pipefail
cd /try
export DEBIAN_FRONTEND=noninteractive LC_ALL=C
check() {
    "${@:2}" >log 2>&1 || {
        echo "FAIL: $1"
        tail -n 20 log
        exit 1
    }
}
get() { check "apt-get install $*" apt-get install -y --no-install-recommends "$@"; }
gives() { "${@:2}" 2>&1 | grep -qF -- "$1"; }

check "apt-get update" apt-get update
get ./occ.deb
[ -z "$(dpkg --verify occ)" ] || { echo "FAIL: dpkg --verify"; exit 1; }
check "--version" gives "occ $VERSION" occ --version
check "a kernel" occ -mcpu=gfx803 k.cl -o k.co
check "gcnsim run" gives '0: 0 2 4 6' gcnsim run k.co --global 4 --arg buf:4*f32=iota@print=f32
check "occ run" gives '0: 0 2 4 6' occ run k.cl --global 4 --arg buf:4*f32=iota@print=f32
for file in /usr/share/{man/man1/{occ,occ-obj,gcnsim}.1,man/man7/occ-{icd,rocm}.7,bash-completion/completions/occ,zsh/vendor-completions/_occ,doc/occ/copyright}; do
    check "$file" test -s "$file"
done
for file in /usr/bin/{occ,gcnsim} /usr/lib/libocc{.so.0,_icd.so}; do
    check "$file finds its libraries" sh -c "! ldd $file 2>&1 | grep 'not found'"
done
get libamd-comgr2 # no conflict, and what the dynamic linker finds is Debian's
check "ldconfig: not our comgr" sh -c "ldconfig -p | grep libamd_comgr | grep -v /lib/occ/ && ! ldconfig -p | grep /lib/occ/"
check "libocc_comgr.so finds its libraries" sh -c "! ldd /usr/lib/occ/libocc_comgr.so 2>&1 | grep 'not found'"
get libhsa-runtime64-1 # the same of the driver's library
check "ldconfig: not our libhsakmt" sh -c "ldconfig -p | grep libhsakmt | grep -v /lib/occ/ && ! ldconfig -p | grep /lib/occ/"
check "libhsakmt.so.1 finds its libraries" sh -c "! ldd /usr/lib/occ/rocm/libhsakmt.so.1 2>&1 | grep 'not found'"
get ocl-icd-libopencl1 clinfo
check "the OpenCL platform" gives 'Platform #0: occ' clinfo --list
get gcc libc6-dev make cmake pkg-config zsh
check "bash completion" bash -c 'compopt() { :; }; source /usr/share/bash-completion/completions/occ
    COMP_WORDS=(occ -mcp) COMP_CWORD=1; _occ; [ "${COMPREPLY[0]}" = -mcpu= ]'
check "zsh completion" zsh -fc 'autoload -Uz compinit && compinit -D -u && [ "$_comps[occ]" = _occ ]'
check "pkg-config" sh -c 'gcc library/main.c -o shared $(pkg-config --cflags --libs occ)'
check "with the library" gives 'twice takes' ./shared
build() { cmake -S "$1" -B "$1/build" && cmake --build "$1/build"; }
check "find_package" build library
check "with the library" gives 'twice takes' library/build/uses-occ
check "occ_add_kernels" build kernels
check "with kernels" gives 'bytes for gfx900' kernels/build/uses-kernels
get libelf-dev libyaml-dev libmsgpack-dev zlib1g-dev
check "pkg-config --static" sh -c \
    'gcc -static library/main.c -o static $(pkg-config --cflags occ) $(pkg-config --static --libs occ)'
check "without the shared library" gives 'twice takes' ./static
dpkg -L occ >files
check "purge" apt-get purge -y occ
while read -r file; do
    if [ ! -d "$file" ] && { [ -e "$file" ] || [ -L "$file" ]; }; then
        echo "FAIL: purged, but $file is there"
        exit 1
    fi
done <files
for folder in /usr/lib/cmake/occ /usr/share/doc/occ; do
    check "purged: no $folder" test ! -e $folder
done
X
within() { chroot "$1" env -i VERSION="$version" PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root bash "$2"; }
within "$debian" /try/run.sh

# ---- README.md, from the sources ----
mkdir "$other/occ"
git -C "$root" ls-files -z | tar -C "$root" --null -T - -c | tar -C "$other/occ" -x
cp "$root/test/driver/readme.sh" "$other/readme.sh"
within "$other" /readme.sh
echo "installed, used and purged: $(basename "$package"), $(stat -c %s "$package") bytes"
