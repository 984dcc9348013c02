// options: -o /dev/null
// nowhere: error: assembly is only assembled so far: use -c
