#!/usr/bin/env python3
"""Programs that are deep or long.  Ten thousand levels of anything end in an error that names the limit;
what is only long is taken.
    limits.py OCC"""
import os
import re
import subprocess
import sys
import tempfile

occ = os.path.abspath(sys.argv[1])
folder = tempfile.TemporaryDirectory()
os.chdir(folder.name)
N = 10000
K = 'kernel void k(global int *x) { '
failed = 0


def run(text, *switches):
    with open('deep.cl', 'w', encoding='ascii') as file:
        file.write(text)
    done = subprocess.run([occ, '-fsyntax-only', '-w', *switches, 'deep.cl'], capture_output=True,
                          timeout=60, check=False)
    return done.returncode, done.stderr.decode()


def fail(name, what):
    global failed
    failed += 1
    print(f'{name}: {what[:300]}')


deep = {
    'parentheses': K + 'x[0] = ' + '(' * N + '1' + ')' * N + '; }',
    'braces': K + '{' * N + '}' * N + ' }',
    'brackets': K + 'x[0] = ' + 'x[' * N + '0' + ']' * N + '; }',
    'calls': 'int f(int a) { return a; } ' + K + 'x[0] = ' + 'f(' * N + '0' + ')' * N + '; }',
    'unary operators': K + 'x[0] = ' + '- ' * N + '1; }',
    'logical not': K + 'x[0] = ' + '!' * N + '1; }',
    'dereferences': K + 'x[0] = ' + '*' * N + 'x; }',
    'casts': K + 'x[0] = ' + '(int)' * N + '1; }',
    'sizeof': K + 'x[0] = ' + 'sizeof ' * N + '1; }',
    'pointers': K + 'int ' + '*' * N + 'p; }',
    'declarators': K + 'int ' + '(' * N + 'a' + ')' * N + '; }',
    'arrays': K + 'int a' + '[1]' * N + '; }',
    'functions in parameters': 'void f(' + 'int g(' * N + 'int' + ')' * N + ');',
    'structures': 'struct s { ' * N + 'int x; ' + '} y; ' * N,
    'initialisers': K + 'int a = ' + '{' * N + '1' + '}' * N + '; }',
    'compound literals': K + 'x[0] = ' + '(int){' * N + '1' + '}' * N + '; }',
    'vector literals': K + 'x[0] = ' + '(int4)(' * N + '1' + ')' * N + '.x; }',
    'conditionals to the right': K + 'x[0] = ' + 'x[1] ? 1 : ' * N + '1; }',
    'conditionals in the middle': K + 'x[0] = ' + 'x[1] ? ' * N + '1' + ' : 1' * N + '; }',
    'assignments': K + 'x[0] = ' + 'x[1] = ' * N + '1; }',
    'sums': K + 'x[0] = ' + 'x[1] + ' * N + '1; }',
    'commas': K + 'x[0] = (' + 'x[1], ' * N + '1); }',
    'members': K + 'x[0] = x' + '->a' * N + '; }',
    'if': K + 'if (x[0]) ' * N + '; }',
    'else': K + 'if (x[0]) ; else { ' * N + '}' * N + ' }',
    'for': K + 'for (;;) ' * N + '; }',
    'do': K + 'do ' * N + ';' + ' while (0);' * N + ' }',
    'switch': K + 'switch (x[0]) ' * N + '; }',
    'labels': K + ''.join(f'l{i}: ' for i in range(N)) + '; }',
    'cases': K + 'switch (x[0]) { ' + ''.join(f'case {i}: ' for i in range(N)) + '; } }',
    'statement expressions': K + 'x[0] = ' + '({ ' * N + '1' + '; })' * N + '; }',
    'attributes': '__attribute__((aligned(' + '(' * N + '8' + ')' * N + '))) constant int a = 1;',
    'typeof': K + 'typeof(' * N + 'int' + ')' * N + ' a; }',
    'macros': ''.join(f'#define M{i} M{i + 1} + 1\n' for i in range(N)) + K + 'x[0] = M0; }',
    'macro arguments': '#define F(x) x\n' + K + 'x[0] = ' + 'F(' * N + '1' + ')' * N + '; }',
    '#if': '#if 1\n' * N + '#endif\n' * N,
    '#if parentheses': '#if ' + '(' * N + '1' + ')' * N + '\n#endif\n',
    '#if operators': '#if ' + '!' * N + '1\n#endif\n',
    '#include': '#include "deep.cl"\n',
}
for name, text in deep.items():
    status, log = run(text)
    if status != 1:
        fail(name, f'exit {status}: {log}')
    elif not re.search(r'^deep\.cl:\d+:\d+: error: .*(too deeply|nesting level exceeded)', log, re.M):
        fail(name, log)
    elif log.count(' error: ') > 3:
        fail(name, 'more messages than need be: ' + log)

long = {
    'else if': K + 'if (x[0]) x[1] = 0;\n' +
               ''.join(f'else if (x[0] == {i}) x[1] = {i};\n' for i in range(N)) + '}',
    'skipped #if': '#if 0\n' + '#if 1\n' * N + '#endif\n' * N + '#endif\n',
    '#elif': '#if 0\n' + ''.join(f'#elif {i} < 0\n' for i in range(N)) + '#endif\n',
    'sum': K + 'x[0] = ' + 'x[1] + ' * 3900 + '1; }',
    'commas': K + 'x[0] = 0' + ', x[1] = 2' * 3900 + '; }',
    'statements in a line': K + 'x[0]++; ' * 100000 + '}',
    'cases': K + 'switch (x[0]) { ' + ''.join(f'case {i}: ' for i in range(900)) + '; } }',
    'arguments': '#define F(...) int a[] = {__VA_ARGS__}\nkernel void k() { F(' + '1, ' * 100000 +
                 '1); }',
}
for name, text in long.items():
    status, log = run(text)
    if status:
        fail(name, f'exit {status}: {log}')

print(f'{len(deep) + len(long) - failed} passed, {failed} failed')
sys.exit(failed != 0)
