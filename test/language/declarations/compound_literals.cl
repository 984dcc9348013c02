// Compound literals: of structures, arrays and scalars, as values and with an address.
struct point { int x, y; };

int
weigh(struct point p)
{
    return p.x * 10 + p.y;
}

int
sum(const int *p)
{
    return p[0] + p[1] + p[2];
}

// kernel: test
// arg: int r[14]
// arg: int k = 3
kernel void
test(global int *r, int k)
{
    struct point p;
    p = (struct point){k, k + 1};
    int *array = (int[]){k, 5, 6};
    struct point *at = &(struct point){.y = k};
    r[0] = p.x * 10 + p.y;                   //= 34
    r[1] = weigh((struct point){1, k});      //= 13
    r[2] = sum((int[3]){k, 1});              //= 4
    r[3] = array[2] + array[0];              //= 9
    at->x = 7;
    r[4] = weigh(*at);                       //= 73
    r[5] = (int){k} + 1;                     //= 4
    r[6] = ((struct point){.x = 8, .y = k}).y; //= 3
    r[7] = sizeof((int[]){1, 2, 3, 4});      //= 16
    int total = 0;
    for (int i = 0; i < k; i++) {
        int *fresh = (int[2]){i};
        total += fresh[0]++ * 10 + fresh[1]; // made anew in each turn
    }
    r[8] = total;                            //= 30
    int *q = &(int){k};
    float4 *v = &(float4){1, k, 0, 0};
    *q += 4;
    v->yw += 0.5f;
    r[9] = *q * 10 + k;                      //= 73
    r[10] = (int)((v->y + v->w + v->z) * 4); //= 16
    r[11] = ((int){k})++ + ((char){300}) + (int){1.5f}; //= 48
    constant int fixed = (int){5};
    constant int3 fixed3 = (int3){1, 2, 3};
    r[12] = fixed + fixed3.z;                //= 8
    int **indirect = &(int *){q};
    r[13] = **indirect + (k ? (int){k} : (int){k + 1}); //= 10
}
