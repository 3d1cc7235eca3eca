/*
 * A question that the core asks before each launch, without knowing who
 * answers: the runtime API has devices and streams, the core has neither.
 */
#ifndef SIMT_GATE_H
#define SIMT_GATE_H

#ifdef __cplusplus
extern "C" {
#endif

struct simt_kernel;
struct simt_config;

/* 0 to go on, or the CUDA error that refuses the launch. */
typedef int simt_launch_gate(const struct simt_kernel *kernel, const struct simt_config *config);

/* Sets the one gate, before main. */
void simt_set_launch_gate(simt_launch_gate *gate);

/* Asks it; 0 without a gate. */
int simt_pass_gate(const struct simt_kernel *kernel, const struct simt_config *config);

#ifdef __cplusplus
}
#endif

#endif
