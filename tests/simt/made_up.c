#include "made_up.h"

#include <check.h>

static const struct simt_kernel kernel = { .name = "made_up", .file = "made_up.cu", .line = 1 };
struct simt_config config;
struct simt_launch_info launch;
struct simt_block_info block;
struct simt_listeners listeners;
struct simt_count_launch counted;

const char code[16];

void begin_launch(unsigned threads)
{
    config = (struct simt_config){ .grid = { 1, 1, 1 }, .block = { threads, 1, 1 } };
    launch = (struct simt_launch_info){ .kernel = &kernel,
                                        .config = &config,
                                        .id = 1,
                                        .blocks = 1,
                                        .threads = threads,
                                        .warps = (threads + 31) / 32,
                                        .workers = 1,
                                        .lockstep = 1 };
    block = (struct simt_block_info){ .launch = &launch };
    simt_emit_launch_begin(&launch);
    simt_emit_worker_begin(&listeners, &launch, 0);
    simt_emit_block_begin(&listeners, &block);
}

void end_launch(void)
{
    simt_emit_block_end(&listeners, &block);
    simt_emit_worker_end(&listeners, &launch);
    simt_emit_launch_end(&launch);
    ck_assert_int_eq(simt_count_last("made_up", &counted), 0);
}

uint64_t value(enum simt_counter counter)
{
    return counted.value[counter];
}

void access_memory(enum simt_access_kind kind, enum simt_space space, unsigned active,
                   unsigned bytes, uintptr_t base, unsigned step)
{
    uintptr_t address[32];
    for (unsigned lane = 0; lane < 32; lane++)
        address[lane] = base + (uintptr_t)lane * step;
    const struct simt_access access = { .block = &block,
                                        .active = active,
                                        .kind = kind,
                                        .space = space,
                                        .bytes = bytes,
                                        .pc = &code[0],
                                        .address = address };
    simt_emit_access(&listeners, &access);
}

void enter(unsigned place, unsigned active)
{
    const struct simt_enter event = { .block = &block, .active = active, .pc = &code[place] };
    simt_emit_enter(&listeners, &event);
}

void leave(unsigned active)
{
    const struct simt_lane_exit event = { .block = &block, .active = active };
    simt_emit_lane_exit(&listeners, &event);
}
