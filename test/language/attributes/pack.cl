// #pragma pack: alone, pushed and popped, against aligned members.
#pragma pack(push, 1)
struct one { char a; int b; long c; };
#pragma pack(2)
struct two { char a; int b; long c; };
#pragma pack(pop)
struct natural { char a; int b; long c; };
#pragma pack(4)
struct four { char a; long b; };
#pragma pack()
struct again { char a; long b; };

// kernel: test
// arg: int r[6]
// arg: struct o[13] = char:1 int:-2 long:3
// arg: struct t[14] = char:1 _ int:5 long:6
kernel void
test(global int *r, global struct one *o, global struct two *t)
{
    r[0] = sizeof(struct one) * 100 + sizeof(struct two);    //= 1314
    r[1] = sizeof(struct natural);                           //= 16
    r[2] = sizeof(struct four) * 100 + sizeof(struct again); //= 1216
    r[3] = o->a + o->b + (int)o->c;                          //= 2
    r[4] = t->b + (int)t->c;                                 //= 11
    r[5] = __builtin_offsetof(struct two, c);                //= 6
    o->b = 7;
    t->c = 8;
}
// expect: o[1] = int:7
// expect: t[6] = long:8
