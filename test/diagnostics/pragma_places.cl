// options: -ferror-limit=0
// A message about a pragma points at the word that is wrong.
#define N banana // note: expanded from macro 'N'
kernel void k(global int *p)
{
#pragma unroll banana // error: invalid value 'banana'; must be positive // range: 16-21
    for (int i = 0; i < 4; i++) p[i] = 1;
#pragma unroll(00) // error: invalid value '00'; must be positive // range: 16-17
    for (int i = 0; i < 4; i++) p[i] = 2;
#pragma unroll 4  55 // warning: extra tokens at end of '#pragma unroll' - ignored // range: 19-20
    for (int i = 0; i < 4; i++) p[i] = 3;
#pragma nounroll  44 // warning: extra tokens at end of '#pragma nounroll' - ignored // range: 19-20
    for (int i = 0; i < 4; i++) p[i] = 4;
#pragma clang loop unroll_count(xx) // error: invalid value 'xx'; must be positive // range: 33-34
    for (int i = 0; i < 4; i++) p[i] = 5;
#pragma clang loop unroll(maybe) // warning: expected 'enable', 'full' or 'disable' after 'unroll' // range: 27-31
    for (int i = 0; i < 4; i++) p[i] = 6;
#pragma unroll (44 // error: expected ')' // range: 17-18
    for (int i = 0; i < 4; i++) p[i] = 7;
    _Pragma("unroll banana") // error: invalid value 'banana'; must be positive
    for (int i = 0; i < 4; i++) p[i] = 8;
#pragma unroll 4 // error: expected a for, while, or do-while loop to follow '#pragma unroll' // range: 2-7
    p[0]++;
#pragma unroll N // error: invalid value 'banana'; must be positive
    for (int i = 0; i < 4; i++) p[i] = 9;
#pragma unroll (banana // error: expected ')'
    for (int i = 0; i < 4; i++) p[i] = 10;
}
