#!/usr/bin/env python3
"""Are the functions of functions.py those of clang's header?      header.py CLANG

clang preprocesses opencl-c.h with and without the macro of each extension; what that adds is the extension.
"""
import re
import subprocess
import sys

from functions import all_functions


def prototypes(clang, *macros):
    text = subprocess.run([clang, '-target', 'amdgcn-amd-amdhsa', '-mcpu=gfx900', '-nogpulib', '-cl-std=CL3.0', '-include',
                           'opencl-c.h', '-x', 'cl', '-E', '-P', *macros, '/dev/null'],
                          check=True, capture_output=True, text=True).stdout
    found = set()
    for line in re.sub(r'__attribute__\(\(\w+\)\)', '', text).splitlines():
        match = re.fullmatch(r'\s*(\w+)\s+(\w*sub_group\w*)\s*\(([^)]*)\);\s*', line)
        if match:
            params = [param.split()[0] for param in match[3].split(',') if param.strip() not in ('', 'void')]
            found.add(f'{match[1]} {match[2]}({", ".join(params)})')
    return found


def main():
    clang, wrong, count = sys.argv[1], 0, 0
    plain, functions = prototypes(clang), all_functions()
    for extension in sorted({function.extension for function in functions}):
        theirs = prototypes(clang, f'-Dcl_khr_subgroup_{extension}=1') - plain
        ours = {str(function) for function in functions if function.extension == extension}
        for name in sorted(theirs ^ ours):
            print(f'{extension}: only {"clang" if name in theirs else "functions.py"} has {name}')
        wrong += len(theirs ^ ours)
        count += len(theirs)
    print(f'{count} prototypes of {clang}, {wrong} differ')
    return wrong != 0 or not count


if __name__ == '__main__':
    sys.exit(main())
