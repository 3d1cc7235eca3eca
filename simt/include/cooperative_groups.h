/*
 * Cooperative groups: thread blocks, tiles, coalesced threads, the grid.
 *
 * Tiles have up to 32 threads. A grid waits only in a kernel that was launched
 * by cudaLaunchCooperativeKernel. Clusters, several devices and tiles of more
 * than a warp are not declared, so that the compiler names them.
 */
#ifndef SIMT_COOPERATIVE_GROUPS_H
#define SIMT_COOPERATIVE_GROUPS_H

#include "cuda_runtime.h"

#include "simt/cg_block.h"
#include "simt/cg_coalesced.h"
#include "simt/cg_tile.h"

#endif
