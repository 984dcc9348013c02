// ({ ... }): statements with the value of the last.
// kernel: values
// arg: int r[12]
// arg: int in[4] = 3 4 5 6
#define MAX(a, b)                                                                                  \
    ({                                                                                             \
        __typeof__(a) a_ = (a);                                                                    \
        __typeof__(b) b_ = (b);                                                                    \
        a_ > b_ ? a_ : b_;                                                                         \
    })

struct pair {
    int a, b;
};

static int
leaves(int x)
{
    return ({
        if (x > 4)
            return 100;
        x + 1;
    });
}

kernel void
values(global int *r, global int *in)
{
    int i = 0, a = in[0], b = in[1];
    r[0] = ({ int t = a; t * 2; });                      //= 6
    r[1] = MAX(a++, b++);                                //= 4
    r[2] = a * 10 + b;                                   //= 45
    r[3] = ({ int s = 0; for (int k = 0; k < 4; k++) s += in[k]; s; }); //= 18
    ({ r[4] = 7; });                                     //= 7
    r[5] = leaves(in[0]) + leaves(in[2]);                //= 104
    while (({ i++; i < 5; }))
        ;
    r[6] = i;                                            //= 5
    struct pair p = ({ struct pair q = {a, b}; q.a += 1; q; });
    r[7] = p.a * 10 + p.b;                               //= 55
    r[8] = ({ goto end; end: in[3]; });                  //= 6
    r[9] = MAX(MAX(a, b + 1), MAX(+in[1], +in[2]));       //= 6
    for (i = 0; i < 10; i++)
        r[10] = ({ if (i == 6) break; i; });             //= 5
    float2 v = ({ float2 w = (float2)(1.5f, in[0]); w + 1; });
    r[11] = (int)(v.x * 2 + v.y);                        //= 9
}
