// Differentiable Growth Distance: Boolean collision and growth distance, without warm start, with the default tolerance (a ratio of upper and
// lower bound below 1 + 1.5e-8). As in Proximal, hulls grow about their center of mass. Transforms are made before the measurement.
#include <dgd/dgd.h>
#include <dgd/geometry/3d/cuboid.h>
#include <dgd/geometry/3d/ellipsoid.h>
#include <dgd/geometry/3d/mesh.h>
#include <dgd/geometry/xd/sphere.h>

#include <algorithm>
#include <memory>
#include <set>

#include "harness.hpp"

class Dgd {
 public:
  Dgd(const ProblemSet& set, const std::string&) {
    for (const Shape& shape : set.shapes) bodies.push_back(make(shape));
    for (const Problem& problem : set.problems)
      pairs.push_back({bodies[problem.a].set.get(), bodies[problem.b].set.get(),
                       transformOf(problem.poseA, bodies[problem.a].center),
                       transformOf(problem.poseB, bodies[problem.b].center)});
  }

  void collide(int k, Answer& answer) {
    const Pair& pair = pairs[k];
    dgd::Output<3> output;
    answer.value = dgd::DetectCollision<3>(pair.a, pair.poseA, pair.b, pair.poseB, settings, output) ? 1 : 0;
  }

  void growth(int k, Answer& answer) {
    const Pair& pair = pairs[k];
    dgd::Output<3> output;
    answer.value = dgd::GrowthDistance<3>(pair.a, pair.poseA, pair.b, pair.poseB, settings, output);
  }

 private:
  struct Body {
    std::unique_ptr<dgd::ConvexSet<3>> set;
    Vector center = {0, 0, 0};
  };

  struct Pair {
    const dgd::ConvexSet<3>* a;
    const dgd::ConvexSet<3>* b;
    dgd::Transform3r poseA;
    dgd::Transform3r poseB;
  };

  static dgd::Transform3r transformOf(const Pose& pose, const Vector& center) {
    const Frame frame = pose.frame();
    const Vector offset = frame.turn(center);
    dgd::Transform3r transform = dgd::Transform3r::Identity();
    for (int row = 0; row < 3; row++) {
      for (int column = 0; column < 3; column++) transform(row, column) = frame.rotation[3 * row + column];
      transform(row, 3) = frame.translation[row] + offset[row];
    }
    return transform;
  }

  /** The mean of the centers of the tetrahedra between the first vertex and the triangles, weighted by volume. */
  static Vector centerOfMass(const Shape& shape) {
    const Vector& apex = shape.vertices[0];
    Vector sum = {0, 0, 0};
    double volume = 0;
    for (const auto& [i, j, k] : shape.triangles) {
      const Vector u = minus(shape.vertices[i], apex);
      const Vector v = minus(shape.vertices[j], apex);
      const Vector w = minus(shape.vertices[k], apex);
      const Vector normal = cross(u, v);
      const double size = normal[0] * w[0] + normal[1] * w[1] + normal[2] * w[2];
      for (int axis = 0; axis < 3; axis++) sum[axis] += size * (u[axis] + v[axis] + w[axis]) / 4;
      volume += size;
    }
    return {apex[0] + sum[0] / volume, apex[1] + sum[1] / volume, apex[2] + sum[2] / volume};
  }

  /** The least distance of the center from the planes of the triangles, negative outside. */
  static double inradius(const Shape& shape, const Vector& center) {
    double least = std::numeric_limits<double>::infinity();
    for (const auto& [i, j, k] : shape.triangles) {
      const Vector normal = cross(minus(shape.vertices[j], shape.vertices[i]), minus(shape.vertices[k], shape.vertices[i]));
      const double length = std::hypot(normal[0], normal[1], normal[2]);
      const Vector arm = minus(shape.vertices[i], center);
      if (length > 0) least = std::min(least, (arm[0] * normal[0] + arm[1] * normal[1] + arm[2] * normal[2]) / length);
    }
    return least;
  }

  static Vector minus(const Vector& a, const Vector& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

  static Vector cross(const Vector& u, const Vector& v) {
    return {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
  }

  static Body hull(const Shape& shape) {
    Body body;
    body.center = centerOfMass(shape);
    const double inner = inradius(shape, body.center);
    if (!(inner > 0)) throw Unsupported{"flat hull"};
    std::vector<dgd::Vec3r> vertices;
    for (const Vector& vertex : shape.vertices) {
      const Vector arm = minus(vertex, body.center);
      vertices.emplace_back(arm[0], arm[1], arm[2]);
    }
    body.set = std::make_unique<dgd::Mesh>(vertices, graphOf(shape), inner);
    return body;
  }

  /** The vertex graph in DGD's layout: the counts of vertices and faces, the first edge of each vertex, and the neighbors, with −1 after each vertex. */
  static std::vector<int> graphOf(const Shape& shape) {
    std::vector<std::set<int>> neighbors(shape.vertices.size());
    for (const auto& triangle : shape.triangles)
      for (int from : triangle)
        for (int to : triangle)
          if (from != to) neighbors[from].insert(to);
    std::vector<int> graph = {static_cast<int>(shape.vertices.size()), static_cast<int>(shape.triangles.size())};
    std::vector<int> edges;
    for (const std::set<int>& list : neighbors) {
      graph.push_back(static_cast<int>(edges.size()));
      edges.insert(edges.end(), list.begin(), list.end());
      edges.push_back(-1);
    }
    graph.insert(graph.end(), edges.begin(), edges.end());
    return graph;
  }

  static Body make(const Shape& shape) {
    const auto& p = shape.parameters;
    if (shape.kind == "hull") return hull(shape);
    if (shape.kind == "box") return {std::make_unique<dgd::Cuboid>(p[0], p[1], p[2])};
    if (shape.kind == "ellipsoid") return {std::make_unique<dgd::Ellipsoid>(p[0], p[1], p[2])};
    if (shape.kind == "sphere") return {std::make_unique<dgd::Sphere>(p[0])};
    throw Unsupported{shape.kind};
  }

  dgd::Settings settings;
  std::vector<Body> bodies;
  std::vector<Pair> pairs;
};

int main(int argc, char** argv) {
  return serve<Dgd>(argc, argv, {{"collide", &Dgd::collide}, {"growth", &Dgd::growth}});
}
