// What translated functions work on when they run on a CPU: numbers, records and arrays as numpy has them.
//
// GOSU_CHECKED checks every index and every division: what is wrong ends the process, with the line of the rule.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef signed char int8;
typedef unsigned char uint8;
typedef short int16;
typedef unsigned short uint16;
typedef int int32;
typedef unsigned int uint32;
typedef long long int64;
typedef unsigned long long uint64;

#define SHARED __attribute__((noinline)) static  // code that is called rather than repeated
#ifdef _WIN32
#define EXPORT extern "C" __declspec(dllexport)
#else
#define EXPORT extern "C" __attribute__((visibility("default")))
#endif

#ifdef GOSU_CHECKED
struct File {  // not a pointer: an index of 0 could be taken for one
  const char *name;
  explicit File(const char *name) : name(name) {}
};
#define WHERE , File file = File(__builtin_FILE()), int line = __builtin_LINE()
#define HERE , file, line
[[noreturn]] inline void fault(File file, int line, const char *what, int64 value, int64 limit) {
  fprintf(stderr, "%s:%d: %s: %lld of %lld\n", file.name, line, what, value, limit);
  abort();
}
#define CHECK(value, limit)                                                          \
  if ((int64)(value) < 0 || (int64)(value) >= (int64)(limit))                        \
    fault(file, line, "index out of range", (int64)(value), (int64)(limit))
#define CHECK_PART(from, to, limit)                                                  \
  if ((int64)(from) < 0 || (int64)(from) > (int64)(to) || (int64)(to) > (int64)(limit)) \
    fault(file, line, "part out of range", (int64)(from), (int64)(to))
#define CHECK_DIVISOR(value)                                                         \
  if ((value) == 0) fault(file, line, "division by zero", 0, 0)
#else
#define WHERE
#define HERE
#define CHECK(value, limit)
#define CHECK_PART(from, to, limit)
#define CHECK_DIVISOR(value)
#endif

// ---------------------------------------------------------------------------------------------------- numbers

namespace py {
template <class T> inline T minimum(T first, T second) { return second < first ? second : first; }
template <class T> inline T maximum(T first, T second) { return second > first ? second : first; }
// Whole quotients are rounded towards minus infinity.
template <class T> inline T modulo(T whole, T part WHERE) {
  CHECK_DIVISOR(part);
  T rest = whole % part;
  return rest != 0 && (rest < 0) != (part < 0) ? rest + part : rest;
}
template <class T> inline T floor_divide(T whole, T part WHERE) {
  CHECK_DIVISOR(part);
  T rest = whole % part;
  return whole / part - (rest != 0 && (rest < 0) != (part < 0));
}
inline double absolute(double a) { return __builtin_fabs(a); }
inline float absolute(float a) { return __builtin_fabsf(a); }
inline int64 absolute(int64 a) { return a < 0 ? -a : a; }
inline int absolute(int a) { return a < 0 ? -a : a; }
inline double exponential(double a) { return __builtin_exp(a); }
inline float exponential(float a) { return __builtin_expf(a); }
inline double logarithm(double a) { return __builtin_log(a); }
inline float logarithm(float a) { return __builtin_logf(a); }
inline double square_root(double a) { return __builtin_sqrt(a); }
inline float square_root(float a) { return __builtin_sqrtf(a); }
inline double power(double a, double b) { return __builtin_pow(a, b); }
inline float power(float a, float b) { return __builtin_powf(a, b); }
inline double power(double a, int64 b) {  // by squares
  double result = 1.0, square = a;
  for (uint64 left = b < 0 ? 0 - (uint64)b : (uint64)b; left != 0; left >>= 1, square *= square)
    if (left & 1) result *= square;
  return b < 0 ? 1.0 / result : result;
}
}  // namespace py

// ---------------------------------------------------------------------------------------------------- arrays

// An array whose last axis has no gaps: the first item, the sizes, and how many items apart the parts of the other axes
// are.
template <class T, int D> struct Array {
  T *first;
  int64 sizes[D];
  int64 steps[D];

  int64 size(int64 axis WHERE) const {
    CHECK(axis, D);
    return sizes[axis];
  }
  Array<T, D - 1> operator()(int64 i WHERE) const {
    CHECK(i, sizes[0]);
    Array<T, D - 1> part;
    part.first = first + i * steps[0];
    for (int axis = 1; axis < D; axis++) part.sizes[axis - 1] = sizes[axis], part.steps[axis - 1] = steps[axis];
    return part;
  }
  auto operator()(int64 i, int64 j WHERE) const -> decltype(auto) {
    CHECK(i, sizes[0]);
    CHECK(j, sizes[1]);
    if constexpr (D == 2) {
      return (first[i * steps[0] + j]);
    } else {
      return (*this)(i)(j);
    }
  }
  auto operator()(int64 i, int64 j, int64 k WHERE) const -> decltype(auto) {
    CHECK(i, sizes[0]);
    CHECK(j, sizes[1]);
    CHECK(k, sizes[2]);
    if constexpr (D == 3) {
      return (first[i * steps[0] + j * steps[1] + k]);
    } else {
      return (*this)(i)(j)(k);
    }
  }
  auto operator()(int64 i, int64 j, int64 k, int64 l WHERE) const -> decltype(auto) { return (*this)(i)(j, k, l HERE); }
  Array part(int64 from, int64 to WHERE) const {
    CHECK_PART(from, to, sizes[0]);
    Array made = *this;
    made.first += from * steps[0];
    made.sizes[0] = to - from;
    return made;
  }
  template <class V> void fill(V value) const {
    for (int64 i = 0; i < sizes[0]; i++) (*this)(i).fill(value);
  }
};

