# Sourced: plants lines in an empty tree and asks a check of this folder about each.
#
#   . planted.sh CHECK FOLDERS...    the folders that the tree has
#   plant FILE LINE EXPECTED         refused or accepted
#   finish                           prints the counts; fails if one was not as expected
check=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/$1
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
(cd "$tree" && mkdir -p midend gcn backend-gcn driver "${@:2}")
failed=0 passed=0

plant() {
    local found=accepted
    echo "$2" >"$tree/$1"
    "$check" "$tree" >/dev/null || found=refused
    rm "$tree/$1"
    if [ $found = "$3" ]; then
        passed=$((passed + 1))
    else
        echo "$found in $1: $2"
        failed=$((failed + 1))
    fi
}

finish() {
    echo "$passed passed, $failed failed"
    [ $failed = 0 ]
}
