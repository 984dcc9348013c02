// options: -c -o /dev/null
    .file "a symbol, which nobody needs"
    .file 1 "/src" "a.cl" md5 0x00112233445566778899aabbccddeeff
    .file 2 "inc/b.h"
    .file 1 "/src" "a.cl"
    .file 2 "inc/c.h"                     // error: 'file 2' is defined already
    .file 2 a                             // error: expected the name of a file in quotes
    .file 2 ""                            // error: expected the name of a file in quotes
    .file 2 "inc/b.h" md5 0xg             // error: expected a sum such as 0x0123
    .file -1 "a"                          // error: the number of a file is out of range
    .file 65536 "a"                       // error: the number of a file is out of range
    .loc 1 2 3 prologue_end is_stmt 0 isa 1 discriminator 2
    s_nop 0
    .loc 3 1                              // error: 'file 3' is not defined
    .loc 1 1 1 nonsense                   // error: expected is_stmt, prologue_end or the like
    .loc 1 1 1 is_stmt 2                  // error: expected is_stmt 0 or is_stmt 1
    .loc 1 4294967296                     // error: the number is out of range
    .loc 2 7
    .p2align 4
    .zero 3
    .long 1
    .loc 1 8
    s_endpgm
