// Records and arrays as the translated rules see them; see gosu_env/engine/cpp.py.
// Compiles as CUDA C++, where one thread plays one game, and as plain C++, for tests.

typedef signed char int8;
typedef unsigned char uint8;
typedef short int16;
typedef unsigned short uint16;
typedef int int32;
typedef unsigned int uint32;
typedef long long int64;

#ifdef __CUDACC__
#define DEVICE __device__ __forceinline__
#define INLINE __device__ inline
#define ROLLED _Pragma("unroll 1")
#define UNROLLED _Pragma("unroll 5")
#define TOGETHER(more) __any_sync(0xffffffff, more)  // whether any thread of the warp has more to do
#else
#define DEVICE inline
#define INLINE inline
#define ROLLED
#define UNROLLED
#define TOGETHER(more) more
#endif

// Numbers as Python has them: wide enough, with a sign, and whole quotients rounded towards minus infinity.
DEVICE int number(int value) { return value; }
DEVICE int64 number(int64 value) { return value; }
DEVICE int64 number(uint32 value) { return value; }
DEVICE double number(double value) { return value; }
template <class A, class B> using Wider = decltype(number(A()) + number(B()));

template <class A, class B> DEVICE Wider<A, B> minimum(A a, B b) {
  Wider<A, B> first = a, second = b;
  return second < first ? second : first;
}
template <class A, class B> DEVICE Wider<A, B> maximum(A a, B b) {
  Wider<A, B> first = a, second = b;
  return second > first ? second : first;
}
template <class A, class B> DEVICE Wider<A, B> modulo(A a, B b) {
  Wider<A, B> whole = a, part = b, rest = whole % part;
  return rest != 0 && (rest < 0) != (part < 0) ? rest + part : rest;
}
template <class A, class B> DEVICE Wider<A, B> floor_divide(A a, B b) {
  Wider<A, B> whole = a, part = b, rest = whole % part;
  return whole / part - (rest != 0 && (rest < 0) != (part < 0));
}

// The bytes of one game's record.
struct Record {
  template <class T> using Item = T &;
  uint8 *first;

  template <class T> DEVICE T &at(int offset) const { return *(T *)(first + offset); }
};

// Bytes that are only read, the same for all games.
struct Fixed {
  template <class T> using Item = T;
  const uint8 *first;

  template <class T> DEVICE T at(int offset) const {
#ifdef __CUDACC__
    return __ldg((const T *)(first + offset));
#else
    return *(const T *)(first + offset);
#endif
  }
};

template <class Bytes, class T, int N> struct Line {
  Bytes bytes;
  int offset;

  DEVICE typename Bytes::template Item<T> operator()(int i) const {
    return bytes.template at<T>(offset + i * (int)sizeof(T));
  }
  DEVICE static constexpr int size(int) { return N; }
};

template <class Bytes, class T, int N, int M> struct Grid {
  Bytes bytes;
  int offset;

  DEVICE typename Bytes::template Item<T> operator()(int i, int j) const {
    return bytes.template at<T>(offset + (i * M + j) * (int)sizeof(T));
  }
  DEVICE Line<Bytes, T, M> operator()(int i) const { return {bytes, offset + i * M * (int)sizeof(T)}; }
  DEVICE static constexpr int size(int axis) { return axis == 0 ? N : M; }
};

// Every stride-th item of an array: a game's column where features lie along the rows.
template <class T> struct Span {
  T *first;
  int64 stride;
  int count;

  DEVICE T &operator()(int i) const { return first[i * stride]; }
  DEVICE Span part(int from, int to) const { return {first + from * stride, stride, to - from}; }
  DEVICE int size(int) const { return count; }
};

// The tokens of the seats of a game: (players, K, N).
template <class T, int N> struct Rows {
  T *first;
  int length;

  DEVICE T &operator()(int i, int j, int k) const { return first[(i * length + j) * N + k]; }
  DEVICE int size(int axis) const { return axis == 1 ? length : N; }
};

// What a thread is told of the game that it plays: rows of N numbers, those of all threads side by side.
template <int ROWS, int N> struct Notes {
  int16 *first;
  int64 stride;

  DEVICE int16 &operator()(int i, int j) const { return first[i * stride + j]; }
  DEVICE static constexpr int size(int axis) { return axis == 0 ? ROWS : N; }
};

// A small array of the thread's own.
template <class T> struct Own {
  T *first;
  DEVICE T &operator()(int i) const { return first[i]; }
};

template <class Bytes, class T, int N> DEVICE void fill(Line<Bytes, T, N> line, int count, int value) {
  UNROLLED
  for (int i = 0; i < count; i++) line(i) = value;
}
template <class Bytes, class T, int N> DEVICE void fill(Line<Bytes, T, N> line, int value) { fill(line, N, value); }
template <class Bytes, class T, int N, int M> DEVICE void fill(Grid<Bytes, T, N, M> grid, int value) {
  UNROLLED
  for (int i = 0; i < N * M; i++) grid.bytes.template at<T>(grid.offset + i * (int)sizeof(T)) = value;
}
