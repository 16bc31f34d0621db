// What wasm2c 1.0.39 output needs from its embedder for these checks: growable memory with bounds
// checks; a trap ends the process.
#ifndef WASM_RT_H_
#define WASM_RT_H_

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifndef __has_builtin
#define __has_builtin(x) 0
#endif
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define wasm_rt_memcpy __builtin_memcpy
#define wasm_rt_unreachable __builtin_unreachable
#define WABT_BIG_ENDIAN 0
#define WASM_RT_USE_SEGUE 0
#define WASM_RT_SANITY_CHECKS 0
#define WASM_RT_MEMCHECK_GUARD_PAGES 0
#define WASM_RT_MEMCHECK_BOUNDS_CHECK 1
#define WASM_RT_STACK_DEPTH_COUNT 0
#define WASM_RT_NO_RETURN __attribute__((noreturn))

typedef enum {
  WASM_RT_TRAP_NONE,
  WASM_RT_TRAP_OOB,
  WASM_RT_TRAP_INT_OVERFLOW,
  WASM_RT_TRAP_DIV_BY_ZERO,
  WASM_RT_TRAP_INVALID_CONVERSION,
  WASM_RT_TRAP_UNREACHABLE,
  WASM_RT_TRAP_CALL_INDIRECT,
  WASM_RT_TRAP_UNCAUGHT_EXCEPTION,
  WASM_RT_TRAP_UNALIGNED,
  WASM_RT_TRAP_NULL_REF,
  WASM_RT_TRAP_EXHAUSTION
} wasm_rt_trap_t;
typedef enum {
  WASM_RT_I32,
  WASM_RT_I64,
  WASM_RT_F32,
  WASM_RT_F64,
  WASM_RT_V128,
  WASM_RT_FUNCREF,
  WASM_RT_EXTERNREF,
  WASM_RT_EXNREF
} wasm_rt_type_t;
typedef void (*wasm_rt_function_ptr_t)(void);
typedef const char *wasm_rt_func_type_t;
typedef struct wasm_rt_tailcallee_t {
  void (*fn)(void **, void *, struct wasm_rt_tailcallee_t *);
} wasm_rt_tailcallee_t;
typedef struct {
  wasm_rt_func_type_t func_type;
  wasm_rt_function_ptr_t func;
  wasm_rt_tailcallee_t func_tailcallee;
  void *module_instance;
} wasm_rt_funcref_t;
typedef void *wasm_rt_externref_t;
static const wasm_rt_funcref_t wasm_rt_funcref_null_value = {0};
static const wasm_rt_externref_t wasm_rt_externref_null_value = 0;
typedef struct {
  uint8_t *data;
  uint32_t page_size;
  uint64_t pages, max_pages, size;
  bool is64;
} wasm_rt_memory_t;
typedef struct {
  wasm_rt_funcref_t *data;
  uint32_t max_size, size;
} wasm_rt_funcref_table_t;
typedef struct {
  wasm_rt_externref_t *data;
  uint32_t max_size, size;
} wasm_rt_externref_table_t;
WASM_RT_NO_RETURN void wasm_rt_trap(wasm_rt_trap_t);
void wasm_rt_allocate_memory(wasm_rt_memory_t *, uint64_t initial_pages, uint64_t max_pages,
                             bool is64, uint32_t page_size);
uint64_t wasm_rt_grow_memory(wasm_rt_memory_t *, uint64_t pages);
void wasm_rt_free_memory(wasm_rt_memory_t *);
static inline bool wasm_rt_is_initialized(void) { return true; }
static inline void wasm_rt_init(void) {}
#endif