template <class T> struct Array<T, 1> {
  T *first;
  int64 sizes[1];
  int64 steps[1];

  int64 size(int64 axis WHERE) const {
    CHECK(axis, 1);
    return sizes[0];
  }
  T &operator()(int64 i WHERE) const {
    CHECK(i, sizes[0]);
    return first[i];
  }
  Array part(int64 from, int64 to WHERE) const {
    CHECK_PART(from, to, sizes[0]);
    return {first + from, {to - from}, {1}};
  }
  template <class V> void fill(V value) const {
    for (int64 i = 0; i < sizes[0]; i++) first[i] = (T)value;
  }
};

// An array inside a record: its sizes are known.
template <class T, int64... N> struct Fixed;

template <class T, int64 N> struct Fixed<T, N> {
  T item[N];

  static constexpr int64 size(int64) { return N; }
  T &operator()(int64 i WHERE) {
    CHECK(i, N);
    return item[i];
  }
  Array<T, 1> part(int64 from, int64 to WHERE) {
    CHECK_PART(from, to, N);
    return {item + from, {to - from}, {1}};
  }
  Array<T, 1> all() { return {item, {N}, {1}}; }
  template <class V> void fill(V value) {
    for (int64 i = 0; i < N; i++) item[i] = (T)value;
  }
};

template <class T, int64 N, int64... M> struct Fixed<T, N, M...> {
  Fixed<T, M...> item[N];

  static constexpr int64 size(int64 axis) { return axis == 0 ? N : Fixed<T, M...>::size(axis - 1); }
  Fixed<T, M...> &operator()(int64 i WHERE) {
    CHECK(i, N);
    return item[i];
  }
  auto &operator()(int64 i, int64 j WHERE) {
    CHECK(i, N);
    return item[i](j HERE);
  }
  auto &operator()(int64 i, int64 j, int64 k WHERE) {
    CHECK(i, N);
    return item[i](j, k HERE);
  }
  auto &operator()(int64 i, int64 j, int64 k, int64 l WHERE) {
    CHECK(i, N);
    return item[i](j, k, l HERE);
  }
  template <class V> void fill(V value) {
    for (int64 i = 0; i < N; i++) item[i].fill(value);
  }
};

// Arrays that a function makes, until it returns.
struct Room {
  struct Block {
    Block *next;
    int64 spare;
  };
  Block *last = nullptr;

  Room() {}
  Room(const Room &) = delete;
  ~Room() {
    while (last) {
      Block *next = last->next;
      free(last);
      last = next;
    }
  }
  void *bytes(int64 size, bool zeroed) {
    Block *block = (Block *)(zeroed ? calloc(1, sizeof(Block) + size) : malloc(sizeof(Block) + size));
    if (!block) abort();
    block->next = last;
    last = block;
    return block + 1;
  }
  template <class T> Array<T, 1> make(bool zeroed, int64 n) {
    return {(T *)bytes(n * (int64)sizeof(T), zeroed), {n}, {1}};
  }
  template <class T> Array<T, 2> make(bool zeroed, int64 n, int64 m) {
    return {(T *)bytes(n * m * (int64)sizeof(T), zeroed), {n, m}, {m, 1}};
  }
  template <class T> Array<T, 3> make(bool zeroed, int64 n, int64 m, int64 k) {
    return {(T *)bytes(n * m * k * (int64)sizeof(T), zeroed), {n, m, k}, {m * k, k, 1}};
  }
  template <class T, class V> Array<T, 1> full(V value, int64 n) {
    auto made = make<T>(false, n);
    made.fill(value);
    return made;
  }
  template <class T, class V> Array<T, 2> full(V value, int64 n, int64 m) {
    auto made = make<T>(false, n, m);
    made.fill(value);
    return made;
  }
  template <class T, class V> Array<T, 3> full(V value, int64 n, int64 m, int64 k) {
    auto made = make<T>(false, n, m, k);
    made.fill(value);
    return made;
  }
};

namespace py {
template <class T, int D, class V> inline Array<T, D> filled(Array<T, D> array, V value) {
  array.fill(value);
  return array;
}
template <class T> inline void sort(Array<T, 1> list) {  // Shell's, which is quick for as few as there are
  constexpr int64 gaps[] = {57, 23, 10, 4, 1};
  for (int64 gap : gaps) {
    for (int64 i = gap; i < list.sizes[0]; i++) {
      T item = list.first[i];
      int64 j = i;
      for (; j >= gap && item < list.first[j - gap]; j -= gap) list.first[j] = list.first[j - gap];
      list.first[j] = item;
    }
  }
}
}  // namespace py

// What Python passes: a number, or an array's first item followed by its sizes and its steps.
union Slot {
  int64 whole;
  double real;
  void *first;
};
