// For debug_source.py: the sessions of debug_source.txt name these lines.
typedef struct {
    int a;
    int list[3];
    float4 v;
} item;

constant int table[4] = {3, 1, 4, 1};

__attribute__((noinline)) int
twice(int x)
{
    int y = x * 2;
    return y + 1;
}

static inline int
clamped(int value, int most)
{
    int kept = value > most ? most : value;
    return kept;
}

kernel void
test(global int *out, global const int *in, int n)
{
    int id = get_global_id(0);
    int4 v = (int4)(id, 2, 3, n);
    item it = {id, {4, 5, 6}, (float4)(1, 2, 3, 4)};
    int sum = 0;
    for (int i = 0; i < n; i++) {
        sum += in[i];
        it.list[i] = sum;
    }
    global int *to = out + id;
    sum = twice(sum);
    int least = clamped(sum, table[id & 3]);
    if (id > 2) {
        int inner = id * 10;
        sum += inner;
    }
    *to = sum + v.x + least + it.a;
}
