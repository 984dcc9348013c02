/* Names that the program gives to types, wherever a declaration has them (variables.cl). */
typedef int number; //= number: DW_TAG_typedef "int"
typedef number *numbers; //= numbers: DW_TAG_typedef "number_*"
typedef struct node {
    int value;
    struct node *left; //= left: "node_*"
} node_t; //= node_t: DW_TAG_typedef "node"
typedef node_t pair[2]; //= pair: DW_TAG_typedef "node_t[2]"
typedef number count_t; //= count_t: "number"
typedef struct {
    count_t size;      //= size: "count_t"
    node_t *first;     //= first: "node_t_*"
    number row[3];     //= row: "number[3]"
} tree;
constant node_t table[2] = {{1}, {2}}; //= table: "node_t[2]"

__attribute__((noinline)) number *
chosen(number *from, int i) //= chosen: "number_*"
{
    return from + i;
}

__attribute__((noinline)) int
sum(number values[3], //= values: "number_*"
    node_t *nodes[2]) //= nodes: "node_t_**"
{
    return values[0] + nodes[1]->value;
}

kernel void
named(global number *to,  //= to: "number_*"
      global tree *from,  //= from: "tree_*"
      const count_t kept) //= kept: "const_count_t"
{
    pair both = {{kept}, {3}}; //= both: "pair"
    number several[4] = {kept, 1, 2, to[0]}; //= several: "number[4]"
    numbers inside = several;                //= inside: "numbers"
    node_t *both_nodes[2] = {both, both + (kept & 1)};
    to[1] = *chosen(inside, kept & 3) + sum(several, both_nodes) + table[kept & 1].value + from->size;
}
