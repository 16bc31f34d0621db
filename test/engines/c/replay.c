// Repeats a transcript on the kernel that wasm2c has translated. dispatch.h is generated from the
// translated header.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel.h"

typedef union {
  uint32_t i;
  uint64_t l;
  double d;
} value;

static w2c_kernel kernel;

#include "dispatch.h"

static uint64_t fnv1a(const uint8_t *bytes, size_t n) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (size_t i = 0; i < n; i++)
    hash = (hash ^ bytes[i]) * 0x100000001b3u;
  return hash;
}

static uint8_t nibble(char c) { return (uint8_t)(c <= '9' ? c - '0' : c - 'a' + 10); }

static void write_hex(size_t at, const char *hex) {
  uint8_t *to = w2c_kernel_memory(&kernel)->data + at;
  for (; hex[0] > ' '; hex += 2)
    *to++ = (uint8_t)(nibble(hex[0]) << 4 | nibble(hex[1]));
}

static value parse(const char *word) {
  value v = {.l = 0};
  if (word[0] == 'i')
    v.i = (uint32_t)strtoll(word + 1, NULL, 10);
  if (word[0] == 'l')
    v.l = strtoull(word + 1, NULL, 10);
  if (word[0] == 'd')
    v.l = strtoull(word + 1, NULL, 16);
  return v;
}

static int call(char *line) {
  value args[16];
  int n = 0;
  char *name = strtok(line + 2, " \n");
  char *result = strtok(NULL, " \n");
  for (char *word; n < 16 && (word = strtok(NULL, " \n")) != NULL;)
    args[n++] = parse(word);
  value want = parse(result);
  value got = {.l = 0};
  if (!dispatch(name, args, &got))
    return 0;
  return result[0] == 'l' ? got.l == want.l : got.i == want.i;
}

static int check(const char *line) {
  unsigned long at = 0, n = 0;
  unsigned long long hash = 0;
  if (sscanf(line + 2, "%lu %lu %llx", &at, &n, &hash) != 3)
    return 0;
  return fnv1a(w2c_kernel_memory(&kernel)->data + at, n) == hash;
}

static int step(char *line) {
  if (line[0] == 'c')
    return call(line);
  if (line[0] == 'm')
    return check(line);
  char *hex = NULL;
  unsigned long at = strtoul(line + 2, &hex, 10);
  write_hex(at, hex + 1);
  return 1;
}

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  FILE *file = fopen(argv[1], "r");
  if (file == NULL)
    return 2;
  wasm2c_kernel_instantiate(&kernel);
  uint64_t signature = w2c_kernel_selfSignature(&kernel);
  char *line = NULL;
  size_t room = 0;
  long done = 0;
  while (getline(&line, &room, file) > 0) {
    if (!step(line)) {
      printf("{\"signature\":\"%016llx\",\"done\":%ld,\"wrong\":\"line %ld\"}\n",
             (unsigned long long)signature, done, done + 1);
      return 1;
    }
    done++;
  }
  printf("{\"signature\":\"%016llx\",\"done\":%ld}\n", (unsigned long long)signature, done);
  free(line);
  fclose(file);
  return 0;
}
