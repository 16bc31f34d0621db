// The built-in module `_echometer_struct`: as much of `struct` as echometer_worker uses
// (little-endian unsigned integers and byte strings). It exists because `_struct` is a framework of
// its own on iOS, which an app extension may not find; everything else that the worker imports is
// linked statically into CPython. The worker sees it under the name `struct`.
#if !defined(__APPLE__)
#define _GNU_SOURCE
#endif
#include "python.h"

#if PE_HAS_PYTHON

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { MOST_FIELDS = 16, MOST_BYTES = 4096 };

typedef struct {
  bool is_text;
  uint16_t bytes;
} Field;

typedef struct {
  PyObject_HEAD Py_ssize_t size;
  Py_ssize_t count;
  Field fields[MOST_FIELDS];
} Struct;

static bool add_field(Struct *self, char code, uint16_t repeat) {
  static const char codes[] = "BHIQ";
  const char *const found = code == 0 ? NULL : strchr(codes, code);
  const bool is_text = code == 's';
  if ((found == NULL && !is_text) || (repeat != 0 && !is_text) || self->count == MOST_FIELDS)
    return false;
  const uint16_t bytes = is_text ? repeat : (uint16_t)(1 << (found - codes));
  self->fields[self->count] = (Field){.is_text = is_text, .bytes = bytes};
  self->count += 1;
  self->size += bytes;
  return self->size <= MOST_BYTES;
}

// "<IHH16sII": little-endian without padding; a number belongs to the `s` behind it.
static int struct_init(PyObject *object, PyObject *arguments, PyObject *keywords) {
  Struct *const self = (Struct *)object;
  const char *format = NULL;
  (void)keywords;
  if (!PyArg_ParseTuple(arguments, "s", &format))
    return -1;
  self->size = 0;
  self->count = 0;
  uint16_t repeat = 0;
  bool is_known = format[0] == '<';
  for (const char *at = format + 1; is_known && *at != 0; at++) {
    if (*at >= '0' && *at <= '9') {
      repeat = (uint16_t)(repeat * 10 + (*at - '0'));
      is_known = repeat <= MOST_BYTES;
    } else {
      is_known = add_field(self, *at, repeat);
      repeat = 0;
    }
  }
  if (is_known)
    return 0;
  PyErr_Format(PyExc_ValueError, "this struct does not know the format %s", format);
  return -1;
}

static void struct_dealloc(PyObject *self) {
  PyTypeObject *const type = Py_TYPE(self);
  type->tp_free(self);
  Py_DECREF(type);
}

static bool pack_number(uint8_t *at, uint16_t bytes, PyObject *value) {
  const unsigned long long number = PyLong_AsUnsignedLongLong(value);
  if (number == (unsigned long long)-1 && PyErr_Occurred() != NULL)
    return false;
  if (bytes < sizeof number && number >> (8 * bytes) != 0) {
    PyErr_Format(PyExc_OverflowError, "%llu does not fit into %d bytes", number, (int)bytes);
    return false;
  }
  for (uint16_t i = 0; i < bytes; i++)
    at[i] = (uint8_t)(number >> (8 * i));
  return true;
}

// As struct does it: shorter text is filled with zeros, longer text is cut.
static bool pack_text(uint8_t *at, uint16_t bytes, PyObject *value) {
  char *text = NULL;
  Py_ssize_t length = 0;
  if (PyBytes_AsStringAndSize(value, &text, &length) != 0)
    return false;
  const size_t used = length < bytes ? (size_t)length : bytes;
  memset(at, 0, bytes);
  memcpy(at, text, used);
  return true;
}

static PyObject *struct_pack(PyObject *object, PyObject *const *values, Py_ssize_t count) {
  const Struct *const self = (const Struct *)object;
  if (count != self->count)
    return PyErr_Format(PyExc_TypeError, "%zd values for %zd fields", count, self->count);
  PyObject *const packed = PyBytes_FromStringAndSize(NULL, self->size);
  if (packed == NULL)
    return NULL;
  uint8_t *at = (uint8_t *)PyBytes_AS_STRING(packed);
  for (Py_ssize_t i = 0; i < count; i++) {
    const Field field = self->fields[i];
    if (!(field.is_text ? pack_text : pack_number)(at, field.bytes, values[i])) {
      Py_DECREF(packed);
      return NULL;
    }
    at += field.bytes;
  }
  return packed;
}

