# Sourced by the scripts beside it: the comment at the head of a script is its usage.  --help prints it.
print_usage() { sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//p}' "$0"; }
wrong_usage() {
    print_usage >&2
    exit 2
}
case ${1:-} in
-h | --help)
    print_usage
    exit 0
    ;;
esac
