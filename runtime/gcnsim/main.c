#include "runtime/gcnsim/gcnsim_command.h"

int
main(int argc, char **argv)
{
    return gcnsim_command(argc, argv, NULL);
}
