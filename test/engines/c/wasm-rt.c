// The embedder's functions of wasm-rt.h. Memory moves when it grows; translated code reads its
// address anew.
#include "wasm-rt.h"

void wasm_rt_trap(wasm_rt_trap_t code) { _Exit(100 + (int)code); }

void wasm_rt_allocate_memory(wasm_rt_memory_t *memory, uint64_t initial, uint64_t most, bool is64,
                             uint32_t page_size) {
  memory->pages = initial;
  memory->max_pages = most;
  memory->page_size = page_size;
  memory->is64 = is64;
  memory->size = initial * page_size;
  memory->data = calloc(1, memory->size);
  if (memory->data == NULL)
    abort();
}

uint64_t wasm_rt_grow_memory(wasm_rt_memory_t *memory, uint64_t pages) {
  uint64_t before = memory->pages;
  if (before + pages > memory->max_pages)
    return (uint64_t)-1;
  uint64_t size = (before + pages) * memory->page_size;
  uint8_t *data = realloc(memory->data, size);
  if (data == NULL)
    return (uint64_t)-1;
  memset(data + memory->size, 0, size - memory->size);
  memory->data = data;
  memory->pages = before + pages;
  memory->size = size;
  return before;
}

void wasm_rt_free_memory(wasm_rt_memory_t *memory) {
  free(memory->data);
  memory->data = NULL;
}
