#include "part.h"

#include "best.h"
#include "reference.h"

#include <stdlib.h>

/* Elements of a piece, on hardware and simulated. */
static const size_t hardware_piece = (size_t)1 << 28, simulated_piece = (size_t)1 << 18;

static int allocate(float **to, size_t floats, struct failure *why)
{
    void *memory = NULL;
    const int status = CUDA_TRY(cudaMalloc(&memory, floats * sizeof(float)), why);
    *to = memory;
    return status;
}

int part_open(struct part *part, struct share share, struct input_file *file, bool simulated,
              struct failure *why)
{
    const size_t most = simulated ? simulated_piece : hardware_piece;
    const uint64_t own = share.end - share.first;
    *part = (struct part){ .share = share,
                           .file = file,
                           .piece_floats = own < most ? (size_t)own : most };
    if (file != NULL) {
        part->piece = malloc((part->piece_floats + 1) * sizeof(float));
        if (part->piece == NULL) {
            return fail(why, EXIT_USAGE, "out of memory");
        }
    }
    const int status = allocate(&part->d_piece, part->piece_floats + 1, why);
    return status != 0 ? status : allocate(&part->d_sum, 1, why);
}

void part_close(struct part *part)
{
    cudaFree(part->d_piece);
    cudaFree(part->d_sum);
    free(part->piece);
}

static int read_piece(struct part *part, uint64_t first, size_t count, struct failure *why)
{
    struct input piece = { .values = part->piece, .count = count };
    const int status = input_read(part->file, (size_t)first, &piece, why);
    if (status != 0) {
        return status;
    }
    const struct reference reference = reference_sum(part->piece, count);
    part->right += reference.sum;
    part->allowed +=
        (reference_tree_rounds(count) + (double)count / (1 << 14)) * 0x1p-24 * reference.sum_abs;
    return CUDA_TRY(
        cudaMemcpy(part->d_piece, part->piece, count * sizeof(float), cudaMemcpyHostToDevice), why);
}

static int make_piece(struct part *part, uint64_t first, size_t count, struct failure *why)
{
    indexed_fill(part->d_piece, first, count);
    part->right += (double)indexed_sum(first, count);
    return CUDA_TRY(cudaGetLastError(), why);
}

static int sum_piece(struct part *part, uint64_t first, size_t count, struct failure *why)
{
    float sum = 0;
    int status = part->file != NULL ? read_piece(part, first, count, why)
                                    : make_piece(part, first, count, why);
    if (status == 0) {
        status = CUDA_TRY(best_sum(part->d_piece, part->d_sum, count, 0), why);
    }
    if (status == 0) {
        status = CUDA_TRY(cudaMemcpy(&sum, part->d_sum, sizeof sum, cudaMemcpyDeviceToHost), why);
    }
    part->sum += (double)sum;
    return status;
}

int part_sum(struct part *part, struct failure *why)
{
    int status = 0;
    for (uint64_t at = part->share.first; at < part->share.end && status == 0;
         at += part->piece_floats) {
        const uint64_t left = part->share.end - at;
        status =
            sum_piece(part, at, left < part->piece_floats ? (size_t)left : part->piece_floats, why);
    }
    return status;
}
