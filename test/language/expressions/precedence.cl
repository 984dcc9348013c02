// Precedence and association of all operators.
// kernel: test
// arg: int r[20]
// arg: int v[5] = 2 3 5 7 11
kernel void
test(global int *r, global int *v)
{
    int a = v[0], b = v[1], c = v[2], d = v[3], e = v[4], *p = &a;
    r[0] = a + b * c;                   //= 17
    r[1] = e - d - a;                   //= 2
    r[2] = e / a * a;                   //= 10
    r[3] = e % c * b;                   //= 3
    r[4] = a << b + 1;                  //= 32
    r[5] = a + b << a;                  //= 20
    r[6] = a < b == 1;                  //= 1
    r[7] = e & d == 7;                  //= 1
    r[8] = c | d & a ^ e;               //= 13
    r[9] = a && 0 || b && 1;            //= 1
    r[10] = !a + b;                     //= 3
    r[11] = -a * -b;                    //= 6
    r[12] = ~a & e;                     //= 9
    r[13] = *p * *p;                    //= 4
    r[14] = a ? b : c ? d : e;          //= 3
    r[15] = a == b ? 1 : b < c ? 2 : 3; //= 2
    a = b += c = 1;
    r[16] = a * 100 + b * 10 + c;       //= 441
    r[17] = (a, b + 1) * 2;             //= 10
    r[18] = sizeof a + 1;               //= 5
    r[19] = d >> 1 >> 1 | e ^ e;        //= 1
}
