/*
 * The switch in assembly, and a fiber's first frame.
 *
 * Both versions store the registers that a C function must preserve, exchange
 * the stack pointer, and leave by an indirect jump: a return instruction would
 * be predicted by the return stack of the wrong fiber each time.
 */
#include "fiber.h"

#ifndef SIMT_PORTABLE_FIBERS

#include <stdint.h>

void simt_fiber_entry(void) __attribute__((visibility("hidden")));

#if defined(__x86_64__)

__asm__(".text\n"
        ".globl simt_switch\n"
        ".type simt_switch, @function\n"
        ".p2align 4\n"
        "simt_switch:\n"
        ".cfi_startproc\n"
        "    pushq %rbp\n"
        "    pushq %rbx\n"
        "    pushq %r12\n"
        "    pushq %r13\n"
        "    pushq %r14\n"
        "    pushq %r15\n"
        "    movq %rsp, (%rdi)\n"
        "    movq %rsi, %rsp\n"
        "    movq $0, (%rdx)\n"
        "    popq %r15\n"
        "    popq %r14\n"
        "    popq %r13\n"
        "    popq %r12\n"
        "    popq %rbx\n"
        "    popq %rbp\n"
        "    popq %rdx\n"
        "    jmp *%rdx\n"
        ".cfi_endproc\n"
        ".size simt_switch, .-simt_switch\n"
        /* The outermost frame: its caller is undefined, where debuggers stop. */
        ".globl simt_fiber_entry\n"
        ".hidden simt_fiber_entry\n"
        ".type simt_fiber_entry, @function\n"
        "simt_fiber_entry:\n"
        ".cfi_startproc\n"
        ".cfi_undefined rip\n"
        "    xorl %ebp, %ebp\n"
        "    movq %rbx, %rdi\n"
        "    call *%r12\n"
        "    hlt\n"
        ".cfi_endproc\n"
        ".size simt_fiber_entry, .-simt_fiber_entry\n"
        ".section .note.GNU-stack,\"\",@progbits\n"
        ".text\n");

enum { FRAME_WORDS = 9, SLOT_ARGUMENT = 4, SLOT_BODY = 3, SLOT_ENTRY = 6 };

#else /* __aarch64__ */

__asm__(".text\n"
        ".globl simt_switch\n"
        ".type simt_switch, %function\n"
        ".p2align 4\n"
        "simt_switch:\n"
        ".cfi_startproc\n"
        "    sub sp, sp, #160\n"
        "    stp x19, x20, [sp, #0]\n"
        "    stp x21, x22, [sp, #16]\n"
        "    stp x23, x24, [sp, #32]\n"
        "    stp x25, x26, [sp, #48]\n"
        "    stp x27, x28, [sp, #64]\n"
        "    stp x29, x30, [sp, #80]\n"
        "    stp d8, d9, [sp, #96]\n"
        "    stp d10, d11, [sp, #112]\n"
        "    stp d12, d13, [sp, #128]\n"
        "    stp d14, d15, [sp, #144]\n"
        "    mov x3, sp\n"
        "    str x3, [x0]\n"
        "    mov sp, x1\n"
        "    str xzr, [x2]\n"
        "    ldp x19, x20, [sp, #0]\n"
        "    ldp x21, x22, [sp, #16]\n"
        "    ldp x23, x24, [sp, #32]\n"
        "    ldp x25, x26, [sp, #48]\n"
        "    ldp x27, x28, [sp, #64]\n"
        "    ldp x29, x30, [sp, #80]\n"
        "    ldp d8, d9, [sp, #96]\n"
        "    ldp d10, d11, [sp, #112]\n"
        "    ldp d12, d13, [sp, #128]\n"
        "    ldp d14, d15, [sp, #144]\n"
        "    add sp, sp, #160\n"
        "    br x30\n"
        ".cfi_endproc\n"
        ".size simt_switch, .-simt_switch\n"
        ".globl simt_fiber_entry\n"
        ".hidden simt_fiber_entry\n"
        ".type simt_fiber_entry, %function\n"
        "simt_fiber_entry:\n"
        ".cfi_startproc\n"
        ".cfi_undefined x30\n"
        "    mov x29, #0\n"
        "    mov x0, x19\n"
        "    blr x20\n"
        "    brk #1\n"
        ".cfi_endproc\n"
        ".size simt_fiber_entry, .-simt_fiber_entry\n"
        ".section .note.GNU-stack,\"\",%progbits\n"
        ".text\n");

enum { FRAME_WORDS = 20, SLOT_ARGUMENT = 0, SLOT_BODY = 1, SLOT_ENTRY = 11 };

#endif

/* Builds the frame that simt_switch unloads: the entry's address, and the body
 * and its argument in preserved registers. The top is 64-byte aligned, so the
 * stack pointer is a multiple of 16 at the entry. */
void *simt_fiber_make(struct stack *stack, void (*body)(void *stack))
{
    uintptr_t *frame = (uintptr_t *)(void *)stack->top - FRAME_WORDS;
    for (int i = 0; i < FRAME_WORDS; i++)
        frame[i] = 0;
    frame[SLOT_ARGUMENT] = (uintptr_t)stack;
    frame[SLOT_BODY] = (uintptr_t)body;
    frame[SLOT_ENTRY] = (uintptr_t)simt_fiber_entry;
    return frame;
}

#else

typedef int simt_fiber_is_portable; /* a C file may not be empty */

#endif
