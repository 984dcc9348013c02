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
// arg: int r[9]
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
}
