// What module.c, runtime.c and entry.c share: an instance, and a row of the table of exports.
// Swift does not see it; include/CKernel.h is all that leaves this folder.
#ifndef CK_INSTANCE_H_
#define CK_INSTANCE_H_

#include <setjmp.h>

#include "generated.h"
#include "generated/kernel.h"

struct ck_instance {
  w2c_kernel module;
  uint8_t *storage;
  size_t capacity_bytes;
  jmp_buf trapped;
  wasm_rt_trap_t trap;
};

typedef struct {
  const char *name;
  const char *signature;
  size_t parameter_count;
  u64 (*thunk)(w2c_kernel *kernel, const u64 *arguments);
} ck_export_row;

extern const ck_export_row ck_export_rows[];
extern const size_t ck_export_count;

// The instance that runs on this thread. Set by entry.c before it enters generated code: the
// runtime's callbacks get a memory, not the instance it belongs to.
extern _Thread_local struct ck_instance *ck_entered;

#endif
