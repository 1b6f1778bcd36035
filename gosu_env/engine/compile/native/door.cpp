// How Python calls an entry: a function object that reads numbers and arrays from its arguments and calls C.
//
// It needs neither Python's header files nor its library: the functions of Python's stable interface are passed to
// ``gosu_door_begin`` by their addresses, so that one build serves every version. Of numpy's arrays it reads the
// beginning, which has been the same for all versions.

typedef long long int64;
struct PyObject;
typedef int64 Size;
union Slot {
  int64 whole;
  double real;
  void *first;
};

extern "C" {
void *malloc(decltype(sizeof(0)));
void free(void *);
}

// Python's functions, in the order of NEEDED in doors.py.
static int64 (*PyLong_AsLongLong)(PyObject *);
static PyObject *(*PyLong_FromLongLong)(int64);
static double (*PyFloat_AsDouble)(PyObject *);
static PyObject *(*PyFloat_FromDouble)(double);
static int (*PyObject_IsTrue)(PyObject *);
static PyObject *(*PyBool_FromLong)(long);
static PyObject *(*PyErr_Occurred)();
static void (*PyErr_Clear)();
static PyObject *(*PyTuple_New)(Size);
static PyObject *(*PyTuple_GetItem)(PyObject *, Size);
static int (*PyTuple_SetItem)(PyObject *, Size, PyObject *);
static PyObject *(*PyObject_CallObject)(PyObject *, PyObject *);
static void (*Py_IncRef)(PyObject *);
static void (*Py_DecRef)(PyObject *);
static PyObject *(*PyCapsule_New)(void *, const char *, void (*)(PyObject *));
static void *(*PyCapsule_GetPointer)(PyObject *, const char *);
static void *(*PyEval_SaveThread)();
static void (*PyEval_RestoreThread)(void *);
static PyObject *(*PyCFunction_NewEx)(void *, PyObject *, PyObject *);
static PyObject *none;

struct Method {  // PyMethodDef
  const char *name;
  PyObject *(*call)(PyObject *, PyObject *const *, Size);
  int flags;
  const char *text;
};
constexpr int FASTCALL = 0x80;

struct Numbers {  // how an array of numpy begins, after the head of every object
  char *data;
  int axes;
  Size *sizes;
  Size *steps;  // in bytes
  PyObject *base;
  PyObject *dtype;
  int flags;
};

struct Argument {
  char kind;  // i, d, b: a number; a: an array; t: a tuple, whose parts follow
  int count;  // axes, or parts
  int64 item;  // bytes
  PyObject *type;  // dtype, or type of the tuple
};

constexpr const char *NAME = "gosu_env.door";
constexpr int MOST_SLOTS = 192;
static int head;  // bytes of the head of an object
static PyObject *array_type;

struct Door {
  Method method;
  void (*call)(Slot *);
  PyObject *otherwise;  // is called with arguments of other types
  char result;          // n, i, d, b
  bool releases;        // other threads of Python may run meanwhile
  int given;
  int count;
  Argument arguments[1];
};

static inline PyObject *type_of(PyObject *object) { return *(PyObject **)((char *)object + head - sizeof(void *)); }

// Read a value into slots; the argument after it and its parts, or null where it is of another type.
static const Argument *read(const Argument *argument, PyObject *value, Slot *&slot) {
  switch (argument->kind) {
    case 'i':
      slot->whole = PyLong_AsLongLong(value);
      if (slot->whole == -1 && PyErr_Occurred()) return nullptr;
      slot++;
      return argument + 1;
    case 'd':
      slot->real = PyFloat_AsDouble(value);
      if (slot->real == -1.0 && PyErr_Occurred()) return nullptr;
      slot++;
      return argument + 1;
    case 'b':
      slot->whole = PyObject_IsTrue(value);
      slot++;
      return argument + 1;
    case 'a': {
      if (type_of(value) != array_type) return nullptr;
      const Numbers *numbers = (const Numbers *)((char *)value + head);
      int axes = argument->count;
      if (numbers->axes != axes || numbers->dtype != argument->type) return nullptr;
      if (!(numbers->flags & 0x100)) return nullptr;  // not aligned
      slot->first = numbers->data;
      bool empty = false;  // then the steps mean nothing
      for (int axis = 0; axis < axes; axis++) empty |= numbers->sizes[axis] == 0;
      for (int axis = 0; axis < axes; axis++) slot[1 + axis].whole = numbers->sizes[axis];
      for (int axis = 0; axis + 1 < axes; axis++) {
        int64 step = numbers->steps[axis];
        if (step % argument->item != 0 && !empty) return nullptr;
        slot[1 + axes + axis].whole = step / argument->item;
      }
      if (numbers->steps[axes - 1] != argument->item && numbers->sizes[axes - 1] > 1 && !empty) return nullptr;
      slot += 2 * axes;
      return argument + 1;
    }
    default: {
      if (type_of(value) != argument->type) return nullptr;
      int parts = argument->count;
      argument++;
      for (int part = 0; part < parts; part++) {
        argument = read(argument, PyTuple_GetItem(value, part), slot);
        if (!argument) return nullptr;
      }
      return argument;
    }
  }
}

