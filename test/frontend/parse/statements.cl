void f(int n)
{
    ;
    { int n; { } }
    if (n) n = 1; else if (n > 2) { n = 2; } else n = 3;
    if (n) if (n) n++; else n--;
    while (n--) continue;
    do { n++; break; } while (n < 10);
    for (;;) break;
    for (int i = 0, j = 1; i < n; i++, j--) n += i;
    for (n = 0; n < 3; ++n) ;
#pragma unroll
    for (int i = 0; i < 4; i++) ;
#pragma unroll 1
    while (n) n--;
    __attribute__((opencl_unroll_hint(8))) for (;;) ;
    __attribute__((opencl_unroll_hint)) do n++; while (0);
#pragma nounroll
    for (;;) ;
    switch (n) {
    case 0: n = 1; break;
    case 1 ... 5:
    case 'a': { n = 2; }
    default: n = 3;
    }
    goto end;
again:
    n = 2;
    __asm volatile("v_mov_b32 %0, %1\n" "s_nop 0" : "=v"(n), [name] "=s"(n) : "v"(1), "0"(n) : "v1", "memory");
    asm("s_nop 0");
    asm volatile("s_nop 0" ::: "memory");
    goto again;
end:;
    return;
last:
}
int g(void) { return (int)3.5 + (n); }
int h() { return ((float (*)(int))0)(3); }
