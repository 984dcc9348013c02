void declared_only(int a);
void f(void)
{
    declared_only(1); // error: function 'declared_only' is called but not defined
    declared_only(2);
}
