// Differentiable Growth Distance: Boolean collision and growth distance, cold, and warm from the pair's last primal or dual solution, with the
// default tolerance (a ratio of upper and lower bound below 1 + 1.5e-8). As in Proximal, hulls grow about their center of mass. Transforms are
// made before the measurement.
#include <dgd/dgd.h>
#include <dgd/geometry/3d/cone.h>
#include <dgd/geometry/3d/cuboid.h>
#include <dgd/geometry/3d/cylinder.h>
#include <dgd/geometry/3d/ellipsoid.h>
#include <dgd/geometry/3d/mesh.h>
#include <dgd/geometry/xd/capsule.h>
#include <dgd/geometry/xd/sphere.h>

#include <algorithm>
#include <memory>
#include <set>

#include "harness.hpp"

class Dgd {
 public:
  Dgd(const ProblemSet& set, const std::string& argument) : steps(set, argument) {
    for (const Shape& shape : set.shapes) bodies.push_back(make(shape));
    for (const Problem& problem : set.problems)
      pairs.push_back({bodies[problem.a].set.get(), bodies[problem.b].set.get(),
                       transformOf(problem.poseA, bodies[problem.a]), transformOf(problem.poseB, bodies[problem.b])});
    dual.ws_type = dgd::WarmStartType::Dual;
    for (Outputs* outputs : {&primalGrowth, &dualGrowth, &primalCollide, &dualCollide})
      outputs->resize(steps.pairs);
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

  void growthPrimal(int k, Answer& answer) { growthFrom(k, primalGrowth, settings, answer); }
  void growthDual(int k, Answer& answer) { growthFrom(k, dualGrowth, dual, answer); }
  void growthPrimalAlone(int k, Answer& answer) { growthPrimal(steps.alone(k), answer); }
  void growthDualAlone(int k, Answer& answer) { growthDual(steps.alone(k), answer); }
  void collidePrimal(int k, Answer& answer) { collideFrom(k, primalCollide, settings, answer); }
  void collideDual(int k, Answer& answer) { collideFrom(k, dualCollide, dual, answer); }
  void collidePrimalAlone(int k, Answer& answer) { collidePrimal(steps.alone(k), answer); }
  void collideDualAlone(int k, Answer& answer) { collideDual(steps.alone(k), answer); }

 private:
  /** The last output of a pair. The first query is cold. */
  struct Last {
    dgd::Output<3> output;
    bool isKnown = false;

    /** Where the last simplex has points of the inscribed balls, DGD would start hill climbing from vertex −1, outside its list. */
    bool start() {
      output.idx_s1 = output.idx_s1.cwiseMax(0);
      output.idx_s2 = output.idx_s2.cwiseMax(0);
      const bool wasKnown = isKnown;
      isKnown = true;
      return wasKnown;
    }
  };
  using Outputs = std::vector<Last>;

  void growthFrom(int k, Outputs& last, const dgd::Settings& with, Answer& answer) {
    const Pair& pair = pairs[k];
    Last& state = last[steps.pairOf(k)];
    answer.value = dgd::GrowthDistance<3>(pair.a, pair.poseA, pair.b, pair.poseB, with, state.output, state.start());
  }

  void collideFrom(int k, Outputs& last, const dgd::Settings& with, Answer& answer) {
    const Pair& pair = pairs[k];
    Last& state = last[steps.pairOf(k)];
    answer.value = dgd::DetectCollision<3>(pair.a, pair.poseA, pair.b, pair.poseB, with, state.output, state.start()) ? 1 : 0;
  }

  struct Body {
    std::unique_ptr<dgd::ConvexSet<3>> set;
    Vector center = {0, 0, 0};
    /** Whether the axis is x instead of z. */
    bool isTurned = false;
  };

  struct Pair {
    const dgd::ConvexSet<3>* a;
    const dgd::ConvexSet<3>* b;
    dgd::Transform3r poseA;
    dgd::Transform3r poseB;
  };

  static dgd::Transform3r transformOf(const Pose& pose, const Body& body) {
    const Frame frame = pose.frame();
    const Vector offset = frame.turn(body.center);
    dgd::Transform3r transform = dgd::Transform3r::Identity();
    for (int row = 0; row < 3; row++) {
      for (int column = 0; column < 3; column++)
        transform(row, body.isTurned ? (column + 1) % 3 : column) = frame.rotation[3 * row + column];
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
    if (shape.kind == "capsule") return {std::make_unique<dgd::Capsule>(p[1], p[0]), {0, 0, 0}, true};
    if (shape.kind == "cylinder") return {std::make_unique<dgd::Cylinder>(p[1], p[0]), {0, 0, 0}, true};
    if (shape.kind == "cone") return cone(p[0], 2 * p[1]);
    throw Unsupported{shape.kind};
  }

  /** DGD's origin is the center of the inscribed ball, which is the center of growth in Proximal too. */
  static Body cone(double radius, double height) {
    const double inner = radius * (std::hypot(radius, height) - radius) / height;
    return {std::make_unique<dgd::Cone>(radius, height), {0, 0, inner - height / 2}};
  }

  Steps steps;
  dgd::Settings settings;
  dgd::Settings dual;
  Outputs primalGrowth;
  Outputs dualGrowth;
  Outputs primalCollide;
  Outputs dualCollide;
  std::vector<Body> bodies;
  std::vector<Pair> pairs;
};

int main(int argc, char** argv) {
  return serve<Dgd>(argc, argv, {{"collide", &Dgd::collide},
                                 {"growth", &Dgd::growth},
                                 {"growth-warm", &Dgd::growthPrimal},
                                 {"growth-warm-dual", &Dgd::growthDual},
                                 {"growth-warm-alone", &Dgd::growthPrimalAlone},
                                 {"growth-warm-alone-dual", &Dgd::growthDualAlone},
                                 {"collide-warm", &Dgd::collidePrimal},
                                 {"collide-warm-dual", &Dgd::collideDual},
                                 {"collide-warm-alone", &Dgd::collidePrimalAlone},
                                 {"collide-warm-alone-dual", &Dgd::collideDualAlone}});
}
