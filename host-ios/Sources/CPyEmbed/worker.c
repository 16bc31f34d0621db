// One worker: a thread, an interpreter in it, `serve` in that. How it ended is kept for the host.
#if !defined(__APPLE__)
#define _GNU_SOURCE
#endif
#include "CPyEmbed.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "python.h"

enum { TEXT_BYTES = 512, STACK_BYTES = 4 << 20, TOKEN_BYTES = 16 };

struct pe_worker {
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  bool has_ended;
  int32_t outcome;
  char text[TEXT_BYTES];
  int32_t channel;
  uint8_t token[TOKEN_BYTES];
  void *input_slots;
  size_t input_bytes;
  void *output_slots;
  size_t output_bytes;
};

// Ends our side, takes what the host still sends (so that a last ERROR of ours arrives), closes.
static void close_channel(int32_t channel) {
  static const struct timeval linger = {.tv_sec = 1, .tv_usec = 0};
  char rest[65536];
  shutdown(channel, SHUT_WR);
  setsockopt(channel, SOL_SOCKET, SO_RCVTIMEO, &linger, sizeof linger);
  for (int i = 0; i < 64 && recv(channel, rest, sizeof rest, 0) > 0; i++)
    continue;
  close(channel);
}

static void *end_thread(pe_worker *worker) {
  close_channel(worker->channel);
  pthread_mutex_lock(&worker->lock);
  worker->has_ended = true;
  pthread_cond_signal(&worker->changed);
  pthread_mutex_unlock(&worker->lock);
  return NULL;
}

#if PE_HAS_PYTHON

static PyObject *slots_view(void *at, size_t bytes, int flags) {
  if (at == NULL)
    Py_RETURN_NONE;
  return PyMemoryView_FromMemory(at, (Py_ssize_t)bytes, flags);
}

// Slots(input, output), or None.
static PyObject *make_slots(const pe_worker *worker, PyObject *package) {
  if (worker->input_slots == NULL)
    Py_RETURN_NONE;
  PyObject *const input = slots_view(worker->input_slots, worker->input_bytes, PyBUF_READ);
  PyObject *const output = slots_view(worker->output_slots, worker->output_bytes, PyBUF_WRITE);
  PyObject *slots = NULL;
  if (input != NULL && output != NULL) {
    slots = PyObject_CallMethod(package, "Slots", "OO", input, output);
  }
  Py_XDECREF(input);
  Py_XDECREF(output);
  return slots;
}

static PyObject *call_serve(const pe_worker *worker, PyObject *package, PyObject *module) {
  PyObject *const channel = PyObject_CallMethod(module, "Channel", "i", worker->channel);
  PyObject *const slots = channel == NULL ? NULL : make_slots(worker, package);
  PyObject *outcome = NULL;
  if (slots != NULL) {
    outcome = PyObject_CallMethod(package, "serve", "Oy#O", channel, worker->token,
                                  (Py_ssize_t)TOKEN_BYTES, slots);
  }
  Py_XDECREF(slots);
  Py_XDECREF(channel);
  return outcome;
}

// PE_OK or PE_FAULT from serve's Outcome. An end of the stream in the middle is the host's doing,
// as it is for the child process: not a fault of the worker.
static int32_t read_outcome(pe_worker *worker, PyObject *outcome) {
  PyObject *const fault = PyObject_GetAttrString(outcome, "fault");
  if (fault == NULL)
    return PE_PYTHON;
  int32_t result = PE_OK;
  if (fault != Py_None) {
    PyObject *const text = PyObject_Str(fault);
    const char *const utf8 = text == NULL ? NULL : PyUnicode_AsUTF8(text);
    snprintf(worker->text, sizeof worker->text, "%s", utf8 == NULL ? "fault" : utf8);
    Py_XDECREF(text);
    result = PE_FAULT;
  }
  Py_DECREF(fault);
  return result;
}

// The worker's `from struct import Struct` finds ours, on every system: what an iPad runs is what
// Linux tests.
static PyObject *import_worker(void) {
  PyObject *const modules = PyImport_GetModuleDict();
  PyObject *const ours = PyImport_ImportModule("_echometer_struct");
  if (ours == NULL)
    return NULL;
  const int placed = PyDict_SetItemString(modules, "struct", ours);
  Py_DECREF(ours);
  return placed == 0 ? PyImport_ImportModule("echometer_worker") : NULL;
}

static int32_t run_serve(pe_worker *worker) {
  PyObject *const package = import_worker();
  PyObject *const module = package == NULL ? NULL : PyImport_ImportModule("_echometer_channel");
  PyObject *const outcome = module == NULL ? NULL : call_serve(worker, package, module);
  int32_t result = outcome == NULL ? PE_PYTHON : read_outcome(worker, outcome);
  if (PyErr_Occurred() != NULL) {
    pe_take_exception(worker->text, sizeof worker->text);
    result = PE_PYTHON;
  }
  Py_XDECREF(outcome);
  Py_XDECREF(module);
  Py_XDECREF(package);
  return result;
}

