/* What would change something where nothing is evaluated. */
#define SIZE(x) sizeof(x)
int f(int a) { return a; }

void unevaluated(int i, global int *p, volatile global int *v)
{
    p[0] = sizeof(i++) + sizeof i++; // warning: expression with side effects has no effect in an unevaluated context // warning: expression with side effects
    p[1] = sizeof(p[i = 3]); // warning: expression with side effects has no effect
    p[2] = sizeof(f(i--)); // warning: expression with side effects has no effect
    p[3] = sizeof(0 && --i); // warning: expression with side effects has no effect
    p[4] = sizeof(({ int y = p[i++]; y; })); // warning: expression with side effects has no effect
    p[5] = sizeof(({ if (i) i = 1; else if (p[0]) { while (i) i += 1; } 1; })); // warning: expression with side effects has no effect
    p[6] = vec_step(i++); // warning: expression with side effects has no effect
    p[7] = __alignof__(i++); // warning: expression with side effects has no effect
    p[8] = _Generic(i++, int: 1, default: 2); // warning: expression with side effects has no effect
    p[9] = sizeof((int[2]){i++, 2}); // warning: expression with side effects has no effect
    p[10] = sizeof(sizeof(i++)); // warning: expression with side effects has no effect
    p[11] = SIZE(i++) + sizeof(f(i)) + sizeof(*v + 1) + sizeof(({ int y = i; y; }));
    p[12] = __builtin_constant_p(i++) + sizeof(__typeof__(i++));
}
