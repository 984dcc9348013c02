// The caret of what is not evaluated is at its parenthesis or its operator.
int
unevaluated(int i)
{
    int a = sizeof(i++); // warning: expression with side effects has no effect // range: 19-23
    return a + sizeof i++; // warning: expression with side effects has no effect // range: 23-25
}
