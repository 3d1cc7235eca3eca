/*
 * A lock of one byte, for a few instructions.
 */
#ifndef SIMT_DETECT_SPIN_H
#define SIMT_DETECT_SPIN_H

static inline void spin_lock(unsigned char *lock)
{
    while (__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE) != 0)
        while (__atomic_load_n(lock, __ATOMIC_RELAXED) != 0)
            ;
}

static inline void spin_unlock(unsigned char *lock)
{
    __atomic_store_n(lock, 0, __ATOMIC_RELEASE);
}

#endif
