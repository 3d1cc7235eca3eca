/* The runtime API's say in a launch. */
#include "gate.h"

#include "simt/simt.h"

static simt_launch_gate *gate;

void simt_set_launch_gate(simt_launch_gate *opinion)
{
    gate = opinion;
}

int simt_pass_gate(const struct simt_kernel *kernel, const struct simt_config *config)
{
    return gate != NULL ? gate(kernel, config) : 0;
}
