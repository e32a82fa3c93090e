// The runtime of the kernel's translation into C++ (tools/src/kernel-to-cpp.ts): the counterpart of the files in kernel/port, one namespace
// each, and of `Math`. It is idiomatic C++: two vertices at a time as in WebAssembly, and min and max without ECMAScript's rules for NaN
// and −0.
#pragma once
#include <cstdint>
#include <cstdlib>

namespace kernel::port_memory {

/** 256 MiB, the limit of the kernel's memory. Pages are allocated when they are first used. */
alignas(64) inline double memory[32 * 1024 * 1024];

/** An i32 that may be half of an f64. */
using Half __attribute__((may_alias)) = std::int32_t;

inline double ld(std::int32_t at) { return memory[at]; }
inline void st(std::int32_t at, double x) { memory[at] = x; }
inline std::int32_t ldi(std::int32_t at) { return reinterpret_cast<const Half*>(memory)[at]; }
inline void sti(std::int32_t at, std::int32_t x) { reinterpret_cast<Half*>(memory)[at] = x; }

inline std::int32_t toInt(double x) { return static_cast<std::int32_t>(x); }
inline double toFloat(std::int32_t n) { return n; }
inline std::int32_t quotient(std::int32_t a, std::int32_t b) { return a / b; }
inline std::int32_t product(std::int32_t a, std::int32_t b) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) * static_cast<std::uint32_t>(b));
}

/** There are no custom shapes and no traces here. */
[[noreturn]] inline void hostSupport(std::int32_t, double, double, double, std::int32_t) { std::abort(); }
[[noreturn]] inline void hostTrace(std::int32_t) { std::abort(); }

}  // namespace kernel::port_memory

namespace kernel::port_scan {

using Two __attribute__((vector_size(16), aligned(8), may_alias)) = double;
using Offsets __attribute__((vector_size(16))) = std::int64_t;

/** The dot products with a direction of the two vertices at `at`, stored as x x y y z z. */
inline Two reachOfPair(const double* at, double dx, double dy, double dz) {
  const Two* pair = reinterpret_cast<const Two*>(at);
  return dx * pair[0] + dy * pair[1] + dz * pair[2];
}

inline std::int32_t farthestOfPairs(std::int32_t first, std::int32_t pairs, double dx, double dy, double dz) {
  const double* start = port_memory::memory + first;
  Two largest = reachOfPair(start, dx, dy, dz);
  // Each lane has the index of its own farthest pair.
  Offsets offset = {0, 0};
  for (std::int64_t at = 6; at < 6 * std::int64_t{pairs}; at += 6) {
    const Two reach = reachOfPair(start + at, dx, dy, dz);
    const Offsets here = {at, at};
    const auto farther = reach > largest;
    largest = farther ? reach : largest;
    offset = farther ? here : offset;
  }
  const bool isOdd = largest[1] > largest[0] || (largest[1] == largest[0] && offset[1] < offset[0]);
  return first + static_cast<std::int32_t>(isOdd ? offset[1] + 1 : offset[0]);
}

inline double withSign(double magnitude, double sign) { return __builtin_copysign(magnitude, sign); }

}  // namespace kernel::port_scan

namespace kernel::port_clamp {

inline double clamp(double x, double limit) { return x > limit ? limit : x < -limit ? -limit : x; }

}  // namespace kernel::port_clamp

namespace kernel::port_side_by_side {

/** Only single queries are compared, so no pair is decided here: 2 is UNDECIDED and leaves a pair to kernel/closed/meet.ts. */
inline void meetSideBySide(std::int32_t, std::int32_t, std::int32_t, std::int32_t count, std::int32_t out, double) {
  for (std::int32_t n = 0; n < count; n++) port_memory::sti(2 * out + n, 2);
}

}  // namespace kernel::port_side_by_side

namespace kernel::port_corners {

/** The first farthest corner of a polygon, whose corners are stored in pairs x x y y. */
template <int count>
inline std::int32_t farthestCorner(std::int32_t pairs, double dx, double dy) {
  const double* start = port_memory::memory + pairs;
  std::int32_t farthest = 0;
  double largest = dx * start[0] + dy * start[2];
  for (int k = 1; k < count; k++) {
    const double* at = start + 4 * (k / 2) + k % 2;
    const double reach = dx * at[0] + dy * at[2];
    farthest = reach > largest ? k : farthest;
    largest = reach > largest ? reach : largest;
  }
  return farthest;
}

inline std::int32_t farthestOfFour(std::int32_t pairs, double dx, double dy) { return farthestCorner<4>(pairs, dx, dy); }
inline std::int32_t farthestOfEight(std::int32_t pairs, double dx, double dy) {
  return farthestCorner<8>(pairs, dx, dy);
}

}  // namespace kernel::port_corners

