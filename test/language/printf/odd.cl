/* Strings of every address space, lengths of C that OpenCL lacks, and formats that are wrong: 1.2
 * leaves open what those print, but the record must stay readable. */
kernel void
odd(global int *r, global char *name)
{
    local char shared[4];
    char own[3] = {'h', 'i', 0};
    char *any = r[0] ? (char *)shared : (char *)own;
    constant char *null = 0;
    shared[0] = 'L';
    shared[1] = 0;
    printf("%s %s %s %s %s|\n", shared, own, any, name, null);
    printf("%lld %zu %llx %Lf %jd|\n", 1L << 40, (size_t)5, 255UL, 1.5, 7L);
    printf("%d %v4hd %v2hlf %s|\n", (int4)(1, 2, 3, 4), (short2)(1, 2), (float4)(1), 5);
    printf("%k %5% %d|\n", 6, 7);
    printf("%", 1);
    printf("%s|\n");
    printf("%v99d|%-+ #8.3v3hhd|\n", 1, (char3)(1, 2, 3));
    printf("%5", 1);
}
