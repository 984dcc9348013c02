// What it says of wrong comments.
// kernel: good
// arg: char r[1]
// expcet: r[0] = 1
// expect: r[0] = 256
