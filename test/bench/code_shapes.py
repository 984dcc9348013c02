"""Long kernels whose code is made: name -> function of the number of lines."""
import random

K = 'kernel void k(global int *p, constant int *q, int u)\n{ int i = get_global_id(0), x = p[i];\n'
END = '\np[i] = x; }\n'


def repeated(line):
    return lambda n: K + '\n'.join(line.format(i=i, bit=1 << i % 30) for i in range(n)) + END


def around(before, line, after):
    return lambda n: K + before + '\n'.join(line.format(i=i) for i in range(n)) + after + END


def gotos(n):
    chance = random.Random(1)
    return K + '\n'.join(f'L{i}: x = x * 3 + {i}; if (x & {1 << i % 20}) goto L{chance.randrange(n)};'
                         for i in range(n)) + END


def returns(n):
    lines = '\n'.join(f'if (p[x + {i}] == {i}) return x * {i};' for i in range(n))
    return f'int f(global int *p, int x) {{ {lines}\nreturn 0; }}\n' + K + 'x = f(p, x);' + END


def live_values(n):
    return (K + '\n'.join(f'int v{i} = p[i + {i}];' for i in range(n)) + '\nbarrier(CLK_GLOBAL_MEM_FENCE);\n' +
            '\n'.join(f'p[i * {i + 1}] = v{i} * v{i * 7 % n};' for i in range(n)) + END)


def kernels(n):
    return '\n'.join(f'kernel void k{i}(global int *p) {{ p[get_global_id(0)] += {i}; }}' for i in range(n))


def arguments(n):
    given = ', '.join(f'int a{i}' for i in range(n))
    return (f'kernel void k(global int *p, {given}) {{ int x = 0;\n' +
            '\n'.join(f'x += a{i} * {i + 1};' for i in range(n)) + 'p[0] = x; }')


def single_callers(n):
    return ('int f0(int x, int y) { return x ^ y; }\n' +
            '\n'.join(f'int f{i}(int x, int y) {{ if (x & {1 << i % 30}) y += x; '
                      f'return f{i - 1}(x * {i} + y, y) + {i}; }}' for i in range(1, n)) +
            K + f'x = f{n - 1}(x, i);' + END)


def else_ifs(test):
    return lambda n: (K + 'float y = x;\n' + '\n'.join(f'if ({test.format(i=i)}) x = p[{i}] * {i}; else'
                                                      for i in range(n)) + ' x = -1;' + END)


SHAPES = {
    'arithmetic': repeated('x = (x ^ {i}) * 5 + (x >> 3);'),
    'uniform addresses': repeated('p[u + {i}7] = p[u * {i} + {i}5] + {i};'),
    'uniform loads': repeated('x += q[u * {i}] ^ {i};'),
    'accesses': repeated('p[i * 77 + {i}] = p[i * 99 + {i}3] + {i};'),
    'calls': repeated('x = convert_int(native_exp((float)x)) + {i};'),
    'uniform ifs': repeated('if (u & {bit}) x = x * 5 + {i}; else x ^= {i};'),
    'divergent ifs': repeated('if (p[i + {i}] & {bit}) {{ x += p[x & 255]; p[i] = x; }} else x ^= {i};'),
    'loops': repeated('for (int a = 0; a < (x & {i}); a++) x += p[a + {i}];'),
    'barriers': repeated('barrier(CLK_GLOBAL_MEM_FENCE); x += p[x & {i}];'),
    'atomics': repeated('atomic_add(p + (i * {i} & 255), {i});'),
    'assembly': repeated('__asm__ volatile("v_mov_b32 %0, %1" : "=v"(x) : "v"(x));'),
    'printf': repeated('printf("%d {i}\\n", p[i + {i}]);'),
    'uniform cases': around('switch (u) {', 'case {i}: x += p[{i}] * {i}; break;', '}'),
    'divergent cases': around('switch (x) {', 'case {i}: x += p[{i}] * {i}; break;', '}'),
    'else-ifs': else_ifs('y < {i}'),
    'else-ifs of one value': else_ifs('x == {i}'),
    'falling through': around('switch (x) {', 'case {i}: x = x * 3 + {i};', '}'),
    'gotos': gotos,
    'returns': returns,
    'live values': live_values,
    'kernels': kernels,
    'single callers': single_callers,
    'arguments': arguments,
}
