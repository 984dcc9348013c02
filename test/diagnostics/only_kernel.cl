// options: -fonly-kernel=nobody -S -o /dev/null
// nowhere: error: no kernel is named 'nobody'
kernel void k(global int *p) { *p = 1; }
void nobody(void) { }
