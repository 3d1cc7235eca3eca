/*
 * Atomics and fences. Global memory is shared by the workers, so the host's
 * atomic instructions do the work; lanes of one block never run at once.
 */
#include "lockstep.h"
#include "schedule.h"

#include "error.h"

#include <math.h>
#include <string.h>

/* How soon an atomic lets the other lanes run: a lock that is not free asks for
 * its holder, anything else only now and then. */
enum { TURN = 1024, STEP_SPIN = 256, STEP_FENCE = 64 };

static float float_of(uint64_t bits)
{
    const uint32_t low = (uint32_t)bits;
    float value;
    memcpy(&value, &low, sizeof value);
    return value;
}

static double double_of(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t bits_of_float(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint64_t bits_of_double(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double apply_real(enum simt_atomic op, double old, double value)
{
    switch (op) {
    case SIMT_ATOMIC_ADD:
        return old + value;
    case SIMT_ATOMIC_SUB:
        return old - value;
    case SIMT_ATOMIC_MIN:
        return fmin(old, value);
    default:
        return fmax(old, value);
    }
}

static int less(enum simt_type type, uint64_t a, uint64_t b)
{
    switch (type) {
    case SIMT_I32:
        return (int32_t)a < (int32_t)b;
    case SIMT_I64:
        return (int64_t)a < (int64_t)b;
    default:
        return a < b;
    }
}

static uint64_t apply_integer(enum simt_atomic op, enum simt_type type, uint64_t old,
                              uint64_t value)
{
    switch (op) {
    case SIMT_ATOMIC_ADD:
        return old + value;
    case SIMT_ATOMIC_SUB:
        return old - value;
    case SIMT_ATOMIC_MIN:
        return less(type, value, old) ? value : old;
    case SIMT_ATOMIC_MAX:
        return less(type, old, value) ? value : old;
    case SIMT_ATOMIC_AND:
        return old & value;
    case SIMT_ATOMIC_OR:
        return old | value;
    case SIMT_ATOMIC_XOR:
        return old ^ value;
    case SIMT_ATOMIC_INC:
        return old >= value ? 0 : old + 1;
    default: /* SIMT_ATOMIC_DEC */
        return old == 0 || old > value ? value : old - 1;
    }
}

static uint64_t apply(enum simt_atomic op, enum simt_type type, uint64_t old, uint64_t value,
                      uint64_t compare)
{
    if (op == SIMT_ATOMIC_EXCH)
        return value;
    if (op == SIMT_ATOMIC_CAS)
        return old == compare ? value : old;
    if (type == SIMT_F32 && (op == SIMT_ATOMIC_ADD || op == SIMT_ATOMIC_SUB))
        return bits_of_float(op == SIMT_ATOMIC_ADD ? float_of(old) + float_of(value)
                                                   : float_of(old) - float_of(value));
    if (type == SIMT_F32 && (op == SIMT_ATOMIC_MIN || op == SIMT_ATOMIC_MAX))
        return bits_of_float((float)apply_real(op, float_of(old), float_of(value)));
    if (type == SIMT_F64 && op <= SIMT_ATOMIC_MAX)
        return bits_of_double(apply_real(op, double_of(old), double_of(value)));
    return apply_integer(op, type, old, value);
}

/* One update loop for each width. */
#define DEFINE_UPDATE(WORD)                                                                        \
    static uint64_t update_##WORD(void *address, enum simt_atomic op, enum simt_type type,         \
                                  uint64_t value, uint64_t compare)                                \
    {                                                                                              \
        WORD *word = address;                                                                      \
        if (op == SIMT_ATOMIC_ADD && type < SIMT_F32)                                              \
            return __atomic_fetch_add(word, (WORD)value, __ATOMIC_SEQ_CST);                        \
        WORD old = __atomic_load_n(word, __ATOMIC_SEQ_CST);                                        \
        WORD new;                                                                                  \
        do                                                                                         \
            new = (WORD)apply(op, type, old, (WORD)value, (WORD)compare);                          \
        while (                                                                                    \
            !__atomic_compare_exchange_n(word, &old, new, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)); \
        return old;                                                                                \
    }

DEFINE_UPDATE(uint16_t)
DEFINE_UPDATE(uint32_t)
DEFINE_UPDATE(uint64_t)

static unsigned width_of(enum simt_type type)
{
    switch (type) {
    case SIMT_U16:
        return 2;
    case SIMT_I64:
    case SIMT_U64:
    case SIMT_F64:
        return 8;
    default:
        return 4;
    }
}

static uint64_t update(void *address, enum simt_atomic op, enum simt_type type, uint64_t value,
                       uint64_t compare)
{
    switch (width_of(type)) {
    case 2:
        return update_uint16_t(address, op, type, value, compare);
    case 4:
        return update_uint32_t(address, op, type, value, compare);
    default:
        return update_uint64_t(address, op, type, value, compare);
    }
}

static void count_turn(struct worker *w, unsigned step, const void *site)
{
    w->atomics += step;
    if (w->atomics < TURN || w->block->lockstep)
        return; /* in lockstep every event lets the others run */
    w->atomics = 0;
    simt_give_way(w, site);
}

uint64_t simt_atomic(void *address, enum simt_atomic op, enum simt_type type, uint64_t value,
                     uint64_t compare, enum simt_scope scope)
{
    struct worker *w = simt_self;
    if (w == NULL || w->block == NULL)
        return update(address, op, type, value, compare);
    const void *site = SIMT_CALLER;
    simt_enter(w, site);
    if (SIMT_UNLIKELY((uintptr_t)address % width_of(type) != 0)) {
        w->failure.address = address;
        simt_fail(w, SIMT_FAILED_MISALIGNED, SIMT_ERROR_MISALIGNED_ADDRESS, site,
                  "an atomic's address must be a multiple of its size",
                  "atomic of %u bytes at the misaligned address %p", width_of(type), address);
    }
    if (SIMT_UNLIKELY(w->block->lockstep)) {
        const enum simt_space space = simt_space_of(w, w->block, (uintptr_t)address);
        simt_step(w, site, SIMT_FRAME, simt_what_atomic(space, width_of(type), op, type, scope),
                  (uintptr_t)address);
        simt_enter(w, site);
    }
    const uint64_t old = update(address, op, type, value, compare);
    const int spins =
        (op == SIMT_ATOMIC_CAS && old != compare) || (op == SIMT_ATOMIC_EXCH && old == value);
    count_turn(w, spins ? STEP_SPIN : 1, site);
    simt_leave(w);
    return old;
}

void simt_fence(enum simt_scope scope)
{
    struct worker *w = simt_self;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (w == NULL || w->block == NULL)
        return;
    const void *site = SIMT_CALLER;
    simt_enter(w, site);
    if (SIMT_UNLIKELY(w->block->lockstep))
        simt_step(w, site, SIMT_FRAME, simt_what(SIMT_STEP_FENCE, scope), 0);
    else
        count_turn(w, STEP_FENCE, site);
    simt_leave(w);
}

void simt_nanosleep(unsigned ns)
{
    struct worker *w = simt_self;
    (void)ns;
    if (w == NULL || w->block == NULL)
        return;
    const void *site = SIMT_CALLER;
    simt_enter(w, site);
    simt_give_way(w, site);
}
