// Reads the problem files that bench/src/problems/problem-set.ts writes and describes.
#pragma once
#include <array>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

using Vector = std::array<double, 3>;

/** Rotation by rows and translation: body to world. */
struct Frame {
  std::array<double, 9> rotation;
  Vector translation;

  Vector turn(const Vector& v) const {
    const auto& r = rotation;
    return {r[0] * v[0] + r[1] * v[1] + r[2] * v[2], r[3] * v[0] + r[4] * v[1] + r[5] * v[2],
            r[6] * v[0] + r[7] * v[1] + r[8] * v[2]};
  }

  Vector turnBack(const Vector& v) const {
    const auto& r = rotation;
    return {r[0] * v[0] + r[3] * v[1] + r[6] * v[2], r[1] * v[0] + r[4] * v[1] + r[7] * v[2],
            r[2] * v[0] + r[5] * v[1] + r[8] * v[2]};
  }
};

struct Pose {
  Vector position;
  /** x y z w, of unit length. */
  std::array<double, 4> quaternion;

  Frame frame() const {
    const auto [x, y, z, w] = quaternion;
    return {{1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w),
             2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
             2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)},
            position};
  }
};

struct Shape {
  std::string kind;
  /** The sizes of a primitive, in the order of the file; empty for hulls and meshes. */
  std::vector<double> parameters;
  std::vector<Vector> vertices;
  std::vector<std::array<int, 3>> triangles;
};

struct Problem {
  int a;
  int b;
  double signedDistance;
  Pose poseA;
  Pose poseB;
};

struct ProblemSet {
  std::vector<Shape> shapes;
  std::vector<Problem> problems;
};

namespace reading {

inline void expect(std::istream& in, const std::string& word) {
  std::string found;
  in >> found;
  if (found != word) throw std::runtime_error("problem file: '" + found + "' instead of '" + word + "'");
}

inline double number(std::istream& in) {
  // Not by >>, which does not read `nan`.
  std::string word;
  in >> word;
  return std::stod(word);
}

inline Vector vector(std::istream& in) {
  const double x = number(in);
  const double y = number(in);
  return {x, y, number(in)};
}

inline Pose pose(std::istream& in) {
  Pose pose;
  pose.position = vector(in);
  for (double& x : pose.quaternion) x = number(in);
  return pose;
}

inline Shape shape(std::istream& in) {
  Shape shape;
  in >> shape.kind;
  if (shape.kind == "hull" || shape.kind == "mesh") {
    size_t vertices = 0;
    size_t triangles = 0;
    in >> vertices >> triangles;
    for (size_t k = 0; k < vertices; k++) shape.vertices.push_back(vector(in));
    shape.triangles.resize(triangles);
    for (auto& [i, j, k] : shape.triangles) in >> i >> j >> k;
    return shape;
  }
  const int count = shape.kind == "sphere" ? 1 : shape.kind == "box" || shape.kind == "ellipsoid" ? 3 : 2;
  for (int k = 0; k < count; k++) shape.parameters.push_back(number(in));
  return shape;
}

inline Problem problem(std::istream& in) {
  Problem problem;
  in >> problem.a >> problem.b;
  problem.signedDistance = number(in);
  problem.poseA = pose(in);
  problem.poseB = pose(in);
  return problem;
}

}  // namespace reading

inline ProblemSet readProblems(const std::string& path) {
  std::ifstream in(path);
  ProblemSet set;
  size_t count = 0;
  reading::expect(in, "proximal-problems");
  reading::expect(in, "1");
  reading::expect(in, "shapes");
  in >> count;
  for (size_t k = 0; k < count; k++) set.shapes.push_back(reading::shape(in));
  reading::expect(in, "problems");
  in >> count;
  for (size_t k = 0; k < count; k++) set.problems.push_back(reading::problem(in));
  if (!in) throw std::runtime_error("problem file: it ends too early");
  return set;
}
