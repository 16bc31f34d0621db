// The built-in module `_echometer_channel`: a connected socket as `echometer_worker.serve` wants it
// (read_into, write). It is the C twin of python/echometer_worker/transports.py and exists
// because `socket` and `select` are not linked statically into CPython on iOS. It knows no
// protocol.
#if !defined(__APPLE__)
#define _GNU_SOURCE
#endif
#include "python.h"

#if PE_HAS_PYTHON

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

#if defined(MSG_NOSIGNAL)
#define SEND_FLAGS (MSG_DONTWAIT | MSG_NOSIGNAL)
#else
#define SEND_FLAGS MSG_DONTWAIT
#endif

// A host that keeps reading makes room within this; only one that does not is read ahead, because
// what is read ahead is copied twice (the same rule and numbers as transports.py).
enum { PATIENCE_MS = 2, AHEAD_CHUNK_BYTES = 262144, GATHER_PARTS = 64 };

typedef struct {
  PyObject_HEAD int descriptor;
  bool has_ended;
  char *ahead;
  size_t ahead_at, ahead_bytes, ahead_capacity;
} Channel;

static int channel_init(PyObject *self, PyObject *arguments, PyObject *keywords) {
  (void)keywords;
  return PyArg_ParseTuple(arguments, "i", &((Channel *)self)->descriptor) ? 0 : -1;
}

static void channel_dealloc(PyObject *self) {
  PyTypeObject *const type = Py_TYPE(self);
  PyMem_RawFree(((Channel *)self)->ahead);
  type->tp_free(self);
  Py_DECREF(type);
}

static bool is_gone(int code) { return code == EPIPE || code == ECONNRESET || code == ENOTCONN; }

static size_t take_ahead(Channel *channel, char *room, size_t bytes) {
  const size_t count = bytes < channel->ahead_bytes ? bytes : channel->ahead_bytes;
  memcpy(room, channel->ahead + channel->ahead_at, count);
  channel->ahead_at += count;
  channel->ahead_bytes -= count;
  if (channel->ahead_bytes == 0)
    channel->ahead_at = 0;
  return count;
}

// read_into(room, wants_all) -> int
static PyObject *channel_read_into(PyObject *self, PyObject *const *arguments, Py_ssize_t count) {
  Channel *const channel = (Channel *)self;
  if (count != 2)
    return PyErr_Format(PyExc_TypeError, "read_into takes 2 arguments");
  const int wants_all = PyObject_IsTrue(arguments[1]);
  Py_buffer room;
  if (wants_all < 0 || PyObject_GetBuffer(arguments[0], &room, PyBUF_WRITABLE) != 0)
    return NULL;
  ssize_t got;
  if (channel->ahead_bytes > 0) {
    got = (ssize_t)take_ahead(channel, room.buf, (size_t)room.len);
  } else {
    Py_BEGIN_ALLOW_THREADS;
    do {
      got = recv(channel->descriptor, room.buf, (size_t)room.len, wants_all ? MSG_WAITALL : 0);
    } while (got < 0 && errno == EINTR);
    Py_END_ALLOW_THREADS;
  }
  const int failure = got < 0 ? errno : 0;
  PyBuffer_Release(&room);
  errno = failure;
  if (is_gone(failure))
    got = 0;
  return got < 0 ? PyErr_SetFromErrno(PyExc_OSError) : PyLong_FromSsize_t(got);
}

// Reads at most `most` bytes to the side; without a GIL. Returns 0 or an errno.
static int read_ahead(Channel *channel, size_t most) {
  const size_t wanted = most < AHEAD_CHUNK_BYTES ? most : AHEAD_CHUNK_BYTES;
  const size_t end = channel->ahead_at + channel->ahead_bytes;
  if (end + wanted > channel->ahead_capacity) {
    char *const grown = PyMem_RawRealloc(channel->ahead, end + wanted);
    if (grown == NULL)
      return ENOMEM;
    channel->ahead = grown;
    channel->ahead_capacity = end + wanted;
  }
  const ssize_t got = recv(channel->descriptor, channel->ahead + end, wanted, MSG_DONTWAIT);
  if (got < 0) {
    if (errno == EAGAIN || errno == EINTR)
      return 0;
    if (!is_gone(errno))
      return errno;
  }
  if (got <= 0)
    channel->has_ended = true;
  if (got > 0)
    channel->ahead_bytes += (size_t)got;
  return 0;
}

// Waits until the socket takes bytes, reading ahead if the host does not read. 0 or an errno.
static int wait_writable(Channel *channel, size_t spare) {
  struct pollfd polled = {.fd = channel->descriptor, .events = POLLOUT};
  if (poll(&polled, 1, PATIENCE_MS) != 0)
    return (polled.revents & POLLNVAL) != 0 ? EBADF : 0;
  const bool reads = !channel->has_ended && channel->ahead_bytes < spare;
  polled.events = reads ? POLLIN | POLLOUT : POLLOUT;
  polled.revents = 0;
  poll(&polled, 1, -1);
  if ((polled.revents & POLLNVAL) != 0)
    return EBADF;
  if (reads && (polled.revents & POLLIN) != 0)
    return read_ahead(channel, spare - channel->ahead_bytes);
  return 0;
}

