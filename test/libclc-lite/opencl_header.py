"""The prototypes of clang's opencl-c.h, and what a call of each looks like."""
import os
import re
import subprocess

SPACES = ('__global', '__local', '__constant', '__private')
QUALIFIERS = (*SPACES, 'const', 'volatile', 'read_only', 'write_only', 'read_write', '*')


class Parameter:
    """text: its type without a name.  pointee: None if it is no pointer; space: '' if that points anywhere."""

    def __init__(self, text):
        text, _, count = text.partition('[')
        words = text.replace('*', ' * ').split()
        if len([word for word in words if word not in QUALIFIERS]) > 1:
            words.pop()  # the parameter's name
        self.text = ' '.join(words)
        self.count = int(count.rstrip(']') or 0)  # of an array; 0: none
        self.space = next((word for word in words if word in SPACES), '')
        self.base = next((word for word in words if word not in QUALIFIERS), '')
        self.is_pointer = '*' in words
        self.is_image = self.base.startswith('image')

    def __str__(self):
        return self.text + (f'[{self.count}]' if self.count else '')


class Prototype:
    def __init__(self, result, name, parameters):
        self.result, self.name = result, name
        self.parameters = [Parameter(text) for text in parameters]

    def __str__(self):
        return f'{self.name}({", ".join(map(str, self.parameters))})'


def preprocessed(clang, macros):
    text = subprocess.run([clang, '-w', '-target', 'amdgcn-amd-amdhsa', '-mcpu=gfx900', '-nogpulib', '-cl-std=CL3.0',
                           '-include', 'opencl-c.h', '-x', 'cl', '-E', '-P', *(f'-D{macro}=1' for macro in macros),
                           '/dev/null'], check=True, capture_output=True, text=True).stdout
    text = re.sub(r'^#.*$', '', text, flags=re.MULTILINE)
    return re.sub(r'__attribute__\(\((?:[^()]|\([^()]*\))*\)\)', '', text)


def prototypes(clang, macros=()):
    """By their text with the result's type, in the header's order."""
    found = {}
    for line in preprocessed(clang, macros).split(';'):
        match = re.fullmatch(r'\s*(\w+)\s+(\w+)\s*\(([^()]*)\)\s*', line)
        if match:
            texts = [' '.join(text.split()) for text in match[3].split(',')]
            prototype = Prototype(match[1], match[2], [text for text in texts if text not in ('', 'void')])
            found[f'{prototype.result} {prototype}'] = prototype
    return found


def extensions(clang):
    """The macros of extensions and of their features that the header asks for."""
    folder = subprocess.run([clang, '-print-resource-dir'], check=True, capture_output=True, text=True).stdout.strip()
    text = ''
    for name in 'opencl-c.h', 'opencl-c-base.h':
        with open(os.path.join(folder, 'include', name), encoding='ascii') as file:
            text += file.read().replace('\\\n', ' ')
    conditions = ' '.join(re.findall(r'^\s*#\s*(?:el)?if(.*)$', text, flags=re.MULTILINE))
    return sorted(set(re.findall(r'\b(?:cl_|__opencl_c_(?:ext|integer_dot|kernel_clock))\w+', conditions)))
