constant char when[] = __DATE__ __TIME__; kernel void k(global char *x) { x[0] = when[x[1]]; }
