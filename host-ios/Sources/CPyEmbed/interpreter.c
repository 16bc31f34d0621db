// Starting and ending CPython, and the text of an exception. Workers are worker.c.
#include "CPyEmbed.h"

#include <stdio.h>
#include <string.h>

#include "python.h"

#if PE_HAS_PYTHON

static PyThreadState *main_thread;
static bool was_registered;

void pe_take_exception(char *text, size_t capacity) {
#if PY_VERSION_HEX >= 0x030C0000
  PyObject *const raised = PyErr_GetRaisedException();
#else
  PyObject *type = NULL, *raised = NULL, *trace = NULL;
  PyErr_Fetch(&type, &raised, &trace);
  PyErr_NormalizeException(&type, &raised, &trace);
  Py_XDECREF(type);
  Py_XDECREF(trace);
#endif
  PyObject *const message = raised == NULL ? NULL : PyObject_Str(raised);
  const char *const utf8 = message == NULL ? NULL : PyUnicode_AsUTF8(message);
  const char *const name = raised == NULL ? "no exception" : Py_TYPE(raised)->tp_name;
  snprintf(text, capacity, "%s: %s", name, utf8 == NULL ? "" : utf8);
  Py_XDECREF(message);
  Py_XDECREF(raised);
  PyErr_Clear();
}

static PyStatus set_text(PyConfig *config, wchar_t **field, const char *value) {
  if (value == NULL)
    return PyStatus_Ok();
  return PyConfig_SetBytesString(config, field, value);
}

static PyStatus set_paths(PyConfig *config, const char *const *paths, size_t count) {
  config->module_search_paths_set = 1;
  for (size_t i = 0; i < count; i++) {
    wchar_t *const path = Py_DecodeLocale(paths[i], NULL);
    if (path == NULL)
      return PyStatus_NoMemory();
    const PyStatus status = PyWideStringList_Append(&config->module_search_paths, path);
    PyMem_RawFree(path);
    if (PyStatus_Exception(status))
      return status;
  }
  return PyStatus_Ok();
}

static PyStatus initialize(const char *home, const char *executable, const char *const *paths,
                           size_t count) {
  PyPreConfig before;
  PyPreConfig_InitIsolatedConfig(&before);
  before.utf8_mode = 1;
  // An interpreter that ends leaves objects behind (CPython 3.13: 0.28 MiB with the worker's
  // imports), and pymalloc then keeps all of its arenas: 2.6 MiB for each worker. malloc keeps what
  // is left only.
  before.allocator = PYMEM_ALLOCATOR_MALLOC;
  PyStatus status = Py_PreInitialize(&before);
  if (PyStatus_Exception(status))
    return status;
  PyConfig config;
  PyConfig_InitIsolatedConfig(&config);
  config.site_import = 0;
  config.parse_argv = 0;
  config.write_bytecode = 0;
  config.buffered_stdio = 0;
  config.install_signal_handlers = 0;
  status = set_text(&config, &config.home, home);
  if (!PyStatus_Exception(status))
    status = set_text(&config, &config.executable, executable);
  if (!PyStatus_Exception(status))
    status = set_paths(&config, paths, count);
  if (!PyStatus_Exception(status))
    status = Py_InitializeFromConfig(&config);
  PyConfig_Clear(&config);
  return status;
}

// The table of built-in modules outlives Py_FinalizeEx, so it gets ours once.
static bool register_modules(void) {
  if (was_registered)
    return true;
  was_registered = PyImport_AppendInittab("_echometer_channel", pe_channel_module) == 0 &&
                   PyImport_AppendInittab("_echometer_struct", pe_struct_module) == 0;
  return was_registered;
}

int32_t pe_start(const char *home, const char *executable, const char *const *paths,
                 size_t path_count, char *text, size_t capacity) {
  if (main_thread != NULL)
    return PE_OK;
  if (!register_modules())
    return PE_SYSTEM;
  const PyStatus status = initialize(home, executable, paths, path_count);
  if (PyStatus_Exception(status)) {
    const char *const where = status.func == NULL ? "" : status.func;
    snprintf(text, capacity, "%s %s", where, status.err_msg == NULL ? "failed" : status.err_msg);
    return PE_PYTHON;
  }
  main_thread = PyEval_SaveThread();
  return PE_OK;
}

void pe_stop(void) {
  if (main_thread == NULL)
    return;
  PyEval_RestoreThread(main_thread);
  main_thread = NULL;
  Py_FinalizeEx();
}

#define PE_TEXT(x) #x
#define PE_VALUE(x) PE_TEXT(x)
const char *pe_build_version(void) {
  return PE_VALUE(PY_MAJOR_VERSION) "." PE_VALUE(PY_MINOR_VERSION);
}

const char *pe_version(void) { return main_thread == NULL ? "" : Py_GetVersion(); }

bool pe_has_own_gil(void) { return PE_OWN_GIL; }

#else

int32_t pe_start(const char *home, const char *executable, const char *const *paths,
                 size_t path_count, char *text, size_t capacity) {
  (void)home, (void)executable, (void)paths, (void)path_count;
  snprintf(text, capacity, "this build has no CPython");
  return PE_UNAVAILABLE;
}

void pe_stop(void) {}
const char *pe_build_version(void) { return ""; }
const char *pe_version(void) { return ""; }
bool pe_has_own_gil(void) { return false; }

#endif
