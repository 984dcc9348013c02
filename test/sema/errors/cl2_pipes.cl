// options: cl20
pipe int in_global;                                         // error: type '__global read_only pipe int' can only be used as a function parameter in OpenCL
struct holds { pipe int x; };                               // error: the 'read_only pipe int' type cannot be used to declare a structure or union field
void both(read_write pipe int p) {}                         // error: access qualifier 'read_write' can not be used for 'read_only pipe int'
void untyped(pipe p) {}                                     // error: missing actual type specifier for pipe
void pointer(pipe int *p) {}                                // error: pipes packet types cannot be of reference type
void array(pipe int4 p[3]) {}                               // error: array of 'read_only pipe int4' type is invalid in OpenCL
pipe int result(void);                                      // error: declaring function return value of type 'read_only pipe int' is not allowed
void takes(read_only pipe int p) {}
kernel void pipes(read_only pipe int p, write_only pipe int4 w, pipe float d, global int *q)
{
    int x = 0;
    int4 v = 1;
    float f;
    reserve_id_t r;
    pipe int local_pipe;                                    // error: type '__private read_only pipe int' can only be used as a function parameter
    x = read_pipe(p, &x) + read_pipe(p, r, 2, &x) + write_pipe(w, &v) + write_pipe(w, r, 1, &v);
    read_pipe(p, q);
    read_pipe(d, &f);
    read_pipe(p, &f);                                       // error: invalid argument type to function 'read_pipe' (expecting 'int *' having
    read_pipe(p, x);                                        // error: invalid argument type to function 'read_pipe' (expecting 'int *' having 'int')
    read_pipe(w, &v);                                       // error: invalid pipe access modifier (expecting read_only)
    write_pipe(p, &x);                                      // error: invalid pipe access modifier (expecting write_only)
    read_pipe(p);                                           // error: invalid number of arguments to function: 'read_pipe'
    read_pipe(p, 1, 2);                                     // error: invalid number of arguments to function: 'read_pipe'
    read_pipe(x, &x);                                       // error: first argument to 'read_pipe' must be a pipe type
    read_pipe(p, 3, 2, &x);                                 // error: (expecting 'reserve_id_t' having 'int')
    read_pipe(p, r, 2.0f, &x);                              // error: (expecting 'uint' having 'float')
    r = reserve_read_pipe(p, 3);
    r = reserve_write_pipe(w, 3);
    r = work_group_reserve_read_pipe(p, 3);
    r = sub_group_reserve_write_pipe(w, 3);
    r = reserve_read_pipe(w, 3);                            // error: invalid pipe access modifier (expecting read_only)
    r = reserve_read_pipe(p);                               // error: too few arguments to function call, expected 2, have 1
    r = reserve_read_pipe(p, r);                            // error: (expecting 'uint' having 'reserve_id_t')
    commit_read_pipe(p, r);
    work_group_commit_write_pipe(w, r);
    commit_write_pipe(w, 4);                                // error: (expecting 'reserve_id_t' having 'int')
    commit_write_pipe(p, r);                                // error: invalid pipe access modifier (expecting write_only)
    *q = get_pipe_num_packets(p) + get_pipe_max_packets(w) + is_valid_reserve_id(r);
    get_pipe_num_packets(x);                                // error: first argument to 'get_pipe_num_packets' must be a pipe type
    get_pipe_num_packets(p, p);                             // error: too many arguments to function call, expected 1, have 2
    p = p;                                                  // error: invalid operands to binary expression
    &p;                                                     // error: invalid argument type '__private read_only pipe int' to unary expression
    p + 1;                                                  // error: invalid operands to binary expression
    if (p)                                                  // error: statement requires expression of scalar type ('read_only pipe int' invalid)
        x = sizeof(p);
    takes(p);
    takes(w);                                               // error: passing 'write_only pipe int4' to parameter of incompatible type 'read_only pipe int'
}
