// Finds Python.h: Python.xcframework's on Apple, the system's elsewhere. PE_HAS_PYTHON is 0
// without.
#ifndef PE_PYTHON_H_
#define PE_PYTHON_H_

#define PY_SSIZE_T_CLEAN
#if defined(__APPLE__) && __has_include(<Python/Python.h>)
#define PE_HAS_PYTHON 1
#include <Python/Python.h>
#elif __has_include(<Python.h>)
#define PE_HAS_PYTHON 1
#include <Python.h>
#else
#define PE_HAS_PYTHON 0
#endif

#if PE_HAS_PYTHON
// PEP 684: an interpreter with a GIL of its own.
#define PE_OWN_GIL (PY_VERSION_HEX >= 0x030C0000)

// The built-in module `_echometer_channel` (channel_module.c).
PyObject *pe_channel_module(void);
// The built-in module `_echometer_struct` (struct_module.c).
PyObject *pe_struct_module(void);
// Writes "Type: message" of the exception that is set, and clears it.
void pe_take_exception(char *text, size_t capacity);
#endif

#endif
