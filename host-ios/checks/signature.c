// Prints what the C kernel says of itself, as one line: kernelId, measureId, signature. For
// machines where Swift does not run (arm64 under qemu), and compared with build/kernels.json by
// tools/check.mjs.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CKernel.h"

static uint64_t word(ck_instance *instance, const char *name) {
  uint64_t result = 0;
  const int32_t outcome = ck_call(instance, ck_find(name), NULL, 0, &result);
  if (outcome == CK_OK)
    return result;
  fprintf(stderr, "%s: %s\n", name, ck_outcome_name(outcome));
  exit(1);
}

int main(void) {
  const size_t bytes = 16u << 20;
  void *const storage = aligned_alloc(4096, bytes);
  if (storage == NULL)
    return 1;
  memset(storage, 0, bytes);
  ck_instance *instance = NULL;
  if (ck_create(storage, bytes, &instance) != CK_OK)
    return 1;
  printf("%016" PRIx64 " %016" PRIx64 " %016" PRIx64 "\n", word(instance, "kernelId"),
         word(instance, "measureId"), word(instance, "selfSignature"));
  ck_destroy(instance);
  free(storage);
  return 0;
}
