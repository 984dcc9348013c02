/* Implicit conversions: what is warned of without any switch. */
enum first { FIRST };
enum second { SECOND };
#define BIG 300

kernel void by_default(global int *p, local int *l, enum first e, uchar z)
{
    char c = 300; // warning: implicit conversion from 'int' to 'char' changes value from 300 to 44
    char above = 128; // warning: implicit conversion from 'int' to 'char' changes value from 128 to -128
    char pattern = 0xFF;
    uchar uc = 256; // warning: implicit conversion from 'int' to 'uchar' changes value from 256 to 0
    uchar all = -1;
    uchar folded = 100 * 3; // warning: implicit conversion from 'int' to 'uchar' changes value from 300 to 44
    uchar chosen = z ? 300 : 2; // warning: implicit conversion from 'int' to 'uchar' changes value from 300 to 44
    uchar never = 1 ? 2 : 300;
    short s = 70000; // warning: implicit conversion from 'int' to 'short' changes value from 70000 to 4464
    int i = 5000000000; // warning: implicit conversion from 'long' to 'int' changes value from 5000000000 to 705032704
    uint u = 1L << 40; // warning: implicit conversion from 'long' to 'uint' changes value from 1099511627776 to 0
    char4 splat = 300; // warning: implicit conversion from 'int' to 'char4' changes value from 300 to 44
    char4 written = (char4)(300);
    char casted = (char)300;
    z = BIG; // warning: implicit conversion from 'int' to 'uchar' changes value from 300 to 44
    z = 255;
    z = z + 1;
    int whole = 3.5f; // warning: implicit conversion from 'float' to 'int' changes value from 3.5 to 3
    int exact = 3.0f;
    int negative = -2.5; // warning: implicit conversion from 'double' to 'int' changes value from -2.5 to -2
    int huge = 1e20f; // warning: implicit conversion of out of range value from 'float' to 'int' is undefined
    uchar cut = 300.5; // warning: implicit conversion of out of range value from 'double' to 'uchar' is undefined
    int wanted = (int)3.5f;
    bool flag = 2.5f; // warning: implicit conversion from 'float' to 'bool' changes value from 2.5 to true
    float inexact = 16777217; // warning: implicit conversion from 'int' to 'float' changes value from 16777217 to 16777216
    float exact_too = 16777216;
    float of_long = 9007199254740993; // warning: implicit conversion from 'long' to 'float' changes value from 9007199254740993 to 9007199254740992
    e = SECOND;
    enum second other = 0;
    e = other; // warning: implicit conversion from enumeration type 'enum second' to different enumeration type 'enum first'
    int array[2] = {0, 0};
    bool not_null = array; // warning: address of array 'array' will always evaluate to 'true'
    bool address = &i; // warning: address of 'i' will always evaluate to 'true'
    bool pointer = p;
    uchar low = (uchar)p; // warning: cast to smaller integer type 'uchar' from '__global int *'
    int word = (int)p; // warning: cast to smaller integer type 'int' from '__global int *'
    int word_of_void = (int)(global void *)p; // warning: cast to smaller integer type 'int' from '__global void *'
    ulong full = (ulong)p;
    global int *from_int = (global int *)i; // warning: cast to '__global int *' from smaller integer type 'int'
    global void *void_from_int = (global void *)i; // warning: cast to '__global void *' from smaller integer type 'int'
    global int *from_long = (global int *)full;
    global int *null = (global int *)0;
    p[0] = c + above + pattern + uc + all + folded + chosen + never + s + i + u + splat.x + written.x +
           casted + whole + exact + negative + huge + cut + wanted + flag + other + not_null +
           address + pointer + low + word + word_of_void;
    p[1] = inexact + exact_too + of_long == 3 && from_int != null && from_int == void_from_int && from_long == null;
}
