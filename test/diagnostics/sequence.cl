// The second of two usages without an order is underlined.
int f(int a, int b);
int
sequence(int i, int other, global int *p)
{
    i = i++ + 1;              // warning: multiple unsequenced modifications to 'i' // range: 7-7
    p[other] = other++;       // warning: unsequenced modification and access to 'other' // range: 7-11
    i += i--;                 // warning: unsequenced modification and access to 'i' // range: 7-8
    return f(i++, other + i++); // warning: multiple unsequenced modifications to 'i' // range: 28-29
}