// Sends all parts; without a GIL. 0 or an errno.
static int send_parts(Channel *channel, struct iovec *parts, size_t count, size_t spare) {
  while (count > 0) {
    const struct msghdr message = {.msg_iov = parts, .msg_iovlen = count};
    ssize_t sent = sendmsg(channel->descriptor, &message, SEND_FLAGS);
    if (sent < 0 && errno == EAGAIN) {
      const int failure = wait_writable(channel, spare);
      if (failure != 0)
        return failure;
    } else if (sent < 0 && errno != EINTR) {
      return errno;
    }
    while (count > 0 && sent >= (ssize_t)parts[0].iov_len) {
      sent -= (ssize_t)parts[0].iov_len;
      parts++;
      count--;
    }
    if (count > 0 && sent > 0) {
      parts[0].iov_base = (char *)parts[0].iov_base + sent;
      parts[0].iov_len -= (size_t)sent;
    }
  }
  return 0;
}

// Sends buffers first .. first + count - 1 of a list. False with an exception set.
static bool send_slice(Channel *channel, PyObject *list, Py_ssize_t first, size_t count,
                       size_t spare) {
  Py_buffer held[GATHER_PARTS];
  struct iovec parts[GATHER_PARTS];
  size_t taken = 0;
  bool ok = true;
  for (; ok && taken < count; taken += ok ? 1 : 0) {
    PyObject *const item = PyList_GET_ITEM(list, first + (Py_ssize_t)taken);
    ok = PyObject_GetBuffer(item, &held[taken], PyBUF_SIMPLE) == 0;
    if (ok)
      parts[taken] = (struct iovec){held[taken].buf, (size_t)held[taken].len};
  }
  int failure = 0;
  if (ok) {
    Py_BEGIN_ALLOW_THREADS;
    failure = send_parts(channel, parts, count, spare);
    Py_END_ALLOW_THREADS;
  }
  for (size_t i = 0; i < taken; i++)
    PyBuffer_Release(&held[i]);
  // A host that has gone is seen by the next read.
  if (!ok || failure == 0 || is_gone(failure))
    return ok;
  errno = failure;
  PyErr_SetFromErrno(PyExc_OSError);
  return false;
}

// write(buffers, spare_bytes)
static PyObject *channel_write(PyObject *self, PyObject *const *arguments, Py_ssize_t count) {
  if (count != 2 || !PyList_Check(arguments[0])) {
    return PyErr_Format(PyExc_TypeError, "write takes a list and a number");
  }
  const size_t spare = PyLong_AsSize_t(arguments[1]);
  if (spare == (size_t)-1 && PyErr_Occurred() != NULL)
    return NULL;
  const Py_ssize_t total = PyList_GET_SIZE(arguments[0]);
  for (Py_ssize_t first = 0; first < total; first += GATHER_PARTS) {
    const size_t part = total - first < GATHER_PARTS ? (size_t)(total - first) : GATHER_PARTS;
    if (!send_slice((Channel *)self, arguments[0], first, part, spare))
      return NULL;
  }
  Py_RETURN_NONE;
}

static PyMethodDef channel_methods[] = {
    {"read_into", (PyCFunction)(void (*)(void))channel_read_into, METH_FASTCALL,
     "Read at least one byte into room and return how many; 0 is the end of the stream."},
    {"write", (PyCFunction)(void (*)(void))channel_write, METH_FASTCALL,
     "Write all buffers in order, reading ahead while the peer does not take them."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot channel_slots[] = {
    {Py_tp_doc, "A connected stream socket."},
    {Py_tp_init, channel_init},
    {Py_tp_dealloc, channel_dealloc},
    {Py_tp_methods, channel_methods},
    {0, NULL},
};

static PyType_Spec channel_spec = {
    .name = "_echometer_channel.Channel",
    .basicsize = sizeof(Channel),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = channel_slots,
};

static int module_exec(PyObject *module) {
  PyObject *const type = PyType_FromModuleAndSpec(module, &channel_spec, NULL);
  if (type == NULL)
    return -1;
  const int added = PyModule_AddObjectRef(module, "Channel", type);
  Py_DECREF(type);
  return added;
}

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, module_exec},
#if PE_OWN_GIL
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef module_definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "_echometer_channel",
    .m_doc = "A connected socket for echometer_worker.",
    .m_slots = module_slots,
};

PyObject *pe_channel_module(void) { return PyModuleDef_Init(&module_definition); }

#else

// ISO C wants something in every translation unit.
typedef int pe_no_python;

#endif
