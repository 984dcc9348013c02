// options: -Wmisleading-indentation
/* Statements that look as if they belonged to the one before. */
void g(int a)
{
}
#define MACRO(a) if (a) g(1); g(2);
int f(int a, int b)
{
    if (a) // note: previous statement is here
        g(1);
        g(2); // warning: misleading indentation; statement is not part of the previous 'if'
    if (a)
        g(1);
    g(2);
    if (a) g(1); g(2);
    while (a) // note: previous statement is here
        g(1);
        g(3); // warning: misleading indentation; statement is not part of the previous 'while'
    for (int i = 0; i < b; i++)
        g(i);
      g(2);
    if (a)
        g(1);
    else // note: previous statement is here
        g(2);
        g(4); // warning: misleading indentation; statement is not part of the previous 'else'
    if (a) {
        g(1);
    }
        g(2);
    if (a) // note: previous statement is here
	g(1);
        g(2); // warning: misleading indentation; statement is not part of the previous 'if'
    MACRO(b)
    if (a) {
        g(1);
    } else if (b) // note: previous statement is here
        g(2);
        g(3); // warning: misleading indentation; statement is not part of the previous 'if'
    for (;;)
        if (a) // note: previous statement is here
            g(1);
            g(5); // warning: misleading indentation; statement is not part of the previous 'if'
    for (;;) // note: previous statement is here
        g(1); g(2); // warning: misleading indentation; statement is not part of the previous 'for'
    if (a)
        g(1);
#if 1
        g(2);
#endif
    do
        g(1);
    while (a);
    switch (a) {
    case 1:
        if (b) // note: previous statement is here
            g(1);
            g(2); // warning: misleading indentation; statement is not part of the previous 'if'
    }
    if (a)
        g(1);
        ;
    return 0;
}
