// options: -c -mcpu=gfx900 -ferror-limit=100 -o /dev/null
// Statements, symbols, expressions.
start:
    s_mov_b32 s0, s1
    s_mov_b32 s0            // error: expected ','
    v_mov_b32 v0, foo
    s_nope s0               // error: gfx900 has no instruction 's_nope'
    v_mov_b32 v[0:1], v2    // error: an operand has the wrong size
start:                      // error: 'start' is defined already
    .nope                   // error: unknown directive '.nope'
    .byte 256               // error: the value is out of range
    .byte 1 +               // error: expected an expression
    .byte (1                // error: expected ')'
    .byte 1 2               // error: expected the end of the line
    .byte later - start     // error: the value is out of range
    .long start @foo        // error: expected the end of the line
    .long start@foo         // error: expected a relocation such as @rel32@lo
    .long 1b                // error: expected a label that is defined before
    .long 1f                // error: '1' is not defined
    .long .Lmissing         // error: '.Lmissing' is not defined
    .skip outside           // error: expected an absolute expression
    .set loop, loop         // error: 'loop' is defined by itself
    .equiv once, 1
    .equiv once, 2          // error: 'once' is defined already
    .local mixed
    .globl mixed            // error: 'mixed' is local and is not
    .type start, @nothing   // error: unknown symbol type 'nothing'
    .size start, 8
    .ascii 5                // error: expected a string
    .error "as the text says" // error: as the text says
    .warning "be careful"   // warning: be careful
    .fill 300
later:
