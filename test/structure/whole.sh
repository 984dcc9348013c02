#!/usr/bin/env bash
# The repository is whole: nothing in it names the folder beside it that is shared where it is written, or
# another place of that machine, and its root has what it should have and nothing more.
#
# whole.sh [ROOT]: the work tree of git to look at, this one if none is given.  What git ignores is not looked at.
set -euo pipefail
cd "${1:-$(dirname "$0")/../..}"
git rev-parse --is-inside-work-tree >/dev/null

outside='[.][.]["'\'', /]+shar[e]d|/wor[k]/|DIR[}]/[.][.]|RULING[S][.]md' # DIR: of CMake
names=(.ci .clang-format .editorconfig .github .gitignore
    CHANGELOG.md CMakeLists.txt CONTRIBUTING.md LICENSE README.md SECURITY.md
    backend-gcn docs driver examples frontend gcn libclc-lite midend runtime sema support test tools)
bad=0
if git grep --untracked -nIE "$outside"; then
    echo "what a test or a text needs of other folders comes into the tree"
    bad=1
fi
unknown=$(git ls-files --cached --others --exclude-standard | cut -d/ -f1 | sort -u |
    grep -vxF "$(printf '%s\n' "${names[@]}")" || true)
if [ -n "$unknown" ]; then
    echo "in the root, but not in the list of whole.sh: ${unknown//$'\n'/ }"
    bad=1
fi
[ $bad = 0 ] && echo "1 passed, 0 failed"
exit $bad
