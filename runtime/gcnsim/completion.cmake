# A completion of gcnsim for bash, from its --help.
#   cmake -DGCNSIM=PROGRAM -DCOMPLETION=FILE -P completion.cmake
execute_process(COMMAND ${GCNSIM} --help OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "\n  --[a-z-]+" switches "${text}")
list(TRANSFORM switches STRIP)
list(JOIN switches " " switches)
string(REGEX MATCHALL "gcnsim [a-z]+" subcommands "${text}")
list(TRANSFORM subcommands REPLACE "gcnsim " "")
list(REMOVE_DUPLICATES subcommands)
list(JOIN subcommands " " subcommands)
file(WRITE ${COMPLETION} "# bash completion of gcnsim
_gcnsim()
{
    local current=\${COMP_WORDS[COMP_CWORD]}
    case $COMP_CWORD:$current in
    1:*) mapfile -t COMPREPLY < <(compgen -W '${subcommands} --help --version' -- \"$current\") ;;
    *:-*) mapfile -t COMPREPLY < <(compgen -W '${switches}' -- \"$current\") ;;
    *) mapfile -t COMPREPLY < <(compgen -f -- \"$current\") ;;
    esac
    return 0
}
complete -o filenames -F _gcnsim gcnsim
")
