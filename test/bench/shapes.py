"""Generated programs of as many lines as asked for, each long in its own way."""

K = 'kernel void k(global int *x) {\n'


def lines(count, text):
    return '\n'.join(text(i) for i in range(count)) + '\n'


SHAPES = {
    'straight': lambda n: K + 'int a = x[0], b = x[1];\n' +
        lines(n, lambda i: f'a = (a * {i} + b) ^ (x[{i}] >> {i % 31}); b += a;') + 'x[0] = a + b; }\n',
    'functions': lambda n: lines(n // 6, lambda i: f'int f{i}(int a, int b)\n{{\n    int c = a * b + {i};\n'
                                 '    if (c > b)\n        return c;\n    return a; }') + K + 'x[0] = f0(1, 2); }\n',
    'variables': lambda n: K + lines(n, lambda i: f'int v{i} = {f"v{i - 1} + 1" if i else 0};') + '}\n',
    'constants': lambda n: lines(n, lambda i: f'constant int g{i} = {i};'),
    'typedefs': lambda n: lines(n, lambda i: f'typedef {f"t{i - 1}" if i else "int"} t{i};'),
    'initialiser': lambda n: 'constant int a[] = {\n' + lines(n, lambda i: f'{i},') + '};\n',
    'designators': lambda n: f'constant int a[{n}] = {{\n' + lines(n, lambda i: f'[{n - 1 - i}] = {i},') + '};\n',
    'structs in an array': lambda n: 'struct s { int a; float4 b; int c[2]; };\nconstant struct s a[] = {\n' +
        lines(n, lambda i: f'{{{i}, (float4)(1, 2, 3, 4), {{1, 2}}}},') + '};\n',
    'enumerators': lambda n: 'enum e {\n' + lines(n, lambda i: f'E{i} = {i},') + '};\n',
    'cases': lambda n: K + 'switch (x[0]) {\n' + lines(n, lambda i: f'case {i}: x[1] = {i}; break;') + '}}\n',
    'members': lambda n: 'struct s {\n' + lines(n // 2, lambda i: f'int m{i};') + '};\nvoid f(struct s *p) {\n' +
        lines(n // 2, lambda i: f'p->m{i} = 1;') + '}\n',
    'structs': lambda n: lines(n, lambda i: f'struct s{i} {{ int a; struct s{max(i - 1, 0)} *n; }};'),
    'macros': lambda n: lines(n // 2, lambda i: f'#define M{i}(a, b) ((a) + (b) + {i})') + K +
        lines(n // 2, lambda i: f'x[{i}] = M{i}(x[0], x[1]);') + '}\n',
    'macro uses': lambda n: '#define M(a, b) ((a) * (b) + (a))\n#define N M(x[1], x[2])\n' + K +
        lines(n, lambda i: f'x[{i}] = N;') + '}\n',
    'conditions': lambda n: lines(n // 5, lambda i: f'#if defined(A{i}) || {i % 7} > 3\nconstant int a{i} = 1;\n'
                                  f'#else\nconstant int b{i} = 1;\n#endif'),
    'sums': lambda n: K + lines(n // 1000, lambda i: 'x[0] = 0\n' + lines(998, lambda j: f'+ x[{j}]') + ';') + '}\n',
    'comma lists': lambda n: K + 'int a\n' + lines(n, lambda i: f', v{i} = {i}') + ';}\n',
    'one line': lambda n: K + ''.join(f'x[{i}] = {i}; ' for i in range(n)) + '}\n',
    'calls of builtins': lambda n: K + lines(n, lambda i: f'x[{i}] = max(x[{i}], {i}) + get_global_id(0);') + '}\n',
    'vectors': lambda n: 'kernel void k(global float4 *x) {\n' +
        lines(n, lambda i: f'x[{i}].xy = x[{i}].zw * (float2)(1.0f, {i}) + convert_float2(x[1].lo);') + '}\n',
    'blocks': lambda n: K + lines(n, lambda i: f'{{ int a = {i}; x[0] += a; {{ int b = a; x[1] += b; }} }}') + '}\n',
    'labels': lambda n: K + lines(n, lambda i: f'l{i}: x[{i}] = 1; goto l{i};') + '}\n',
    'syntax errors': lambda n: K + lines(n, lambda i: f'x[{i}] = ;') + '}\n',
    'undeclared names': lambda n: K + lines(n, lambda i: f'y{i} = 1;') + '}\n',
}
