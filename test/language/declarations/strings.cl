// String literals: in constant space, as initialisers, joined, escapes; character constants.
constant char hello[] = "Hello";
constant char *constant names[] = {"zero", "one", "t" "wo"};
constant uchar raw[4] = "ab";

int
length(constant const char *s)
{
    int n = 0;
    while (s[n])
        n++;
    return n;
}

// kernel: test
// arg: int r[19]
// arg: int k = 2
kernel void
test(global int *r, int k)
{
    char mine[] = "abc", room[8] = {"xy"};
    constant const char *p = "literal";
    r[0] = hello[k];                 //= 108
    r[1] = sizeof(hello);            //= 6
    r[2] = length(names[k]);         //= 3
    r[3] = names[k - 1][0];          //= 111
    r[4] = p[k + 1];                 //= 101
    r[5] = mine[k] + mine[3];        //= 99
    r[6] = room[1] + room[k];        //= 121
    r[7] = "index"[k];               //= 100
    r[8] = sizeof("four");           //= 5
    r[9] = raw[1] + raw[3];          //= 98
    mine[0] = 'Z';
    r[10] = mine[0];                 //= 90
    r[11] = '\n' + '\t' * 100;       //= 910
    r[12] = '\x41' + '\101';         //= 130
    r[13] = '\\' + '\'' + '"';       //= 165
    r[14] = '\0' + '\a';             //= 7
    r[15] = '\xff';                  //= -1
    r[16] = length("a\0b");          //= 1
    r[17] = length("\x41\x42" "\103"); //= 3
    r[18] = "\"?\r"[k];              //= 13
}
