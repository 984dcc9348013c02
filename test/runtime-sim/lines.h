int
twice(int x)
{
    return x * 2 + 1;
}
