#define EMPTY
#define LP (
#define RP )
#define F(x) [x]
#define G() g
#define DEFER(x) x EMPTY
#define EVAL(x) x
F LP 1 RP
F
(2)
F EMPTY (3)
EVAL(F LP 4 RP)
DEFER(F)(5)
EVAL(DEFER(F)(6))
#define f(x) x f
f(1)(2)(3)
#define NIL(x) x
#define G_0(a) NIL(G_1)(a)
#define G_1(a) NIL(G_0)(a)
NIL(G_0)(0)
NIL(G_1)(0)
#define foo foo bar
foo foo
#define a b
#define b a
a b
#define LOG(fmt, ...) log(fmt, ## __VA_ARGS__)
LOG("a"); LOG("b", 1, 2); LOG("c", EMPTY);
#define LOG2(args...) log(args)
LOG2(); LOG2(1); LOG2(1, 2);
#define CAT(x, y) x ## y
#define XCAT(x, y) CAT(x, y)
XCAT(CAT(a1, b1), c1) CAT(., 5) CAT(-, >) CAT(<, <=) CAT(1, e+5) CAT(x1, 2u)
#define STR(...) #__VA_ARGS__
STR() STR( a  b ) STR(a,b , c) STR("q\n" '\'') STR(a /* c */ b) STR(
 x
 y )
#define NEG(x) -x
NEG(-1) - NEG(NEG(2)) +NEG(3) -EMPTY-1 +EMPTY+ x
#define COMMA ,
#define TWO(x, y) (x; y)
TWO(a1 COMMA b1, c1) TWO((1, 2), [3) TWO(,)
#define SELF(x) SELF(x) + SELF2
#define SELF2(x) SELF(x)
SELF(SELF(1)) SELF2(SELF2(2)) SELF(1)(2)
#define CALL(fn, args) fn args
CALL(TWO, (1, 2)) CALL(CALL, (F, (7)))
#define HASHY(x) #x EVAL(#x) x
HASHY(EMPTY) HASHY(LP)
TWO(1,
#define LATE 9
LATE
#undef LATE
 + 2)
#define VA(x, ...) x:__VA_ARGS__:
VA(1) VA(1,) VA(1,2,3) VA(,)
a ## b
%: define NOT_A_DIRECTIVE
<: :> <% %>
??( ??/
x ??)
__LINE__ __FILE__ __COUNTER__ __COUNTER__
#define L2 __LINE__
L2 EVAL(
L2)
%:define DIGRAPH 1
DIGRAPH
#undef B
#undef S
#define B(p, ...) p, ## __VA_ARGS__
B(1, B(2,3)) B(1,) B(1)
#define S(...) #__VA_ARGS__
#define X(...) S(__VA_ARGS__)
X(B(1,2, 3)) X(a EMPTY b) X(EMPTY a)
EMPTY at a new line
EMPTY EMPTY
EMPTY # define no directive
