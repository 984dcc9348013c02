#!/usr/bin/env bash
# Kernels of a package through image-judge: clang's objects on the simulator against pocl.
#   foreign.sh JUDGE WORK FOLDER CASES CHIP...     FOLDER: where the files that CASES names are
# Needs CLANG and BITCODE in the environment.
set -u
judge=$1 work=$2 folder=$3 cases=$4
shift 4
mkdir -p "$work"
export POCL_CACHE_DIR=$work/pocl
passed=0 failed=0

for file in $(sed -n 's/^file \([^ ]*\).*/\1/p' "$cases"); do
    name=$(basename "${file%.cl}")
    # Other lines stay as empty ones: messages have the numbers of CASES.
    awk -v wanted="$file" '$1 == "file" { on = $2 == wanted; print "#"; next } { print on ? $0 : "#" }' \
        "$cases" >"$work/$name.txt"
    objects=()
    for chip; do
        object=$work/$name-$chip.co cpu=$chip
        [[ $chip = gfx9* ]] && cpu=$chip:xnack-
        if ! "$CLANG" -x cl -cl-std=CL1.2 -target amdgcn-amd-amdhsa "-mcpu=$cpu" \
                -mcode-object-version=4 -cl-kernel-arg-info -O3 -w "-I$folder" --rocm-path=/usr \
                "--rocm-device-lib-path=$BITCODE" "$folder/$file" -o "$object"; then
            failed=$((failed + 1))
            continue
        fi
        objects+=("$object")
    done
    output=$("$judge" "$folder/$file" "-cl-std=CL1.2 -w -I$folder" "$work/$name.txt" "${objects[@]}" 2>&1)
    tally=$(tail -n 1 <<<"$output")
    if [[ $tally =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
        passed=$((passed + BASH_REMATCH[1])) failed=$((failed + BASH_REMATCH[2]))
        output=$(sed '$d' <<<"$output")
    else # it died
        failed=$((failed + 1))
    fi
    [ "$output" ] && sed "s|^|$file: |" <<<"$output"
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
