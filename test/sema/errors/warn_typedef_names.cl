// options: cl12 -Wconversion -Wself-assign -Wextra
// Types in warnings by the typedef that the program has for them.
typedef float4 colour;
typedef int number;
void warnings(global colour *out, global number *n, size_t size)
{
    colour a = out[0];
    number i = n[0];
    a = a;           // warning: explicitly assigning value of variable of type 'colour' (aka 'float4') to itself
    i = size;        // warning: implicit conversion loses integer precision: 'size_t' (aka 'ulong') to 'int'
    if (i < size)    // warning: comparison of integers of different signs: 'number' (aka 'int') and 'size_t' (aka 'ulong')
        out[0] = a;
    uint u = (uint)n; // warning: cast to smaller integer type 'uint' from '__global number *' (aka '__global int *')
    n[1] = u;        // warning: changes signedness: 'uint' to 'int'
}
