// options: -Wfor-loop-analysis
/* Conditions that nothing in the loop changes, and counters that are stepped twice. */
struct pair { int x; };
int f(int *a) { return *a; }

void unchanged(global int *p, int n, int m, int k, int l, struct pair s, volatile int v)
{
    for (int i = 0; i < n; m++) // warning: variables 'i' and 'n' used in loop condition not modified in loop body
        p[i] = 1;
    for (int i = 0; i < 10;) // warning: variable 'i' used in loop condition not modified in loop body
        p[i]++;
    for (int i = 0; i < n && i > m; k++) // warning: variables 'i', 'n', and 'm' used in loop condition not modified
        p[i] = k;
    for (int i = 0; (i < n ? m : k) != -3; p[0] += i) // warning: variables 'i', 'n', 'm', and 'k' used in loop condition
        if (p[1])
            continue;
    for (int i = 0; i + n + m + k + l; p[0]++) // warning: variables used in loop condition not modified in loop body
        ;
    for (; n;) // warning: variable 'n' used in loop condition not modified in loop body
        p[0]++;
    for (; n < 3 && s.x < 3 && n < p[0] && n < sizeof(m);)
        p[0]++;
    for (; v;)
        p[0]++;
    for (int i = 0; i < n; p[i++] = 1)
        ;
    for (int i = 0; i < n; m++)
        if (p[i])
            break;
    for (int i = 0; i < n; m++) {
        switch (p[i]) {
        case 1:
            return;
        }
    }
    for (int i = 0; i < n; m++)
        k = f(&i);
    for (int i = 0; i < n; m++) {
        int *q = &n;
        *q = 3;
    }
    for (int i = 0; i++ < n; m++)
        ;
    for (int i = 0; i < n;)
        while (p[i])
            k = ({ i += 1; i; });
    for (int i = 0; i < n;)
        if (p[i])
            p[i] = 1;
        else if (m)
            p[i] = 2;
        else
            i = 3;
    for (; f(&n);)
        ;
    for (;;)
        p[0] = 1;
}

void twice(global int *p, int n)
{
    for (int i = 0; i < n; i++) { // note: incremented here
        p[i] = 1;
        i++; // warning: variable 'i' is incremented both in the loop header and in the loop body
    }
    for (int i = n; i; --i) { // note: decremented here
        for (;;)
            if (p[i])
                continue;
        i--; // warning: variable 'i' is decremented both in the loop header and in the loop body
    }
    for (int i = 0; i < n; i++) {
        if (p[i])
            continue;
        i++;
    }
    for (int i = 0; i < n; i++) {
        switch (p[i]) {
        case 1:
            continue;
        }
        i++;
    }
    for (int i = 0; i < n; i++)
        i++;
    for (int i = 0; i < n; i++) {
        --i;
    }
    for (int i = 0; i < n; i++) {
        (i++);
    }
    for (int i = 0; i < n; i++) {
    }
}
