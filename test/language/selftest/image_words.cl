// What it says of an image that cannot be.
// kernel: wrong
// arg: image m 2x2 RGB FLOAT
