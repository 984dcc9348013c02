#!/usr/bin/env bash
# docs/releasing.md can be followed: its lines make a tag whose message is the section of CHANGELOG.md, and an archive
# of the sources, in a clone.  The section is there, and it is the newest version.
#   release.sh
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "FAIL $*"
    exit 1
}
git clone -q --shared "$root" "$work/clone"
cp "$root"/{CHANGELOG.md,CMakeLists.txt} "$work/clone"
cd "$work/clone"
git config user.name release
git config user.email release@localhost
git tag -l | xargs -r git tag -d >/dev/null
sed -n 's/^       //p' "$root/docs/releasing.md" >"$work/recipe"
grep -q 'git tag' "$work/recipe" || fail "docs/releasing.md has no lines for the tag"
bash -eu "$work/recipe"
version=$(sed -n 's/^project(occ VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
[ "$(git tag -l)" = "v$version" ] || fail "the tag is called $(git tag -l)"
message=$(git for-each-ref --format '%(contents)' "refs/tags/v$version")
[ "$(head -n 1 <<<"$message")" = "occ $version" ] || fail "its subject is $(head -n 1 <<<"$message")"
[ "$(grep -c '^- ' <<<"$message")" -gt 2 ] || fail "CHANGELOG.md has no section $version that says something"
newest=$(sed -n 's/^## \([0-9][0-9.]*\).*/\1/p' CHANGELOG.md | head -n 1)
[ "$newest" = "$version" ] || fail "CHANGELOG.md's newest version is $newest, CMakeLists.txt's $version"
! grep -q '^## ' <<<"$message" || fail "the message has another section"
tar -tzf "occ-$version.tar.gz" | grep -x "occ-$version/CMakeLists.txt" >/dev/null || fail "the archive lacks CMakeLists.txt"
echo "1 passed, 0 failed"
