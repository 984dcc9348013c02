// options: -emit-ir -o /dev/null
kernel void k(global int *o)
{
    int r[31];
    __asm__ volatile("s_nop 0" : "=v"(r[0]), "=v"(r[1]), "=v"(r[2]), "=v"(r[3]), "=v"(r[4]), "=v"(r[5]), "=v"(r[6]), "=v"(r[7]), "=v"(r[8]), "=v"(r[9]), "=v"(r[10]), "=v"(r[11]), "=v"(r[12]), "=v"(r[13]), "=v"(r[14]), "=v"(r[15]), "=v"(r[16]), "=v"(r[17]), "=v"(r[18]), "=v"(r[19]), "=v"(r[20]), "=v"(r[21]), "=v"(r[22]), "=v"(r[23]), "=v"(r[24]), "=v"(r[25]), "=v"(r[26]), "=v"(r[27]), "=v"(r[28]), "=v"(r[29]), "=v"(r[30])); // error: more than 30 operands in inline assembly
    o[0] = r[0];
}
