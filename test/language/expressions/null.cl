// Null pointers of every space: written as 0, compared, converted to and from generic ones.
// options: -cl-std=CL2.0
struct all { global int *g; local int *l; private int *p; constant int *c; int *any; };

// kernel: test
// arg: int r[12]
// arg: null
// arg: int z = 0
kernel void
test(global int *r, global int *nothing, int z)
{
    local int tile[1];
    int mine[1] = {0};
    struct all empty = {0};
    local int *l = 0;
    private int *p = 0;
    global int *g = nothing;
    int *any = z ? tile : l;
    r[0] = l == 0;                        //= 1
    r[1] = p == 0;                        //= 1
    r[2] = g == 0;                        //= 1
    r[3] = any == 0;                      //= 1
    r[4] = (int *)p == 0;                 //= 1
    r[5] = (int *)l == (int *)g;          //= 1
    r[6] = &tile[z] != 0 && &mine[z] != 0; //= 1
    r[7] = !empty.g + !empty.l + !empty.p + !empty.c + !empty.any; //= 5
    any = tile;
    r[8] = any != 0;                      //= 1
    any = p;
    r[9] = any == 0;                      //= 1
    l = (local int *)any;
    r[10] = !l;                           //= 1
    l = z ? 0 : tile;
    r[11] = l && (int *)l;                //= 1
}

struct link { int value; local int *l; };
struct table { struct link links[2]; union { local int *first; int i; } u; };

// What an initialiser leaves out is null, too.
// kernel: left_out
// arg: int r[7]
// arg: int z = 0
kernel void
left_out(global int *r, int z)
{
    local int *list[3] = {0}, *partly[4] = {[2] = 0};
    struct table t = {{{1}}}, copy = (struct table){.links[1].value = z};
    constant static struct link fixed[2] = {{1}, {2}};
    r[0] = !list[z] + !list[1] + !list[2];   //= 3
    r[1] = !partly[z] + !partly[3];          //= 2
    r[2] = !t.links[0].l + !t.links[1].l;    //= 2
    r[3] = !t.u.first;                       //= 1
    r[4] = t.links[0].value + t.links[1].value; //= 1
    r[5] = !copy.links[z].l + !copy.u.first; //= 2
    r[6] = !fixed[z].l + !fixed[1].l;        //= 2
}
