// options: -c -ferror-limit=100 -o /dev/null
    .macro twice what:req
    .long \what
    .byte 300   // twice:2: error: the value is out of range
    .endm
    .long 4
    twice 7     // note: expanded here
    twice       // error: parameter 'what' of macro 'twice' needs a value
    twice 1, 2  // error: too many arguments for macro 'twice'
    .macro twice // error: 'twice' is defined already
    .endm
    .purgem thrice // error: there is no macro 'thrice'
    .endif      // error: '.endif' without what it belongs to
    .if 1
    .else
    .else       // error: '.else' without what it belongs to
    .endif
    .exitm      // error: '.exitm' without what it belongs to
    .rept 3     // error: '.rept' without '.endr'
