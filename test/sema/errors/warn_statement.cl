/* Statements that are probably not meant so. */
enum color { RED, GREEN, BLUE, WHITE, BLACK };
#define NOTHING ;

#define LOG(...)
#define IF_N if (n)
#define TRACE
#define EQUALS(a, b) ((a) == (b))
#define SAME(a, b) (a) == (b)

/* An empty macro is no accident, as clang-22. */
kernel void macros(global int *p, int n)
{
    if (n) LOG(1);
    if (n) LOG ( (1) ) ;
    if (n) LOG(")");
    if (n) LOG("\")", ')', "(");
    IF_N LOG(1);
    for (;;) LOG(")");
        p[0] = 1;
    if (n) TRACE;
    if (n) LOG(1) LOG(2);
    if (n) /* a comment */ LOG(1) /* another */;
    while (n > 3) LOG(1);
        p[0] = 1;
    for (int i = 0; i < n; i++) LOG(i);
        p[0] = 1;
    for (;;) LOG(1);
        p[0] = 1;
    switch (n) LOG(1);
    if (n) p[0] = 1; else LOG(1);
    if (n) /* a comment */; // warning: if statement has empty body
    if ((n)) ; // warning: if statement has empty body
    if (EQUALS(n, 3)); // warning: if statement has empty body
    if (SAME((n), (3)) ) ; // warning: if statement has empty body
    if (EQUALS(n, 3)) LOG(3);
    if (n == ')') ; // warning: if statement has empty body
    if (n == 1 &&
        p[1] == 2); // warning: if statement has empty body
    if (n == 1 &&
        p[1] == 2) LOG(1);
    for (;;); // warning: for loop has empty body
        p[0] = 1;
    for (int i = 0;;) ; // warning: for loop has empty body
        p[0] = 1;
    for (int i = 0; i < (n); ) ; // warning: for loop has empty body
        p[0] = 1;
    switch (n) LOG(1) ;
    switch (EQUALS(n, 3)) ; // warning: switch statement has empty body // warning: switch condition has boolean value
}

kernel void bodies(global int *p, int n, uchar c, enum color color)
{
    if (n); // warning: if statement has empty body
    p[0] = 1;
    if (n)
        ;
    if (n) {
    }
    if (n) NOTHING
    for (int i = 0; i < n; i++); // warning: for loop has empty body
    {
        p[0] = 1;
    }
    while (n > 3); // warning: while loop has empty body
    {
        p[0] = 1;
    }
    for (int i = 0; i < n; i++); // warning: for loop has empty body
        p[0] = 1;
    for (int i = 0; i < n; i++);
    p[0] = 1;
    switch (n); // warning: switch statement has empty body
    if (n)
        if (c)
            p[0] = 1;
        else // warning: add explicit braces to avoid dangling else
            p[0] = 2;
    if (n) {
        if (c)
            p[0] = 1;
    } else
        p[0] = 2;
    if (n)
        for (; n;)
            if (c)
                p[0] = 1;
            else // warning: add explicit braces to avoid dangling else
                p[0] = 2;
    switch (color) { // warning: enumeration value 'BLACK' not handled in switch
    case RED:
    case GREEN:
    case BLUE:
    case WHITE:
        break;
    }
    switch (color) { // warning: enumeration values 'WHITE' and 'BLACK' not handled in switch
    case RED ... BLUE:
        break;
    }
    switch (color) { // warning: enumeration values 'BLUE', 'WHITE', and 'BLACK' not handled in switch
    case RED:
    case GREEN:
        break;
    }
    switch (color) { // warning: 4 enumeration values not handled in switch: 'GREEN', 'BLUE', 'WHITE'...
    case RED:
        break;
    }
    switch (color) {
    case 7: // warning: case value not in enumerated type 'enum color'
        break;
    default:
        break;
    }
    switch (n == 3) { // warning: switch condition has boolean value
    case 1:
        break;
    }
    switch (c) {
    case 300: // warning: overflow converting case value to switch condition type (300 to 44)
        break;
    case 255:
        break;
    }
    switch (3) { // warning: no case matching constant switch condition '3'
    case 1:
        break;
    }
    switch (3) {
    case 3:
        break;
    }
}
