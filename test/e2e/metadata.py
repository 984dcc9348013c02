#!/usr/bin/env python3
"""Compares occ's kernel metadata with clang-16's, key by key, on both targets in both versions,
and the counts of SGPRs with XNACK on, too, with what the code uses.

  metadata.py BUILD

Differences that metadata_differences.txt explains are allowed; anything else fails, and so does a row
of that file that explains nothing any more.
"""
import os
import re
import subprocess
import sys

import sgpr_count

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LLVM = '/usr/lib/llvm-16/bin/'


def read_metadata(paths):
    """Path -> the YAML text of its note as nested dicts and lists of strings."""
    text = subprocess.run([LLVM + 'llvm-readelf', '--notes', *paths], capture_output=True, text=True,
                          check=True).stdout
    return {path: parse_note(note) for path, note in re.findall(r'^File: (.*)\n((?:(?!File: ).*\n)*)', text, re.M)}


def parse_note(text):
    lines = text[text.index('---'):].split('...')[0].splitlines()[1:]
    items = []
    for line in lines:
        # "- key: value" is a list item that holds a map beginning one level deeper
        while True:
            m = re.match(r'^(\s*)- (.*)$', line)
            if not m:
                break
            items.append((len(m.group(1)), '-', None))
            line = m.group(1) + '  ' + m.group(2)
        m = re.match(r'^(\s*)([^:]+):\s*(.*)$', line)
        if m:
            items.append((len(m.group(1)), m.group(2), m.group(3)))
        elif line.strip():
            items.append((len(line) - len(line.lstrip()), None, line.strip()))
    return parse(items, 0, len(items), items[0][0])


def clean(text):
    text = re.sub('^!str ', '', text.strip()).strip("'\"")  # readelf marks the string n
    m = re.match(r'^\[(.*)\]$', text)
    return [part.strip() for part in m.group(1).split(',')] if m else text


def parse(items, first, last, indent):
    if first < last and items[first][1] == '-':
        result, starts = [], [i for i in range(first, last)
                              if items[i][1] == '-' and items[i][0] == items[first][0]]
        for start, end in zip(starts, starts[1:] + [last]):
            result.append(parse(items, start + 1, end, items[start][0] + 2))
        return result
    if first < last and items[first][1] is None:
        return clean(items[first][2])
    result, i = {}, first
    while i < last:
        depth, key, value = items[i]
        end = i + 1
        while end < last and (items[end][0] > depth or
                              items[end][1] == '-' and items[end][0] == depth and key != '-'):
            end += 1
        result[key] = clean(value) if value else parse(items, i + 1, end, depth + 1)
        i = end
    return result


def flatten(value, path, out):
    if isinstance(value, dict):
        for key, part in value.items():
            flatten(part, path + '/' + key, out)
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        for i, part in enumerate(value):
            flatten(part, f'{path}/{part.get("Name", part.get(".name", i))}', out)
    else:
        out[path] = str(value)


def allowed_differences():
    """Lines: PATTERN | occ's value | clang's value | reason; '-' means absent, '*' anything, 'rule'
    what broken_rules looks at."""
    rows = []
    with open(os.path.join(ROOT, 'test/e2e/metadata_differences.txt'), encoding='utf-8') as file:
        for line in file:
            if line.strip() and not line.startswith('#'):
                rows.append([part.strip() for part in line.split(" | ")])
    return rows


def explained(rows, path, ours, theirs, used):
    for i, (pattern, a, b, _) in enumerate(rows):
        if re.search(pattern, path) and a in ('*', 'rule', ours) and b in ('*', theirs):
            used.add(i)
            return True
    return False


def broken_rules(path, target, metadata, code):
    """Values of which no other compiler's is the measure."""
    launch = sgpr_count.Launch(path, target)
    for key, value in sorted(metadata.items()):
        match = re.search(r'/([^/]+)(/CodeProps/NumSGPRs|/\.sgpr_count)$', key)
        if match:
            for reason in sgpr_count.check(launch, code, match.group(1), int(value)):
                yield f'{key}: {reason}'


