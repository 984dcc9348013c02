/* Variables that one expression changes and uses, or changes twice, in no order. */
struct pair { int x, y; };
int f(int a, int b) { return a + b; }
#define STEP(n) n++

int sequences(int i, int j, global int *p, global int *q, struct pair s)
{
    i = i++ + 1; // warning: multiple unsequenced modifications to 'i'
    i = ++i; // warning: multiple unsequenced modifications to 'i'
    p[i] = i++; // warning: unsequenced modification and access to 'i'
    p[i++] = i; // warning: unsequenced modification and access to 'i'
    p[i++] = p[i++]; // warning: multiple unsequenced modifications to 'i'
    j = i++ + i++; // warning: multiple unsequenced modifications to 'i'
    j = (i = 3) + i; // warning: unsequenced modification and access to 'i'
    i += i++; // warning: unsequenced modification and access to 'i'
    j = f(i++, i); // warning: unsequenced modification and access to 'i'
    j = f(STEP(i), i); // warning: unsequenced modification and access to 'i' // note: expanded from macro
    j = max(i++, i); // warning: unsequenced modification and access to 'i'
    j = i ? i++ + i : 0; // warning: unsequenced modification and access to 'i'
    i = j ? i++ : 3; // warning: multiple unsequenced modifications to 'i'
    *q = *q++; // warning: unsequenced modification and access to 'q'
    int2 v = (int2)(i++, i++); // warning: multiple unsequenced modifications to 'i'
    int a[2] = {i++, i++}; // warning: multiple unsequenced modifications to 'i'
    while (i++ + i) // warning: unsequenced modification and access to 'i'
        i = ({ p[j] = j++; j; }); // warning: unsequenced modification and access to 'j'
    for (i = j = 0; i < 3; i++, p[j] = j++) // warning: unsequenced modification and access to 'j'
        continue;
    return i-- - i + v.x + a[0]; // warning: unsequenced modification and access to 'i'
}

int ordered(int i, int j, global int *p, global int *q, struct pair s)
{
    i = (i++, 2) + j;
    i = f(i++, 1);
    i = f(1, f(i++, 2));
    i = convert_int(i++);
    j = i++ && i++;
    j = i++ || i;
    j = i++ ? i : i++;
    j = (i++, i++);
    j = sizeof(i++) + i; // warning: expression with side effects has no effect
    p[i] += i;
    p[i] = p[j++];
    *p++ = *q++;
    s.x = s.x++ + s.y;
    *q = (*q)++;
    i = j = 3;
    i = ({ i++; i; });
    if (0)
        i = i++;
    j = 0 && (i = i++);
    j = 1 ? i : i++ + i++;
    j = f(i = 3, 2);
    return p[i = 2];
}