static PyObject *unpack_field(const uint8_t *at, Field field) {
  if (field.is_text)
    return PyBytes_FromStringAndSize((const char *)at, field.bytes);
  unsigned long long number = 0;
  for (uint16_t i = 0; i < field.bytes; i++)
    number |= (unsigned long long)at[i] << (8 * i);
  return PyLong_FromUnsignedLongLong(number);
}

static PyObject *unpack_fields(const Struct *self, const uint8_t *at) {
  PyObject *const values = PyTuple_New(self->count);
  for (Py_ssize_t i = 0; values != NULL && i < self->count; i++) {
    PyObject *const value = unpack_field(at, self->fields[i]);
    if (value == NULL) {
      Py_DECREF(values);
      return NULL;
    }
    PyTuple_SET_ITEM(values, i, value);
    at += self->fields[i].bytes;
  }
  return values;
}

static PyObject *unpack_at(const Struct *self, PyObject *source, Py_ssize_t offset, bool is_whole) {
  Py_buffer view;
  if (PyObject_GetBuffer(source, &view, PyBUF_SIMPLE) != 0)
    return NULL;
  PyObject *values = NULL;
  const Py_ssize_t rest = offset < 0 ? -1 : view.len - offset;
  if (rest < self->size || (is_whole && rest != self->size)) {
    PyErr_Format(PyExc_ValueError, "%zd bytes for a struct of %zd", rest, self->size);
  } else {
    values = unpack_fields(self, (const uint8_t *)view.buf + offset);
  }
  PyBuffer_Release(&view);
  return values;
}

static PyObject *struct_unpack(PyObject *self, PyObject *source) {
  return unpack_at((const Struct *)self, source, 0, true);
}

static PyObject *struct_unpack_from(PyObject *self, PyObject *const *values, Py_ssize_t count) {
  if (count < 1 || count > 2)
    return PyErr_Format(PyExc_TypeError, "unpack_from takes a buffer and an offset");
  const Py_ssize_t offset = count == 2 ? PyLong_AsSsize_t(values[1]) : 0;
  if (offset == -1 && PyErr_Occurred() != NULL)
    return NULL;
  return unpack_at((const Struct *)self, values[0], offset, false);
}

static PyObject *struct_size(PyObject *self, void *closure) {
  (void)closure;
  return PyLong_FromSsize_t(((const Struct *)self)->size);
}

static PyMethodDef struct_methods[] = {
    {"pack", (PyCFunction)(void (*)(void))struct_pack, METH_FASTCALL, "Values to bytes."},
    {"unpack", struct_unpack, METH_O, "Bytes to values; there must be exactly as many."},
    {"unpack_from", (PyCFunction)(void (*)(void))struct_unpack_from, METH_FASTCALL,
     "Values from an offset of a buffer."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef struct_members[] = {
    {"size", struct_size, NULL, "Bytes of one struct.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot struct_slots[] = {
    {Py_tp_doc, "A compiled format."}, {Py_tp_init, struct_init},
    {Py_tp_dealloc, struct_dealloc},   {Py_tp_methods, struct_methods},
    {Py_tp_getset, struct_members},    {0, NULL},
};

static PyType_Spec struct_spec = {
    .name = "_echometer_struct.Struct",
    .basicsize = sizeof(Struct),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = struct_slots,
};

static int module_exec(PyObject *module) {
  PyObject *const type = PyType_FromModuleAndSpec(module, &struct_spec, NULL);
  if (type == NULL)
    return -1;
  const int added = PyModule_AddObjectRef(module, "Struct", type);
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
    .m_name = "_echometer_struct",
    .m_doc = "The part of struct that echometer_worker uses.",
    .m_slots = module_slots,
};

PyObject *pe_struct_module(void) { return PyModuleDef_Init(&module_definition); }

#else

// ISO C wants something in every translation unit.
typedef int pe_no_struct;

#endif
