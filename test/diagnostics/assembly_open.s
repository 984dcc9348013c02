// options: -c -o /dev/null
    .include "assembly_included.inc" // note: included here
    .if 1 // error: '.if' without '.endif'
// assembly_included.inc:1: error: unknown directive '.wrong'
