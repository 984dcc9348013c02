// Characters that no program has: one message each, none for what follows from them.
int
f(int a, int b)
{
    int é = 1; // error: unexpected character <U+00E9>
    a = é + é;
    a = 1ö;    // error: unexpected character <U+00F6>
    a = 1 – 2; // error: unexpected character <U+2013>
    b = “x”;   // error: unexpected character <U+201C>
    b = `1`;   // error: unexpected character
    b = 2;     // warning: treating Unicode character as whitespace
    return a;
}
