// Memory from the system: reserved for a kernel's linear memory, or shared with a worker as slots.
#if !defined(__APPLE__)
#define _GNU_SOURCE
#endif
#include "CHostPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if !defined(MAP_NORESERVE)
#define MAP_NORESERVE 0
#endif

// As in process.c.
enum { FIRST_DESCRIPTOR = 16 };

size_t hp_page_bytes(void) { return (size_t)sysconf(_SC_PAGESIZE); }

void *hp_storage_reserve(size_t bytes) {
  const int flags = MAP_PRIVATE | MAP_ANON | MAP_NORESERVE;
  void *const at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
  return at == MAP_FAILED ? NULL : at;
}

void hp_storage_release(void *at, size_t bytes) {
  if (at != NULL)
    munmap(at, bytes);
}

static int32_t fill(int32_t file, size_t bytes) {
  static const char zeros[65536];
  for (size_t done = 0; done < bytes;) {
    const size_t part = bytes - done < sizeof zeros ? bytes - done : sizeof zeros;
    const ssize_t wrote = pwrite(file, zeros, part, (off_t)done);
    if (wrote < 0 && errno != EINTR)
      return -errno;
    if (wrote > 0)
      done += (size_t)wrote;
  }
  return 0;
}

static int32_t open_nameless(const char *folder) {
  char path[1024];
  if (strlen(folder) + sizeof "/echometer-XXXXXX" > sizeof path)
    return -ENAMETOOLONG;
  strcpy(path, folder);
  strcat(path, "/echometer-XXXXXX");
  const int made = mkstemp(path);
  if (made < 0)
    return -errno;
  unlink(path);
  // Above the numbers that a child is given (hp_spawn): a slot file with number 4 was overwritten
  // on its way to 5.
  const int file = fcntl(made, F_DUPFD_CLOEXEC, FIRST_DESCRIPTOR);
  const int32_t failure = -errno;
  close(made);
  return file < 0 ? failure : file;
}

int32_t hp_shared_create(size_t bytes) {
  const char *const named = getenv("TMPDIR");
  const char *const folders[] = {"/dev/shm", named == NULL ? "/tmp" : named};
  int32_t failure = -ENOENT;
  for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
    const int32_t file = open_nameless(folders[i]);
    failure = file < 0 ? file : fill(file, bytes);
    if (failure == 0)
      return file;
    hp_close(file);
  }
  return failure;
}

void *hp_shared_map(int32_t file, size_t bytes, void *at) {
  const int flags = MAP_SHARED | (at == NULL ? 0 : MAP_FIXED);
  void *const mapped = mmap(at, bytes, PROT_READ | PROT_WRITE, flags, file, 0);
  return mapped == MAP_FAILED ? NULL : mapped;
}