namespace kernel::port_rows {

inline double dotRow(std::int32_t row, std::int32_t vector, std::int32_t width) {
  const double *r = port_memory::memory + row, *v = port_memory::memory + vector;
  double even = 0, odd = 0;
  std::int32_t k = 0;
  for (; k + 1 < width; k += 2) {
    even += r[k] * v[k];
    odd += r[k + 1] * v[k + 1];
  }
  return k < width ? even + odd + r[k] * v[k] : even + odd;
}

inline double dotSix(std::int32_t row, std::int32_t vector) { return dotRow(row, vector, 6); }

inline void timesRows(std::int32_t rows, std::int32_t width, std::int32_t vector, std::int32_t out) {
  using port_scan::Two;
  const double *a = port_memory::memory + rows, *b = a + width, *c = b + width, *v = port_memory::memory + vector;
  Two x = {0, 0}, y = x, z = x;
  std::int32_t k = 0;
  for (; k + 1 < width; k += 2) {
    const Two two = *reinterpret_cast<const Two*>(v + k);
    x += *reinterpret_cast<const Two*>(a + k) * two;
    y += *reinterpret_cast<const Two*>(b + k) * two;
    z += *reinterpret_cast<const Two*>(c + k) * two;
  }
  double* to = port_memory::memory + out;
  const bool isOdd = k < width;
  to[0] = isOdd ? x[0] + x[1] + a[k] * v[k] : x[0] + x[1];
  to[1] = isOdd ? y[0] + y[1] + b[k] * v[k] : y[0] + y[1];
  to[2] = isOdd ? z[0] + z[1] + c[k] * v[k] : z[0] + z[1];
}

inline void addRows(std::int32_t rows, std::int32_t width, double x, double y, double z, std::int32_t vector) {
  const double* r = port_memory::memory + rows;
  double* v = port_memory::memory + vector;
  for (std::int32_t k = 0; k < width; k++) v[k] += x * r[k] + y * r[width + k] + z * r[2 * width + k];
}

inline void addSix(std::int32_t rows, double x, double y, double z, std::int32_t vector) { addRows(rows, 6, x, y, z, vector); }

inline void addScaledSix(std::int32_t rows, std::int32_t scales, double x, double y, double z, std::int32_t vector) {
  const double *r = port_memory::memory + rows, *d = port_memory::memory + scales;
  double* v = port_memory::memory + vector;
  for (int k = 0; k < 6; k++) v[k] = v[k] + (x * (d[k] * r[k]) + y * (d[k] * r[6 + k]) + z * (d[k] * r[12 + k]));
}

inline void rowTimesMatrix(std::int32_t row, std::int32_t matrix, std::int32_t out) {
  const double *r = port_memory::memory + row, *m = port_memory::memory + matrix;
  double* to = port_memory::memory + out;
  for (int k = 0; k < 6; k++) {
    const double first = r[0] * m[k] + r[1] * m[6 + k];
    const double second = r[2] * m[12 + k] + r[3] * m[18 + k];
    const double third = r[4] * m[24 + k] + r[5] * m[30 + k];
    to[k] = first + second + third;
  }
}

inline void addRow(std::int32_t row, std::int32_t width, double x, std::int32_t vector) {
  const double *r = port_memory::memory + row;
  double *v = port_memory::memory + vector;
  for (std::int32_t k = 0; k < width; k++) v[k] += x * r[k];
}

inline void addRowOfSix(std::int32_t row, double x, std::int32_t vector) { addRow(row, 6, x, vector); }

inline void scaleSix(std::int32_t row, std::int32_t matrix, std::int32_t out) {
  const double *r = port_memory::memory + row, *m = port_memory::memory + matrix;
  double* to = port_memory::memory + out;
  for (int k = 0; k < 6; k++) to[k] = m[7 * k] * r[k];
}

}  // namespace kernel::port_rows

namespace kernel::penetration_penetration {

static std::int32_t penetration(std::int32_t w, std::int32_t p, std::int32_t isFar);

}  // namespace kernel::penetration_penetration

namespace kernel::distance {

static std::int32_t distance(std::int32_t w);

}  // namespace kernel::distance

namespace kernel::collide {

static std::int32_t collide(std::int32_t w, double margin);

}  // namespace kernel::collide

namespace kernel::support {

static void supportMany(std::int32_t record, std::int32_t directions, std::int32_t count, std::int32_t out);

}  // namespace kernel::support

namespace kernel::port_queries {

inline std::int32_t signedDistance(std::int32_t w, std::int32_t polytope) {
  return penetration_penetration::penetration(w, polytope, 0);
}
inline std::int32_t depthOf(std::int32_t w, std::int32_t polytope) {
  return penetration_penetration::penetration(w, polytope, 1);
}
inline std::int32_t distanceOf(std::int32_t w) { return distance::distance(w); }
inline std::int32_t areWithin(std::int32_t w, double margin) { return collide::collide(w, margin); }
inline void supportsOf(std::int32_t record, std::int32_t directions, std::int32_t count, std::int32_t out) {
  support::supportMany(record, directions, count, out);
}

}  // namespace kernel::port_queries

namespace kernel::math {

inline double sqrt(double x) { return __builtin_sqrt(x); }
inline double abs(double x) { return __builtin_fabs(x); }
inline double floor(double x) { return __builtin_floor(x); }
inline double ceil(double x) { return __builtin_ceil(x); }
inline double min(double a, double b) { return a < b ? a : b; }
inline double max(double a, double b) { return a > b ? a : b; }

}  // namespace kernel::math
