/* The product's upper half for the narrow types; for the wide ones it is an operation. */

OVERLOAD char
mul_hi(char x, char y)
{
    return (char)((int)x * y >> 8);
}
OVERLOAD uchar
mul_hi(uchar x, uchar y)
{
    return (uchar)((uint)x * y >> 8);
}
OVERLOAD short
mul_hi(short x, short y)
{
    return (short)((int)x * y >> 16);
}
OVERLOAD ushort
mul_hi(ushort x, ushort y)
{
    return (ushort)((uint)x * y >> 16);
}
