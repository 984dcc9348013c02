int bad = ; // in a header
