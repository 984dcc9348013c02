struct pair { int a, b; };
kernel void k(global int *p, struct pair s, int4 v)
{
    int x, y;
    long wide;
    asm("v_mov_b32 %0, %1" : "=v"(x) : "v"(1));
    asm("v_mov_b32 %[to], %[from]" : [to] "=v"(x) : [from] "s"(y) : "memory");
    asm("v_mov_b32 %0, %2" : "=v"(x) : "v"(1));   // error: invalid operand number %2 in asm string
    asm("v_mov_b32 %0, %[b]" : "=v"(x) : [a] "v"(1));   // error: unknown symbolic operand name 'b' in asm string
    asm("v_mov_b32 %0, 1" : "v"(x));              // error: invalid output constraint 'v' in asm
    asm("v_mov_b32 %0, 1" : "=q"(x));             // error: invalid output constraint '=q' in asm
    asm("v_mov_b32 %0, 1" : "=v"(1));             // error: expression is not assignable
    asm("v_mov_b32 %0, %1" : "=v"(x) : "zz"(y));  // error: invalid input constraint 'zz' in asm
    asm("v_mov_b32 %0, %1" : "=v"(x) : "1"(y));   // error: invalid input constraint '1' in asm
    asm("" : "=v"(x) : "0"(wide));                // error: unsupported inline asm: input with type 'long' matching output with type '__private int'
    asm("" : : "v"(s));                           // error: operand of type 'struct pair' is not supported in asm
    asm("" : "+v"(v));                            // error: operand of type '__private int4' is not supported in asm
    asm("" : : : "v7", "s[4:5]");
    asm("v_mov_b32 %0, %1" : "={v3}"(x) : "{s4}"(y));
    asm("" : "={}"(x));                           // error: invalid output constraint '={}' in asm
    asm("s_sleep %0" : : "i"(3));
    asm("s_sleep %0" : : "i"(y));                 // error: constraint 'i' expects an integer constant expression
    asm("s_sleep %0" : : "I"(64), "I"(-16), "J"(32767), "J"(-32768), "J"(0xffffffff), "B"(0xffffffff), "C"(-17));
    asm("s_sleep %0" : : "I"(65));                // error: value '65' out of range for constraint 'I'
    asm("s_sleep %0" : : "I"(-17));               // error: value '-17' out of range for constraint 'I'
    asm("s_sleep %0" : : "J"(32768));             // error: value '32768' out of range for constraint 'J'
    asm("s_sleep %0" : : "J"(-32769L));           // error: value '-32769' out of range for constraint 'J'
    asm("s_sleep %0" : : "B"(0x80000000L));       // error: value '2147483648' out of range for constraint 'B'
    asm("s_sleep %0" : : "C"(0x100000000));       // error: value '4294967296' out of range for constraint 'C'
    asm("s_sleep %0" : : "IJ"(100), "iI"(100), "I"(1.0f), "n"(0x100000000));
    p[0] = x;
}
