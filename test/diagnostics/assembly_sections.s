// options: -c -mcpu=gfx803 -ferror-limit=100 -o /dev/null
    .section .mine,"aw",@nothing // error: expected a section type such as @progbits
    .section .mine,"q"           // error: expected flags
    .section .mine,"aw",@progbits
    .section .mine,"a",@progbits // error: section '.mine' had other flags or another type before
    .popsection                  // error: '.popsection' without what it belongs to
    .bss
    .long 1                      // error: section '.bss' holds only zeros
    .zero 4
    .text
    .p2align 30                  // error: the alignment is out of range
    .balign 3                    // error: the alignment is out of range
    .zero -1                     // error: the count is out of range
    s_branch far                 // error: the distance is out of range
    .org . - 4                   // error: the place is out of range
    .zero 200000
far:
    .comm shared, 4, 99          // error: the size or alignment is out of range
    .include "no such file"      // error: cannot read 'no such file'
    .include 5                   // error: expected a file's name in quotes
    .zero 0x10000000             // error: section '.text' is too large