// A new interpreter, current in this thread; NULL leaves the main interpreter current.
static PyThreadState *new_interpreter(pe_worker *worker) {
#if PE_OWN_GIL
  const PyInterpreterConfig config = {
      .use_main_obmalloc = 0,
      .allow_fork = 0,
      .allow_exec = 0,
      .allow_threads = 1,
      .allow_daemon_threads = 0,
      .check_multi_interp_extensions = 1,
      .gil = PyInterpreterConfig_OWN_GIL,
  };
  PyThreadState *made = NULL;
  const PyStatus status = Py_NewInterpreterFromConfig(&made, &config);
  if (PyStatus_Exception(status)) {
    const char *const text = status.err_msg == NULL ? "no interpreter" : status.err_msg;
    snprintf(worker->text, sizeof worker->text, "%s", text);
    return NULL;
  }
  return made;
#else
  PyThreadState *const made = Py_NewInterpreter();
  if (made == NULL)
    snprintf(worker->text, sizeof worker->text, "no interpreter");
  return made;
#endif
}

static void *run_thread(void *argument) {
  pe_worker *const worker = argument;
  // PyGILState_* knows one interpreter only; a thread state of our own does not confuse it.
  PyThreadState *const outer = PyThreadState_New(PyInterpreterState_Main());
  PyEval_RestoreThread(outer);
  PyThreadState *const inner = new_interpreter(worker);
  worker->outcome = inner == NULL ? PE_PYTHON : run_serve(worker);
  if (inner != NULL) {
    Py_EndInterpreter(inner);
#if PE_OWN_GIL
    PyEval_RestoreThread(outer);
#else
    PyThreadState_Swap(outer);
#endif
  }
  PyThreadState_Clear(outer);
  PyThreadState_DeleteCurrent();
  return end_thread(worker);
}

static bool is_started(void) { return pe_version()[0] != 0; }

#else

static void *run_thread(void *argument) {
  pe_worker *const worker = argument;
  worker->outcome = PE_UNAVAILABLE;
  return end_thread(worker);
}

static bool is_started(void) { return false; }

#endif

static int32_t start_thread(pe_worker *worker) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  // A thread's stack is 512 KiB on Apple, which CPython's recursion limit was not chosen for.
  pthread_attr_setstacksize(&attributes, STACK_BYTES);
  const int failure = pthread_create(&worker->thread, &attributes, run_thread, worker);
  pthread_attr_destroy(&attributes);
  return failure == 0 ? PE_OK : PE_SYSTEM;
}

static void free_worker(pe_worker *worker) {
  pthread_cond_destroy(&worker->changed);
  pthread_mutex_destroy(&worker->lock);
  free(worker);
}

int32_t pe_worker_start(int32_t channel, const uint8_t token[16], const void *input_slots,
                        size_t input_bytes, void *output_slots, size_t output_bytes,
                        pe_worker **started) {
  *started = NULL;
  if (!is_started())
    return PE_NOT_STARTED;
  pe_worker *const worker = calloc(1, sizeof *worker);
  if (worker == NULL)
    return PE_SYSTEM;
  pthread_mutex_init(&worker->lock, NULL);
  pthread_cond_init(&worker->changed, NULL);
  worker->channel = channel;
  memcpy(worker->token, token, sizeof worker->token);
  worker->input_slots = (void *)input_slots;
  worker->input_bytes = input_bytes;
  worker->output_slots = output_slots;
  worker->output_bytes = output_bytes;
  const int32_t outcome = start_thread(worker);
  if (outcome == PE_OK) {
    *started = worker;
  } else {
    free_worker(worker);
  }
  return outcome;
}

bool pe_worker_has_ended(pe_worker *worker) {
  pthread_mutex_lock(&worker->lock);
  const bool ended = worker->has_ended;
  pthread_mutex_unlock(&worker->lock);
  return ended;
}

// Darwin has no pthread_condattr_setclock, so the deadline is on the wall clock. A step of it makes
// the wait longer or shorter, never wrong: has_ended decides.
static bool wait_for_end(pe_worker *worker, uint32_t timeout_ms) {
  struct timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  const uint64_t ns = (uint64_t)deadline.tv_nsec + (uint64_t)(timeout_ms % 1000) * 1000000u;
  deadline.tv_sec += (time_t)(timeout_ms / 1000 + ns / 1000000000u);
  deadline.tv_nsec = (long)(ns % 1000000000u);
  pthread_mutex_lock(&worker->lock);
  int waited = 0;
  while (!worker->has_ended && waited == 0) {
    waited = pthread_cond_timedwait(&worker->changed, &worker->lock, &deadline);
  }
  const bool ended = worker->has_ended;
  pthread_mutex_unlock(&worker->lock);
  return ended;
}

int32_t pe_worker_finish(pe_worker *worker, uint32_t timeout_ms, char *text, size_t capacity) {
  if (!wait_for_end(worker, timeout_ms))
    return PE_RUNNING;
  pthread_join(worker->thread, NULL);
  const int32_t outcome = worker->outcome;
  if (capacity > 0)
    snprintf(text, capacity, "%s", worker->text);
  free_worker(worker);
  return outcome;
}
