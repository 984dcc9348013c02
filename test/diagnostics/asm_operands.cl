// options: -emit-ir -o /dev/null
kernel void k(global int *o)
{
    int r[20];
    __asm__ volatile("s_nop 0" : "=v"(r[0]), "=v"(r[1]), "=v"(r[2]), "=v"(r[3]), "=v"(r[4]), "=v"(r[5]), "=v"(r[6]), "=v"(r[7]), "=v"(r[8]), "=v"(r[9]), "=v"(r[10]), "=v"(r[11]), "=v"(r[12]), "=v"(r[13]), "=v"(r[14]), "=v"(r[15]), "=v"(r[16]), "=v"(r[17]), "=v"(r[18]), "=v"(r[19])); // error: more than 16 operands in inline assembly
    o[0] = r[0];
}
