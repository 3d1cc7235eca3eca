/*
 * The switch in assembly, and a fiber's first frame.
 *
 * Both versions store the registers that a C function must preserve, exchange
 * the stack pointer, and leave by an indirect jump: a return instruction would
 * be predicted by the return stack of the wrong fiber each time.
 *
 * The .cfi lines say where each register is at each instruction. So a debugger
 * that is told "this fiber stands at simt_switch_saved, with its context as stack
 * pointer" finds the rest itself (gdb/simt-gdb.py).
 */
#include "fiber.h"

#ifndef SIMT_PORTABLE_FIBERS

#include <stdint.h>

void simt_fiber_entry(void) __attribute__((visibility("hidden")));

#if defined(__x86_64__)

__asm__(".macro simt_push register\n"
        "    pushq %\\register\n"
        ".cfi_adjust_cfa_offset 8\n"
        ".cfi_rel_offset \\register, 0\n"
        ".endm\n"
        ".macro simt_pop register\n"
        "    popq %\\register\n"
        ".cfi_adjust_cfa_offset -8\n"
        ".cfi_restore \\register\n"
        ".endm\n"
        ".text\n"
        ".globl simt_switch\n"
        ".type simt_switch, @function\n"
        ".p2align 4\n"
        "simt_switch:\n"
        ".cfi_startproc\n"
        "    simt_push rbp\n"
        "    simt_push rbx\n"
        "    simt_push r12\n"
        "    simt_push r13\n"
        "    simt_push r14\n"
        "    simt_push r15\n"
        "    movq %rsp, (%rdi)\n"
        "simt_switch_saved:\n"
        "    movq %rsi, %rsp\n"
        "    movq $0, (%rdx)\n"
        "    simt_pop r15\n"
        "    simt_pop r14\n"
        "    simt_pop r13\n"
        "    simt_pop r12\n"
        "    simt_pop rbx\n"
        "    simt_pop rbp\n"
        "    popq %rdx\n"
        ".cfi_adjust_cfa_offset -8\n"
        ".cfi_register rip, rdx\n"
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

/* Two registers, the first one's number in debug information, and their place. */
__asm__(".macro simt_store a, b, number, at\n"
        "    stp \\a, \\b, [sp, #\\at]\n"
        ".cfi_rel_offset \\number, \\at\n"
        ".cfi_rel_offset \\number + 1, \\at + 8\n"
        ".endm\n"
        ".macro simt_load a, b, number, at\n"
        "    ldp \\a, \\b, [sp, #\\at]\n"
        ".cfi_restore \\number\n"
        ".cfi_restore \\number + 1\n"
        ".endm\n"
        ".text\n"
        ".globl simt_switch\n"
        ".type simt_switch, %function\n"
        ".p2align 4\n"
        "simt_switch:\n"
        ".cfi_startproc\n"
        "    sub sp, sp, #160\n"
        ".cfi_adjust_cfa_offset 160\n"
        "    simt_store x19, x20, 19, 0\n"
        "    simt_store x21, x22, 21, 16\n"
        "    simt_store x23, x24, 23, 32\n"
        "    simt_store x25, x26, 25, 48\n"
        "    simt_store x27, x28, 27, 64\n"
        "    simt_store x29, x30, 29, 80\n"
        "    simt_store d8, d9, 72, 96\n"
        "    simt_store d10, d11, 74, 112\n"
        "    simt_store d12, d13, 76, 128\n"
        "    simt_store d14, d15, 78, 144\n"
        "    mov x3, sp\n"
        "    str x3, [x0]\n"
        "simt_switch_saved:\n"
        "    mov sp, x1\n"
        "    str xzr, [x2]\n"
        "    simt_load x19, x20, 19, 0\n"
        "    simt_load x21, x22, 21, 16\n"
        "    simt_load x23, x24, 23, 32\n"
        "    simt_load x25, x26, 25, 48\n"
        "    simt_load x27, x28, 27, 64\n"
        "    simt_load x29, x30, 29, 80\n"
        "    simt_load d8, d9, 72, 96\n"
        "    simt_load d10, d11, 74, 112\n"
        "    simt_load d12, d13, 76, 128\n"
        "    simt_load d14, d15, 78, 144\n"
        "    add sp, sp, #160\n"
        ".cfi_adjust_cfa_offset -160\n"
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
