// options: -fonly-kernel=l -S -o /dev/null
// The name is of no kernel of the file. // nowhere: error: no kernel is named 'l'
kernel void k(global int *o) { *o = 1; }
