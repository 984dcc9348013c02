// What a comment without end has swallowed is not missing: its own message is the only one.
kernel void k(global int *p)
{
    for (int i = 0; i < 4; i++) {
        p[i] = (i + 1 /* the first one // error: unterminated /* comment
    }
}
