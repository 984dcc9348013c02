// options: -Wall
/* Operators that bind otherwise than it looks. */
#define BOTH(a, b, c) a && b || c
#define MASK(a) a & 1 | 2
#define TWO 2
enum { ONE = 1, THREE = 3 };

void precedence(global int *p, int a, int b, int c, bool flag)
{
    p[0] = a && b || c; // warning: '&&' within '||'
    p[0] = a || b && c; // warning: '&&' within '||'
    p[0] = (a && b) || c;
    p[0] = a || b || c;
    p[0] = BOTH(a, b, c);
    p[0] = a & b | c; // warning: '&' within '|'
    p[0] = a ^ b | c; // warning: '^' within '|'
    p[0] = a ^ b & c; // warning: '&' within '^'
    p[0] = (a & b) | c;
    p[0] = MASK(a);
    p[0] = a & b == c; // warning: & has lower precedence than ==; == will be evaluated first // note: place parentheses around the & expression to evaluate it first
    p[0] = a != b | c; // warning: | has lower precedence than !=; != will be evaluated first // note: place parentheses around the | expression to evaluate it first
    p[0] = a == b & b == c;
    p[0] = a & (b == c);
    p[0] = a << b + 1; // warning: operator '<<' has lower precedence than '+'; '+' will be evaluated first
    p[0] = a - 1 >> b; // warning: operator '>>' has lower precedence than '-'; '-' will be evaluated first
    p[0] = a << (b + 1);
    p[0] = !a == b; // warning: logical not is only applied to the left hand side of this comparison // note: add parentheses after the '!' to evaluate the comparison first
    p[0] = !a & b; // warning: logical not is only applied to the left hand side of this bitwise operator // note: add parentheses around left hand side expression to silence this warning
    p[0] = (!a) == b;
    p[0] = !flag == b;
    p[0] = a && 4; // warning: use of logical '&&' with constant operand
    p[0] = a || 4; // warning: use of logical '||' with constant operand
    p[0] = a && TWO; // warning: use of logical '&&' with constant operand
    p[0] = a < b && 8; // warning: use of logical '&&' with constant operand // note: use '&' for a bitwise operation // note: remove constant to silence this warning
    p[0] = a < b && flag;
    p[0] = (a || 1) + (a && ONE) + (a || 0) + (flag && 4) + (a && true);
    p[0] = a || THREE; // warning: converting the enum constant to a boolean
    p[0] = THREE && a; // warning: converting the enum constant to a boolean
    p[0] = a || (THREE); // warning: use of logical '||' with constant operand // note: use '|' for a bitwise operation
    p[0] = 2 ^ 8; // warning: result of '2 ^ 8' is 10; did you mean '1 << 8' (256)?
    p[0] = 0x2 ^ 8;
    p[0] = a ^ 8;
    if (a = b) // warning: using the result of an assignment as a condition without parentheses
        p[0] = 1;
    if ((a = b))
        p[0] = 1;
    while (a |= b) // warning: using the result of an assignment as a condition without parentheses
        p[0] = 1;
    while (a += b)
        p[0] = 1;
    if ((a == b)) // warning: equality comparison with extraneous parentheses // note: use '=' to turn this equality comparison into an assignment
        p[0] = 1;
    if ((a < b))
        p[0] = 1;
    if ((a == b) && c)
        p[0] = 1;
    p[0] = (a == b) ? 1 : 2;
    p[0] = a + (b == c) ? 1 : 2; // warning: operator '?:' has lower precedence than '+'; '+' will be evaluated first // note: place parentheses around the '?:' expression to evaluate it first
    p[0] = a + b ? 1 : 2;
    p[0] = (a + (b == c)) ? 1 : 2;
    a == b; // warning: equality comparison result unused // note: use '=' to turn this equality comparison into an assignment
    a != b; // warning: inequality comparison result unused // note: use '|=' to turn this inequality comparison into an or-assignment
    a + 1 == b; // warning: equality comparison result unused
    for (; a = c;) // warning: using the result of an assignment as a condition without parentheses
        p[0] = 1;
}
