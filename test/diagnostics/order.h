int
in_header(void)
{
    return d;
}
int
more_in_header(void)
{
    return 0
}
