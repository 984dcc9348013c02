kernel void
rows(global int *r, constant char *name)
{
    printf("plain\n");
    printf("a:b %d\n", r[0]);
    printf("a:b %d\n", r[1]);
    printf("a:b %d\n", 1L);
    printf("%v3hd %v2hhu %s it's \"quoted\"\n", (short3)(1), (uchar2)(2), "four");
    printf("%s %p\a\t\033\x80é\\n\n", name, r);
    printf("%*.*f\n", 7, 2, 1.0f);
}
