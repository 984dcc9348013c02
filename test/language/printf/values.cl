/* Conversions, flags, widths, precisions, lengths, vectors, strings (6.12.13): values.txt. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
constant char format[] = "named %d\n";
kernel void
values(global const float *f, global const int *i, global const double *d, global int *r)
{
    r[0] = printf("%d %i %u %o %x %X %c %s %%|\n", i[0], i[1], i[6], i[0], i[6], i[7], 'c', "text");
    r[1] = printf("%5d|%-5d|%05d|%+d|% d|%+-6d|% 05d|%.4d|%8.3d|%-8.3d|%.0d|\n", i[0], i[0], i[0],
                  i[0], i[0], i[0], i[0], i[0], i[0], i[0], i[2]);
    r[2] = printf("%#x|%#X|%#o|%#.3o|%08x|%-8x|%.5x|%#10x|\n", i[0], i[0], i[0], i[0], i[0], i[0], i[0],
                  i[0]);
    r[3] = printf("%d %d %u %u %x\n", i[3], i[4], i[3], i[4], i[4]);
    r[4] = printf("%hhd %hhu %hhx %hd %hu %hx %ld %lu %lx\n", (char)i[6], (uchar)i[6], (uchar)i[6],
                  (short)i[7], (ushort)i[1], (ushort)i[1], (long)i[4] * 4, (ulong)i[3] * 8, (long)i[1]);
    r[5] = printf("%f %F %e %E %g %G %a %A\n", f[0], f[1], f[2], f[3], f[4], f[5], f[0], f[3]);
    r[6] = printf("%.2f|%8.3f|%-9.1f|%+f|% f|%08.2f|%#.0f|%.0f|%#g|%10.3e|%-12.4g|%.10f|\n", f[0], f[1],
                  f[0], f[0], f[0], f[1], f[7], f[7], f[7], f[2], f[3], f[3]);
    r[7] = printf("%f %g %e %a\n", d[0], d[1], d[2], d[3]);
    r[8] = printf("%f %F %g %e %5.1f|%-6f|\n", (float)INFINITY, -(float)INFINITY, fabs(nan(0u)), (float)INFINITY, (float)INFINITY, (float)INFINITY);
    r[9] = printf("%g %g %f\n", f[5], f[6], f[6]);
    r[10] = printf("%v4hlf|%v2hlg|%v3hle|%v8hlf|\n", vload4(0, f), vload2(0, f), vload3(1, f), vload8(0, f));
    r[11] = printf("%v4hld|%v2hlx|%v3hld|%5.3v2hld|%-5v2hld|%+v2hld|\n", vload4(0, i), vload2(0, i),
                   vload3(0, i), vload2(0, i), vload2(0, i), vload2(0, i));
    r[12] = printf("%v2hhd|%v4hhu|%v3hhx|%v8hd|%v3hu|%v2hx|%v16hhd|\n", (char2)(i[1], i[0]),
                   (uchar4)(1, 2, 255, i[6]), (uchar3)(i[6], 1, 2), (short8)(i[1]), (ushort3)(i[1], 1, 2),
                   (ushort2)(i[1], i[0]), (char16)(i[1]));
    r[13] = printf("%v2ld|%v3lu|%v2lf|%v4lg|\n", (long2)(i[4], 1L << 40), (ulong3)(1, 2, i[3]), vload2(0, d),
                   vload4(0, d));
    r[14] = printf("%s|%10s|%-10s|%.2s|%10.3s|%s|\n", "plain", "right", "left", "cut", "abcdef", "");
    r[15] = printf("a: b :%d: c\\d \"quoted\" 'single' \ttab\n", i[0]);
    r[16] = printf("%c%c%c|%3c|%-3c|\n", 'a', i[0] + 'b' - 42, 67, 'x', 'y');
    r[17] = printf(format, i[5]);
    r[18] = printf("no newline");
    r[19] = printf("\n%d%%|%5s|%s\n", 100, "a\nb", "x: y");
    r[20] = printf("%s %s\n", "literal", i[2] ? "taken" : "not taken");
    r[21] = printf("back\\n \\a \\72 \\\\ \\\n");
}
