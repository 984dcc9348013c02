// Variables declared several times: the one with an initialiser counts (C99 6.9.2).
// options: -cl-std=CL2.0
struct node {
    global struct node *next;
    int value;
};
global struct node second;
global struct node first = {&second, 4};
global struct node second = {&first, 5};
global struct node second;
global int zero;
global int zero;
static global int own;
static global int own = 7;
extern global int shared;
global int shared;
extern global int shared;
global int shared = 9;

// kernel: variables
// arg: int r[6]
kernel void
variables(global int *r)
{
    r[0] = second.next->value;       //= 4
    r[1] = first.next->value;        //= 5
    r[2] = first.next->next->value;  //= 4
    r[3] = zero;                     //= 0
    r[4] = own;                      //= 7
    r[5] = shared;                   //= 9
}
