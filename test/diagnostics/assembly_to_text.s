// options: -S -o /dev/null
// nowhere: error: assembly text can only become an object
