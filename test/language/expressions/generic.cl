// Generic pointers of OpenCL C 2.0: to private, local and global objects, converted there and back.
// options: -cl-std=CL2.0
struct node { int value; int *next; };

__attribute__((noinline)) int
load(const int *p)
{
    return *p;
}

__attribute__((noinline)) void
store(int *p, int value)
{
    *p = value;
}

__attribute__((noinline)) int *
choose(int which, int *a, int *b, int *c)
{
    return which == 0 ? a : which == 1 ? b : c;
}

// kernel: uniform
// arg: int r[14]
// arg: int g[2] = 5 6
kernel void
uniform(global int *r, global int *g)
{
    local int tile[2];
    int mine[2] = {7, 8};
    tile[0] = 10;
    tile[1] = 11;
    r[0] = load(g);                       //= 5
    r[1] = load(tile + 1);                //= 11
    r[2] = load(&mine[1]);                //= 8
    store(g + 1, 66);
    store(tile, 20);
    store(mine, 30);
    r[3] = tile[0];                       //= 20
    r[4] = mine[0];                       //= 30
    int *p = g;
    r[5] = p == g;                        //= 1
    p = tile;
    local int *back = (local int *)p;
    r[6] = back[1] + (p == tile);         //= 12
    r[7] = p + 1 == &tile[1];             //= 1
    r[8] = p != g && p != mine;           //= 1
    r[9] = *(p + 1) - p[0] + *back++;     //= 11
    global int *explicit_cast = (global int *)(int *)g;
    r[10] = explicit_cast[1];             //= 66
    p = mine;
    r[11] = *(private int *)p;             //= 30
    r[12] = sizeof(p) + sizeof(back);     //= 12
    int *null = 0;
    r[13] = null == 0 && !(p == null);    //= 1
}
// expect: g[0] = 5 66

// Each work-item's pointer goes to another space.
// kernel: divergent global=6
// arg: int r[6]
// arg: int g[6] = 100 101 102 103 104 105
kernel void
divergent(global int *r, global int *g)
{
    local int tile[6];
    int me = get_global_id(0), mine = 300 + me;
    tile[me] = 200 + me;
    int *p = choose(me % 3, g + me, tile + me, &mine);
    *p += 1000;
    r[me] = *p;
    g[me] += mine - 300 - me;
}
// expect: r[0] = 1100 1201 1302 1103 1204 1305
// expect: g[0] = 1100 101 1102 1103 104 1105

// kernel: structures
// arg: int r[4]
// arg: int g[1] = 9
kernel void
structures(global int *r, global int *g)
{
    local struct node shared;
    struct node mine = {1, g};
    shared.value = 2;
    shared.next = &mine.value;
    struct node *p = &mine, *q = &shared;
    r[0] = *p->next;                      //= 9
    r[1] = *q->next;                      //= 1
    p = q;
    p->value = 4;
    r[2] = shared.value;                  //= 4
    int **slot = &p->next;
    *slot = &p->value;
    r[3] = *shared.next;                  //= 4
}
