#!/usr/bin/env python3
"""Are the functions of functions.py those of clang's header?      header.py CLANG

What the macro of each extension adds to opencl-c.h is the extension.
"""
import os
import sys

from functions import all_functions

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))
from opencl_header import prototypes  # noqa: E402


def main():
    clang, wrong, count = sys.argv[1], 0, 0
    plain, functions = set(prototypes(clang)), all_functions()
    for extension in sorted({function.extension for function in functions}):
        theirs = set(prototypes(clang, [f'cl_khr_subgroup_{extension}'])) - plain
        ours = {str(function) for function in functions if function.extension == extension}
        for name in sorted(theirs ^ ours):
            print(f'{extension}: only {"clang" if name in theirs else "functions.py"} has {name}')
        wrong += len(theirs ^ ours)
        count += len(theirs)
    print(f'{count} prototypes of {clang}, {wrong} differ')
    return wrong != 0 or not count


if __name__ == '__main__':
    sys.exit(main())