static PyObject *call(PyObject *self, PyObject *const *values, Size count) {
  const Door *door = (const Door *)PyCapsule_GetPointer(self, NAME);
  Slot slots[MOST_SLOTS], *slot = slots;
  const Argument *argument = door->arguments;
  bool fits = count == door->given;
  for (Size i = 0; fits && i < count; i++) {
    argument = read(argument, values[i], slot);
    fits = argument != nullptr;
  }
  if (!fits) {
    PyErr_Clear();
    PyObject *all = PyTuple_New(count);
    for (Size i = 0; i < count; i++) Py_IncRef(values[i]), PyTuple_SetItem(all, i, values[i]);
    PyObject *result = PyObject_CallObject(door->otherwise, all);
    Py_DecRef(all);
    return result;
  }
  if (door->releases) {
    void *state = PyEval_SaveThread();
    door->call(slots);
    PyEval_RestoreThread(state);
  } else {
    door->call(slots);
  }
  switch (door->result) {
    case 'i':
      return PyLong_FromLongLong(slots[0].whole);
    case 'd':
      return PyFloat_FromDouble(slots[0].real);
    case 'b':
      return PyBool_FromLong((long)slots[0].whole);
    default:
      Py_IncRef(none);
      return none;
  }
}

static void forget(PyObject *capsule) {
  Door *door = (Door *)PyCapsule_GetPointer(capsule, NAME);
  Py_DecRef(door->otherwise);
  for (int i = 0; i < door->count; i++)
    if (door->arguments[i].type) Py_DecRef(door->arguments[i].type);
  free(door);
}

#ifdef _WIN32
#define EXPORT extern "C" __declspec(dllexport)
#else
#define EXPORT extern "C" __attribute__((visibility("default")))
#endif

template <class F> static void **take(void **from, F &function) {
  function = (F)*from;
  return from + 1;
}

// Takes the addresses of Python's functions, the size of the head of an object, numpy's array type and None.
EXPORT void gosu_door_begin(void **functions, int64 head_bytes, PyObject *type, PyObject *nothing) {
  functions = take(functions, PyLong_AsLongLong);
  functions = take(functions, PyLong_FromLongLong);
  functions = take(functions, PyFloat_AsDouble);
  functions = take(functions, PyFloat_FromDouble);
  functions = take(functions, PyObject_IsTrue);
  functions = take(functions, PyBool_FromLong);
  functions = take(functions, PyErr_Occurred);
  functions = take(functions, PyErr_Clear);
  functions = take(functions, PyTuple_New);
  functions = take(functions, PyTuple_GetItem);
  functions = take(functions, PyTuple_SetItem);
  functions = take(functions, PyObject_CallObject);
  functions = take(functions, Py_IncRef);
  functions = take(functions, Py_DecRef);
  functions = take(functions, PyCapsule_New);
  functions = take(functions, PyCapsule_GetPointer);
  functions = take(functions, PyEval_SaveThread);
  functions = take(functions, PyEval_RestoreThread);
  functions = take(functions, PyCFunction_NewEx);
  head = (int)head_bytes;
  array_type = type;
  none = nothing;
  Py_IncRef(type);
  Py_IncRef(nothing);
}

// A function that calls an entry. ``kinds`` has a letter for every argument and part, ``counts`` axes or parts,
// ``items`` bytes, ``types`` what each has to be, in a tuple.
EXPORT PyObject *gosu_door_make(void *entry, const char *name, int64 given, int64 count, const char *kinds,
                                const int64 *counts, const int64 *items, PyObject *types, PyObject *otherwise,
                                int64 result, int64 releases) {
  Door *door = (Door *)malloc(sizeof(Door) + (decltype(sizeof(0)))count * sizeof(Argument));
  door->method = {name, call, FASTCALL, nullptr};
  door->call = (void (*)(Slot *))entry;
  door->otherwise = otherwise;
  Py_IncRef(otherwise);
  door->result = (char)result;
  door->releases = releases != 0;
  door->given = (int)given;
  door->count = (int)count;
  for (int i = 0; i < count; i++) {
    PyObject *type = kinds[i] == 'a' || kinds[i] == 't' ? PyTuple_GetItem(types, i) : nullptr;
    if (type) Py_IncRef(type);
    door->arguments[i] = {kinds[i], (int)counts[i], items[i], type};
  }
  PyObject *capsule = PyCapsule_New(door, NAME, forget);
  PyObject *made = PyCFunction_NewEx(&door->method, capsule, nullptr);
  Py_DecRef(capsule);
  return made;
}
