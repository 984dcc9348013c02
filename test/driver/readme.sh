#!/usr/bin/env bash
# The commands of /occ/README.md in a bare Debian, as they stand there: "Install", then "Use", whose output must be
# what it shows.  cpack says what it needs, and makes a package when it has that.
set -euo pipefail
export LC_ALL=C DEBIAN_FRONTEND=noninteractive
fail() {
    echo "FAIL README.md: $*"
    exit 1
}
# chapter NAME: its lines that are set in.
chapter() { awk -v name="## $1" '/^## / { on = $0 == name } on && sub(/^    /, "")' /occ/README.md; }
cd /occ
# setup finds packages without apt-get update before it; what dpkg and ninja say is not for here.
while read -r command; do
    bash -c "$command" </dev/null >/log 2>&1 || fail "$command: $(tail -n 20 /log)"
done < <(chapter Install)
grep -q 'OCL_ICD_VENDORS=/usr/local/etc/OpenCL/vendors' /log || fail "cmake --install does not say where the platform is"

apt-get install -y --no-install-recommends clinfo >/log 2>&1 || fail "clinfo"
mkdir /use
cd /use
chapter Use >/shown
count=0
# try COMMAND: prints what is shown; a file that is shown by cat is made.
try() {
    [ -n "$command" ] || return 0
    count=$((count + 1))
    case $command in
    'cat '*) printf %s "$shown" >"${command#cat }" ;;
    *) diff <(printf %s "$shown") <(bash -c "$command" 2>&1) || fail "$command gives something else" ;;
    esac
}
command='' shown=''
while IFS= read -r line; do
    if [[ $line == '$ '* ]]; then
        try
        command=${line#$ } shown=''
    else
        shown+=$line$'\n'
    fi
done </shown
try
[ $count -ge 4 ] || fail "it has $count commands under Use"

! (cd /occ/build && cpack -G DEB) >/log 2>&1 || fail "cpack makes a package without dpkg-dev"
grep -q 'install dpkg-dev and file' /log || fail "cpack does not say what it needs: $(tail -n 5 /log)"
apt-get install -y --no-install-recommends dpkg-dev file >/log 2>&1 || fail "dpkg-dev"
(cd /occ/build && cpack -G DEB) >/log 2>&1 || fail "cpack: $(tail -n 20 /log)"
dpkg-deb -f /occ/build/occ_*.deb Depends | grep -q libelf1 || fail "the package has no dependencies"
for page in 'occ 1' 'occ-obj 1' 'gcnsim 1' 'occ-icd 7' 'occ-rocm 7' 'occ-selftest 1' 'occ-hardware 7'; do
    read -r name section <<<"$page"
    [ -s "/usr/local/share/man/man$section/$name.$section" ] || fail "no $name($section)"
done
echo "README.md: its commands end with the installed platform, $count outputs as shown"
