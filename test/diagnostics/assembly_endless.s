// options: -c -fmacro-backtrace-limit=1 -o /dev/null
    .macro again
    again // again:1: error: files, macros or conditions are nested too deeply
    .endm
    again // note: expanded here
