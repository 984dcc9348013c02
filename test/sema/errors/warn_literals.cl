// options: -Wfour-char-constants
/* Characters and strings that are not what they seem. */
kernel void literals(global int *p)
{
    p[0] = 'ab';   // warning: multi-character character constant [-Wmultichar]
    p[1] = 'abcd'; // warning: multi-character character constant [-Wfour-char-constants]
    p[2] = '\xff' + 'a' + '\0';
    p[3] = 'é';    // warning: illegal character encoding in character literal
    constant char *s = "café"; // warning: illegal character encoding in string literal
    constant char *t = "cafÃ©";
    p[4] = s[0] + t[0];
#if 'ab' > 1 // warning: multi-character character constant
    p[5] = 1;
#endif
    int2 v = 1.5f; // warning: implicit conversion from 'float' to 'int2' changes value from 1.5 to 1
    v = v.x ? 2.0f : 2.5; // warning: implicit conversion from 'double' to 'int2' changes value from 2.5 to 2
    uchar2 u = -1.0f;     // warning: implicit conversion of out of range value from 'float' to 'uchar2' is undefined
    v = (int2)1.5f;
    p[6] = v.x + u.x;
}
