// options: -c -o /dev/null
void __amd_copyBuffer(global uchar *, global uchar *, ulong, ulong, ulong, ulong);
kernel void k(global uchar *a, global uchar *b)
{
    __amd_copyBuffer(a, b, 0, 0, 2, 0); // error: function '__amd_copyBuffer' is declared with other types than in the device library, which defines it
}
