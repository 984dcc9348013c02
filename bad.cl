#error no
