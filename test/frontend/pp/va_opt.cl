// C23's examples of __VA_OPT__ (6.10.5.1), and its neighbours.
#define F(...) f(0 __VA_OPT__(,) __VA_ARGS__)
#define G(X, ...) f(0, X __VA_OPT__(,) __VA_ARGS__)
#define SDEF(sname, ...) S sname __VA_OPT__(= { __VA_ARGS__ })
#define EMP
F(a, b, c)
F()
F(EMP)
G(a, b, c)
G(a, )
G(a)
SDEF(foo);
SDEF(bar, 1, 2);
#define H2(X, Y, ...) __VA_OPT__(X ## Y,) __VA_ARGS__
H2(a, b, c, d)
#define H3(X, ...) #__VA_OPT__(X##X X##X)
H3(, 0)
#define H4(X, ...) __VA_OPT__(a X ## X) ## b
H4(, 1)
#define H5A(...) __VA_OPT__()/**/__VA_OPT__()
#define H5B(X) a ## X ## b
#define H5C(X) H5B(X)
H5C(H5A())
#define LIST(args...) [__VA_OPT__((args))]
LIST() LIST(1, 2)
#define EDGE(x, ...) x##__VA_OPT__(a)b __VA_OPT__(c d)##x __VA_OPT__(( x )) __VA_OPT__(-)__VA_OPT__(>)
EDGE(1, 2) EDGE(1)
#define NEST(x, ...) x __VA_OPT__(NEST2(__VA_ARGS__))
#define NEST2(x, ...) -x __VA_OPT__(+)
NEST(1) NEST(1, 2) NEST(1, 2, 3)
#define TEXT(x, ...) #__VA_OPT__(x "a\n"  b) #__VA_OPT__()
TEXT(q, 1) TEXT(q)
#if 0
#elifdef NONE
1
#elifndef F
2
#elifndef NONE
3
#elifdef F
4
#else
5
#endif
#ifdef F
6
#elifdef F
7
#elifndef
8
#endif
#ident "a note"
#sccs "another"
