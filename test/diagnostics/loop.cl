// options: -Wall
// Every name of the condition is underlined.
void
loop(global int *p, int count)
{
    for (int i = 0; i < count + i; p[0]++) // warning: variables 'i' and 'count' used in loop condition // range: 21-21 // range: 25-29 // range: 33-33
        p[i] = 1;
}
