// Byte channels: Unix stream sockets, received into and sent from memory of the caller. It does not
// know what travels.
#if !defined(__APPLE__)
#define _GNU_SOURCE
#endif
#include "CHostPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

#if defined(MSG_NOSIGNAL)
#define SEND_FLAGS (MSG_DONTWAIT | MSG_NOSIGNAL)
#else
#define SEND_FLAGS MSG_DONTWAIT
#endif

// More segments than this go with the next call; IOV_MAX is 1024 on both systems.
enum { MOST_SEGMENTS = 64, MOST_CHANNELS = 64 };

static int32_t prepare(int32_t channel, int32_t buffer_bytes) {
  fcntl(channel, F_SETFD, FD_CLOEXEC);
  // A refusal leaves the system's limit, which is slower and not wrong.
  setsockopt(channel, SOL_SOCKET, SO_SNDBUF, &buffer_bytes, sizeof buffer_bytes);
  setsockopt(channel, SOL_SOCKET, SO_RCVBUF, &buffer_bytes, sizeof buffer_bytes);
#if defined(SO_NOSIGPIPE)
  const int on = 1;
  setsockopt(channel, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
  return channel;
}

int32_t hp_channel_pair(int32_t buffer_bytes, int32_t ends[2]) {
  int made[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, made) != 0)
    return -errno;
  ends[0] = prepare(made[0], buffer_bytes);
  ends[1] = prepare(made[1], buffer_bytes);
  return 0;
}

int32_t hp_channel_connect(const char *path, int32_t buffer_bytes) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path)
    return -ENAMETOOLONG;
  strcpy(address.sun_path, path);
  const int made = socket(AF_UNIX, SOCK_STREAM, 0);
  if (made < 0)
    return -errno;
  prepare(made, buffer_bytes);
  if (connect(made, (const struct sockaddr *)&address, sizeof address) == 0)
    return made;
  const int32_t failure = -errno;
  close(made);
  return failure;
}

int64_t hp_receive(int32_t channel, void *at, size_t room, bool wait) {
  for (;;) {
    const ssize_t got = recv(channel, at, room, wait ? 0 : MSG_DONTWAIT);
    if (got >= 0)
      return got;
    if (errno != EINTR)
      return -errno;
  }
}

int64_t hp_send_segments(int32_t channel, const uint8_t *memory, const uint32_t *segments,
                         size_t count, size_t skip) {
  struct iovec parts[MOST_SEGMENTS];
  size_t used = 0;
  for (size_t i = 0; i < count && used < MOST_SEGMENTS; i++) {
    const size_t bytes = segments[2 * i + 1];
    if (skip >= bytes) {
      skip -= bytes;
      continue;
    }
    parts[used].iov_base = (void *)(memory + segments[2 * i] + skip);
    parts[used].iov_len = bytes - skip;
    used++;
    skip = 0;
  }
  const struct msghdr message = {.msg_iov = parts, .msg_iovlen = used};
  for (;;) {
    const ssize_t sent = sendmsg(channel, &message, SEND_FLAGS);
    if (sent >= 0)
      return sent;
    if (errno != EINTR)
      return -errno;
  }
}

int32_t hp_channel_set_timeout(int32_t channel, uint32_t milliseconds) {
  const struct timeval limit = {.tv_sec = milliseconds / 1000,
                                .tv_usec = (int32_t)(milliseconds % 1000) * 1000};
  return setsockopt(channel, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit) == 0 ? 0 : -errno;
}

int32_t hp_wait(const int32_t *channels, const bool *writes, size_t count, int32_t timeout_ms,
                uint8_t *ready) {
  struct pollfd polled[MOST_CHANNELS];
  if (count > MOST_CHANNELS)
    return -EINVAL;
  for (size_t i = 0; i < count; i++) {
    const short events = writes[i] ? POLLIN | POLLOUT : POLLIN;
    polled[i] = (struct pollfd){.fd = channels[i], .events = events};
  }
  const int found = poll(polled, (nfds_t)count, timeout_ms);
  if (found < 0)
    return errno == EINTR ? 0 : -errno;
  for (size_t i = 0; i < count; i++) {
    // A closed descriptor (POLLNVAL) must be met by the read that names it, not waited for forever.
    const bool reads = (polled[i].revents & (POLLIN | POLLHUP | POLLERR | POLLNVAL)) != 0;
    ready[i] = (uint8_t)((reads ? 1 : 0) | ((polled[i].revents & POLLOUT) != 0 ? 2 : 0));
  }
  return found;
}

void hp_close(int32_t descriptor) {
  if (descriptor >= 0)
    close(descriptor);
}
