#!/usr/bin/env bash
# Kernels of a package through image-judge: clang's objects, or occ's, on the simulator against pocl.
#   foreign.sh JUDGE WORK FOLDER CASES CHIP...     FOLDER: where the files that CASES names are
# Needs CLANG and BITCODE in the environment, or OCC.  "peer": the line is for clang's objects only.
set -u
judge=$1 work=$2 folder=$3 cases=$4
shift 4
mkdir -p "$work"
export POCL_CACHE_DIR=$work/pocl OCL_ICD_VENDORS=libpocl.so.2
passed=0 failed=0

for file in $(sed -n 's/^file \([^ ]*\).*/\1/p' "$cases"); do
    name=$(basename "${file%.cl}")
    # Other lines stay as empty ones: messages have the numbers of CASES.
    awk -v wanted="$file" -v occ="${OCC:-}" '$1 == "file" { on = $2 == wanted; print "#"; next }
        $1 == "peer" { on && occ == "" ? $1 = "" : $0 = "#"; sub(/^ /, "") } { print on ? $0 : "#" }' \
        "$cases" >"$work/$name.txt"
    objects=()
    for chip; do
        object=$work/$name-$chip.co cpu=$chip
        [[ $chip = gfx9* ]] && cpu=$chip:xnack-
        compiler=("${OCC:-}" -fverify-passes)
        [ "${OCC:-}" ] || compiler=("$CLANG" -x cl -target amdgcn-amd-amdhsa --rocm-path=/usr
            "--rocm-device-lib-path=$BITCODE" -cl-kernel-arg-info)
        if ! "${compiler[@]}" -cl-std=CL1.2 "-mcpu=$cpu" -mcode-object-version=4 -O3 -w "-I$folder" \
                "$folder/$file" -o "$object"; then
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
