#!/usr/bin/env bash
# Converts every type to every other one: generate.py writes the programs, language-run runs them.
#   run.sh BUILD [SWITCH...]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$here/generate.py" "$work"
"$build/bin/language-run" -O3 "$@" "$work"/*.cl
