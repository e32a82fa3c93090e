// Times Debian's qhull on points from a file: qhull <file of doubles> <repeats>
// Prints the nanoseconds per hull (with a copy of the points, allocation and release, without reading the file), and the numbers of vertices and
// facets, −1 if qhull failed.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <vector>

extern "C" {
#include <libqhull_r/libqhull_r.h>
}

struct Size {
  int vertices;
  int facets;
};

static Size hull(const std::vector<double>& points) {
  // qhull may write into its input.
  std::vector<double> own(points);
  char command[] = "qhull";
  qhT state;
  qhT* qh = &state;
  qh_zero(qh, stderr);
  const int count = static_cast<int>(own.size() / 3);
  const int failed = qh_new_qhull(qh, 3, count, own.data(), False, command, nullptr, stderr);
  const Size size = failed ? Size{-1, -1} : Size{qh->num_vertices, qh->num_facets};
  qh_freeqhull(qh, !qh_ALL);
  int leftLong = 0;
  int leftTotal = 0;
  qh_memfreeshort(qh, &leftLong, &leftTotal);
  return size;
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  std::ifstream file(argv[1], std::ios::binary | std::ios::ate);
  std::vector<double> points(static_cast<size_t>(file.tellg()) / sizeof(double));
  file.seekg(0);
  file.read(reinterpret_cast<char*>(points.data()), static_cast<std::streamsize>(points.size() * sizeof(double)));
  const int repeats = std::atoi(argv[2]);
  // The first hull is not timed: it loads the pages and caches.
  Size size = hull(points);
  const auto start = std::chrono::steady_clock::now();
  for (int k = 0; k < repeats; k++) size = hull(points);
  const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
  std::printf("%.0f %d %d\n", time.count() / repeats, size.vertices, size.facets);
  return 0;
}
