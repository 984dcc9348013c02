// options: -c -o /dev/null
sized: // error: the size of 'sized' is no absolute expression
    .size sized, outside