def other_modes(ours, theirs, target, metadata):
    """Kernels that start in another mode than clang's: rounding, denormals, DX10_CLAMP, IEEE
    (compute_pgm_rsrc1, bits 12 to 23), of which no metadata speak."""
    launches = [sgpr_count.Launch(path, target) for path in (ours, theirs)]
    for kernel in sorted({key.split('/')[2] for key in metadata if key.lower().count('kernels/')}):
        modes = [launch.words(kernel)[0] >> 12 & 0xFFF for launch in launches]
        if modes[0] != modes[1]:
            yield f'{kernel}: mode {modes[0]:#x}, clang {modes[1]:#x}'


def sources():
    """Where the build has its object, the name, the path."""
    for folder in ('examples', 'test/e2e', 'test/e2e/objects'):
        for name in sorted(os.listdir(f'{ROOT}/{folder}')):
            if name.endswith('.cl'):
                yield 'objects/' * folder.endswith('objects'), name[:-3], f'{ROOT}/{folder}/{name}'


def compile_all(build, work, target, *switches):
    """Name -> occ's object of the source; the metadata and the code of them all."""
    os.makedirs(work, exist_ok=True)
    objects = {name: f'{work}/{name}.co' for _, name, _ in sources()}
    for _, name, source in sources():
        subprocess.run([f'{build}/bin/occ', '-mcpu=' + target, *switches, source, '-o', objects[name]], check=True)
    return objects, read_metadata(objects.values()), sgpr_count.disassemble(objects.values())


def compare(build, target, version, rows, used):
    """The number of sources whose metadata differ without a reason."""
    work = f'{build}/e2e/metadata-{target}-v{version}'
    objects, ours, code = compile_all(build, work, target, '-mcode-object-version=' + version)
    # The build made them: ../clang_objects.cmake.
    peers = {name: f'{build}/e2e/clang-{target}-v{version}/{folder}{name}.co' for folder, name, _ in sources()}
    theirs, failed = read_metadata(peers.values()), 0
    for name, path in objects.items():
        a, b = {}, {}
        flatten(ours[path], '', a)
        flatten(theirs[peers[name]], '', b)
        bad = [p for p in sorted(a.keys() | b.keys())
               if a.get(p, '-') != b.get(p, '-') and
               not explained(rows, p, a.get(p, '-'), b.get(p, '-'), used)]
        for p in bad:
            print(f'FAIL {target} version {version}, {name}: {p}: '
                  f'occ {a.get(p, "-")}, clang {b.get(p, "-")}')
        broken = list(broken_rules(path, target, a, code[path]))
        broken += other_modes(path, peers[name], target, a)
        for reason in broken:
            print(f'FAIL {target} version {version}, {name}: {reason}')
        failed += bool(bad or broken)
    return failed


def check_xnack(build, target):
    """The number of sources that count too few SGPRs where the hardware writes XNACK_MASK."""
    objects, metadata, code = compile_all(build, f'{build}/e2e/metadata-xnack', target + ':xnack+')
    failed = 0
    for name, path in objects.items():
        ours = {}
        flatten(metadata[path], '', ours)
        broken = list(broken_rules(path, target, ours, code[path]))
        for reason in broken:
            print(f'FAIL {target}:xnack+, {name}: {reason}')
        failed += bool(broken)
    return failed


def main():
    build = sys.argv[1]
    rows, used, failed, runs = allowed_differences(), set(), 0, 0
    for target in ('gfx803', 'gfx900'):
        for version in ('2', '4'):
            failed += compare(build, target, version, rows, used)
            runs += len(list(sources()))
    failed += check_xnack(build, 'gfx900')
    runs += len(list(sources()))
    for i, row in enumerate(rows):
        if i not in used:
            print(f'FAIL metadata_differences.txt: no kernel differs in {row[0]} any more')
        if not re.match(r'(AMDGPUUsage|OpenCL|loader).*: ', row[3]):
            print(f'FAIL metadata_differences.txt: {row[0]}: neither document and section nor loader')
            used.discard(i)
        failed += i not in used
    print(f'{runs + len(rows) - failed} passed, {failed} failed')
    sys.exit(failed > 0)


if __name__ == '__main__':
    main()
