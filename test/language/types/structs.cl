// Structures: members, nesting, arrays, vectors and pointers in them, assignment, layout in memory.
struct point { int x, y; };
typedef struct { struct point from, to; } line;
struct mixed { char c; short s; int i; long l; float f; uchar last; };
struct list { global struct list *next; int value; };
struct holder { int3 v; float weights[3]; struct point points[2]; global int *where; };

// kernel: members
// arg: int r[12]
// arg: int in[4] = 1 2 3 4
kernel void
members(global int *r, global int *in)
{
    struct point p = {in[0], in[1]}, q;
    line l = {p, {in[2], in[3]}}, copy;
    struct point *at = &l.to;
    q = p;
    q.x += 10;
    r[0] = p.x * 100 + q.x;        //= 111
    r[1] = l.from.y + l.to.x;      //= 5
    at->y = 40;
    r[2] = l.to.y;                 //= 40
    copy = l;
    l.to.y = 0;
    r[3] = copy.to.y;              //= 40
    (*at).x++;
    r[4] = l.to.x;                 //= 4
    struct point array[2];
    array[in[0]] = q;
    array[0] = array[1];
    r[5] = array[0].x + array[0].y; //= 13
    struct holder h;
    h.v = (int3)(1, 2, 3);
    h.v.y = in[3];
    h.weights[in[1]] = 2.5f;
    h.points[1] = copy.to;
    h.where = in + 3;
    r[6] = h.v.x + h.v.y + h.v.z;  //= 8
    r[7] = h.weights[2] * 2;       //= 5
    r[8] = h.points[1].y;          //= 40
    r[9] = *h.where;               //= 4
    r[10] = (in[0] ? p : q).x;     //= 1
    r[11] = (l = copy).to.y;       //= 40
}

// kernel: layout
// arg: int r[10]
// arg: struct m[24] = char:-1 _ short:-2 int:3 long:-4 float:0.5 uchar:200 _*3
// arg: struct out[24]
kernel void
layout(global int *r, global const struct mixed *m, global struct mixed *out)
{
    r[0] = sizeof(struct mixed);   //= 24
    r[1] = sizeof(line);           //= 16
    r[2] = sizeof(struct holder);  //= 64
    r[3] = m->c + m->s + m->i;     //= 0
    r[4] = m->l;                   //= -4
    r[5] = m->f * m->last;         //= 100
    r[6] = __builtin_offsetof(struct mixed, l); //= 8
    r[7] = __builtin_offsetof(struct holder, points[1].y); //= 40
    r[8] = __alignof__(struct holder); //= 16
    r[9] = __builtin_offsetof(struct mixed, last); //= 20
    out->c = m->c + 2;
    out->s = 7;
    out->i = m->i;
    out->l = 0x123456789;
    out->f = m->f;
    out->last = 9;
}
// expect: out[0] = char:1 _ short:7 int:3 long:0x123456789 float:0.5 uchar:9 _*3

// kernel: lists
// arg: int r[2]
// arg: struct nodes[48]
// arg: int n = 3
kernel void
lists(global int *r, global struct list *nodes, int n)
{
    for (int i = 0; i < n; i++) {
        nodes[i].next = i + 1 < n ? nodes + i + 1 : 0;
        nodes[i].value = i + 5;
    }
    int sum = 0;
    for (global struct list *node = nodes; node; node = node->next)
        sum = sum * 10 + node->value;
    r[0] = sum;                    //= 567
    r[1] = nodes->next->next->value; //= 7
}
// expect: nodes[0] = ulong:_ int:5 int:_ ulong:_ int:6 int:_ ulong:0 int:7 int:_

// Copied as a whole between address spaces.
// kernel: copy
// arg: struct out[8]
// arg: struct in[8] = int:3 int:4
kernel void
copy(global struct point *out, global const struct point *in)
{
    local struct point shared;
    struct point mine = *in;
    shared = mine;
    mine = shared;
    *out = mine;
}
// expect: out[0] = int:3 int:4
