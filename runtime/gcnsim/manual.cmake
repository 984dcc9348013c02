# A manual page of gcnsim from its --help.   cmake -DGCNSIM=PROGRAM -DOUTPUT=FILE -P manual.cmake
execute_process(COMMAND ${GCNSIM} --help OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\\" "\\\\" text "${text}")
string(REPLACE "-" "\\-" text "${text}")
string(REPLACE "\n." "\n\\&." text "${text}")
string(REPLACE "\n'" "\n\\&'" text "${text}")
file(WRITE ${OUTPUT} ".TH GCNSIM 1 \"\" \"occ\" \"\"\n.SH NAME\ngcnsim \\- simulator of AMD GCN GPUs\n"
    ".SH SYNOPSIS\n.nf\n${text}.fi\n.SH SEE ALSO\n.BR occ (1)\n")
