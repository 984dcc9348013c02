#pragma pack(push, 1)
struct one { char a; int b; };
#pragma pack(push)
#pragma pack(2)
struct two { char a; int b; short c; double d; };
#pragma pack(pop)
struct one_again { char a; long b; };
#pragma pack(pop)
struct natural { char a; int b; };
#pragma pack(4)
struct four { char a; double b; int c __attribute__((aligned(16))); union { char x; long y; } u; };
#pragma pack()
struct all { char a; struct four f; struct one o; };
#define PACK _Pragma("pack(push, 1)")
PACK
struct by_operator { char a; int b; };
_Pragma("pack(pop)")
constant int sizes[] = {sizeof(struct one), sizeof(struct two), sizeof(struct one_again), sizeof(struct natural),
                        sizeof(struct four), sizeof(struct all), sizeof(struct by_operator)};
