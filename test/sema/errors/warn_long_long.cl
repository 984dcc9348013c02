// What is warned of numbers beyond 64 bits.
typedef long long wide;
void warned(int i, uint u, wide x, float f)
{
    long l = 9223372036854775808;  // warning: implicit conversion from 'long long' to 'long' changes value from 9223372036854775808 to -9223372036854775808
    i = 1LL << 40;                 // warning: implicit conversion from 'long long' to 'int' changes value from 1099511627776 to 0
    f = 1LL;
    f = 9223372036854775809;       // warning: implicit conversion from 'long long' to 'float' changes value from 9223372036854775809 to 9223372036854775808
    if (i < 18446744073709551616)  // warning: result of comparison of constant 18446744073709551616 with expression of type 'int' is always true
        i++;
    if (i == 9223372036854775808)  // warning: result of comparison of constant 9223372036854775808 with expression of type 'int' is always false
        i++;
    if (u < -1LL)                  // warning: result of comparison of constant -1 with expression of type 'uint' is always false
        i++;
    x = 1 / 0LL;                   // warning: division by zero is undefined
    x = 170141183460469231731687303715884105727 + 1LL; // warning: overflow in expression; result is -170141183460469231731687303715884105728 with type 'long long'
    switch (5LL << 70) { case 1: x++; } // warning: no case matching constant switch condition '5902958103587056517120'
}
kernel void prints(global int *p, wide x)
{
    printf("%lld %llu %llx %d %ld\n", x, 1ULL, x,
           x,                // warning: format specifies type 'int' but the argument has type 'wide' (aka 'long long')
           x);               // warning: format specifies type 'long' but the argument has type 'wide' (aka 'long long')
}
