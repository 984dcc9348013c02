// Program-scope constant variables: scalars, vectors, arrays, structures, pointers to each other.
constant int answer = 42;
constant float4 weights = (float4)(1, 2, 3, 4);
constant int primes[] = {2, 3, 5, 7, 11};
constant char grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
struct entry { short key; float value; };
constant struct entry entries[] = {{1, 0.5f}, {2, 1.5f}, {.value = 2.5f, .key = 3}};
constant int *constant middle = &primes[2];
constant int *constant both[] = {primes, primes + 3};
__constant long far = 1L << 33, near = sizeof(primes) / sizeof(primes[0]);
constant uint negative = -1;
constant double third = 1.0 / 4;
constant ushort folded = (3 > 2 ? 7 : 8) << 2 | 1;
constant bool yes = !0;
const constant int after = 5;

// kernel: test
// arg: int r[18]
// arg: int k = 2
kernel void
test(global int *r, int k)
{
    constant int *p = primes + k;
    constant int inside[3] = {7, 8, 9};
    r[0] = answer + k;              //= 44
    r[1] = weights.z + weights.x;   //= 4
    r[2] = primes[k];               //= 5
    r[3] = p[1] + *p;               //= 12
    r[4] = grid[1][k];              //= 6
    r[5] = entries[k].key;          //= 3
    r[6] = entries[k].value * 2;    //= 5
    r[7] = *middle;                 //= 5
    r[8] = both[k - 1][1];          //= 11
    r[9] = far >> 31;               //= 4
    r[10] = near;                   //= 5
    r[11] = negative >> 28;         //= 15
    r[12] = third * 8;              //= 2
    r[13] = folded;                 //= 29
    r[14] = yes;         //= 1
    r[15] = inside[k];              //= 9
    r[16] = middle - primes;        //= 2
    r[17] = ((constant int *)&weights)[k] == 0x40400000 ? after : 0; //= 5
}
