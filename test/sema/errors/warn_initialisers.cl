// options: -Wmissing-braces -Wmissing-field-initializers
/* Initialisers without the braces of what is inside, or with too few values. */
struct point { int x, y; };
struct line { struct point from; int z; };
struct numbers { int a[4]; int b; };
struct only { struct point p; };
struct text { char s[4]; int n; };
union either { int i; float f; };
struct tagged { union either u; int k; };
constant struct line lines[2] = {1, 2, 3,    // warning: suggest braces around initialization of subobject // warning: suggest braces around initialization of subobject
                                 {4, 5, 6}}; // warning: suggest braces around initialization of subobject
constant struct line zero = {0};
constant struct line whole = {{1, 2}, 3};
constant struct line no_z = {{1, 2}};        // warning: missing field 'z' initializer
constant struct line one = {1};              // warning: missing field 'y' initializer // warning: suggest braces // warning: missing field 'z' initializer
constant struct line empty = {};
constant struct line designated = {.from = {1, 2}};
constant struct line designated2 = {.from.x = 1};
constant struct numbers five = {1, 2, 3, 4, 5}; // warning: suggest braces
constant struct numbers no_b = {{0}};        // warning: missing field 'b' initializer
constant struct only sole = {1, 2};
constant struct tagged tagged = {1, 2};      // warning: suggest braces
constant struct text text = {"abc", 1};
constant int table[2][2] = {1, 2, 3, 4};     // warning: suggest braces // warning: suggest braces
constant int table2[2][2] = {{1, 2}, {3, 4}};
constant int table3[2][2] = {0};
constant int table4[2][2] = {0, 0};          // warning: suggest braces
constant struct point points[] = {{1, 2}, {3}}; // warning: missing field 'y' initializer
kernel void k(global int *p)
{
    struct point a = {1};                    // warning: missing field 'y' initializer
    struct line b = {a, 3};
    struct line c = (struct line){1, 2, 3};  // warning: suggest braces
    int4 v = {1, 2, 3, 4};
    p[0] = a.x + b.z + c.z + v.x;
}
