// Child processes with inherited descriptors. iOS has none: the calls answer -ENOTSUP there.
#if !defined(__APPLE__)
#define _GNU_SOURCE
#endif
#include "CHostPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#if defined(__APPLE__)
#include <TargetConditionals.h>
#endif

// Above every number that a child is given, so that dup2 never meets its own source.
enum { FIRST_DESCRIPTOR = 16 };

static int32_t move_up(int32_t descriptor) {
  if (descriptor < 0)
    return -errno;
  const int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, FIRST_DESCRIPTOR);
  const int32_t failure = -errno;
  close(descriptor);
  return moved < 0 ? failure : moved;
}

int32_t hp_pipe(int32_t ends[2]) {
  int made[2];
  if (pipe(made) != 0)
    return -errno;
  ends[0] = move_up(made[0]);
  ends[1] = move_up(made[1]);
  return ends[0] < 0 ? ends[0] : ends[1] < 0 ? ends[1] : 0;
}

int32_t hp_open(const char *path, bool writes) {
  const int flags = writes ? O_WRONLY | O_CREAT | O_APPEND : O_RDONLY;
  return move_up(open(path, flags | O_CLOEXEC, 0666));
}

int64_t hp_write(int32_t descriptor, const void *at, size_t bytes) {
  const ssize_t wrote = write(descriptor, at, bytes);
  return wrote < 0 ? -errno : wrote;
}

int32_t hp_sync(int32_t descriptor) { return fsync(descriptor) == 0 ? 0 : -errno; }

#if defined(__APPLE__) && TARGET_OS_IPHONE

int32_t hp_spawn(const char *path, char *const *arguments, char *const *environment,
                 const int32_t *from, const int32_t *to, size_t count) {
  (void)path, (void)arguments, (void)environment, (void)from, (void)to, (void)count;
  return -ENOTSUP;
}

int32_t hp_wait_child(int32_t pid, bool wait, int32_t *code, int32_t *signal) {
  (void)pid, (void)wait, (void)code, (void)signal;
  return -ENOTSUP;
}

void hp_kill(int32_t pid) { (void)pid; }

#else

#include <spawn.h>
#include <sys/wait.h>

#if defined(__APPLE__)
#include <crt_externs.h>
#define environ (*_NSGetEnviron())
#else
extern char **environ;
#endif

int32_t hp_spawn(const char *path, char *const *arguments, char *const *environment,
                 const int32_t *from, const int32_t *to, size_t count) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  // Everything of ours is close-on-exec; the copies that dup2 makes are not.
  for (size_t i = 0; i < count; i++)
    posix_spawn_file_actions_adddup2(&actions, from[i], to[i]);
  // A group of its own: an interrupt at the terminal reaches the host, which ends its workers
  // itself.
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  pid_t pid = 0;
  const int failure = posix_spawnp(&pid, path, &actions, &attributes, arguments,
                                   environment == NULL ? environ : environment);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return failure != 0 ? -failure : (int32_t)pid;
}

int32_t hp_wait_child(int32_t pid, bool wait, int32_t *code, int32_t *signal) {
  int status = 0;
  pid_t ended;
  do {
    ended = waitpid(pid, &status, wait ? 0 : WNOHANG);
  } while (ended < 0 && errno == EINTR);
  if (ended < 0)
    return -errno;
  if (ended == 0)
    return 0;
  *code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  *signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  return 1;
}

void hp_kill(int32_t pid) { kill(pid, SIGKILL); }

#endif
