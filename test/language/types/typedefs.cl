// typedef of scalars, vectors, arrays, pointers, functions' arguments, structures; shadowed names.
typedef unsigned int u32;
typedef u32 word, *word_pointer, words[4];
typedef float4 colour;
typedef global const int *input;
typedef local int *shared;
typedef struct point point;
struct point { int x; point *next; };
typedef int matrix[2][2];
typedef const volatile short odd;
long typedef wide;

int
trace(matrix m)
{
    return m[0][0] + m[1][1];
}

// kernel: test
// arg: int r[11]
// arg: int in[4] = 1 2 3 4
kernel void
test(global int *r, input in)
{
    word w = -1;
    words four = {1, 2, 3};
    word_pointer p = four;
    colour red = (colour)(1, 0, 0, 1);
    matrix m = {{1, 2}, {3, in[3]}};
    local int tile[2];
    shared s = tile;
    point last = {2, 0}, first = {1, &last};
    odd small = 70000;
    wide far = 1L << 40;
    r[0] = w > 0;                    //= 1
    r[1] = p[2] + four[3];           //= 3
    r[2] = (int)dot(red, red);       //= 2
    r[3] = trace(m);                 //= 5
    s[1] = in[2];
    r[4] = tile[1];                  //= 3
    r[5] = first.next->x;            //= 2
    r[6] = small;                    //= 4464
    r[7] = far >> 38;                //= 4
    r[8] = sizeof(words) + sizeof(matrix); //= 32
    {
        int word = 5; // shadows the type
        r[9] = word * 2;             //= 10
        typedef char u32;
        r[10] = sizeof(u32);         //= 1
    }
}
