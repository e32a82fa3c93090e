// Debian's FCL: distance with nearest points, Boolean collision and penetration, by both of its solvers (libccd's, the default, and its
// own); also of triangle meshes, as trees of OBBRSS. Transforms are made before the measurement.
#include <fcl/fcl.h>

#include <memory>

#include "harness.hpp"

class Fcl {
 public:
  Fcl(const ProblemSet& set, const std::string&) {
    for (const Shape& shape : set.shapes) shapes.push_back(make(shape));
    for (const Problem& problem : set.problems)
      pairs.push_back({shapes[problem.a].get(), shapes[problem.b].get(), transformOf(problem.poseA), transformOf(problem.poseB)});
  }

  template <fcl::GJKSolverType solver>
  void distance(int k, Answer& answer) {
    const Pair& pair = pairs[k];
    fcl::DistanceRequestd request(true);
    request.gjk_solver_type = solver;
    fcl::DistanceResultd result;
    fcl::distance(pair.a, pair.poseA, pair.b, pair.poseB, request, result);
    answer.value = result.min_distance;
    for (int axis = 0; axis < 3; axis++) {
      answer.pointA[axis] = result.nearest_points[0][axis];
      answer.pointB[axis] = result.nearest_points[1][axis];
    }
  }

  template <fcl::GJKSolverType solver>
  void collide(int k, Answer& answer) {
    const Pair& pair = pairs[k];
    fcl::CollisionRequestd request(1, false);
    request.gjk_solver_type = solver;
    fcl::CollisionResultd result;
    answer.value = fcl::collide(pair.a, pair.poseA, pair.b, pair.poseB, request, result) > 0 ? 1 : 0;
  }

  template <fcl::GJKSolverType solver>
  void depth(int k, Answer& answer) {
    const Pair& pair = pairs[k];
    fcl::CollisionRequestd request(1, true);
    request.gjk_solver_type = solver;
    fcl::CollisionResultd result;
    const bool isFound = fcl::collide(pair.a, pair.poseA, pair.b, pair.poseB, request, result) > 0;
    if (!isFound) return answerDepth(answer, false, 0, 0, 0, 0);
    const auto& contact = result.getContact(0);
    answerDepth(answer, true, contact.penetration_depth, contact.normal[0], contact.normal[1], contact.normal[2]);
  }

 private:
  using Geometry = std::shared_ptr<fcl::CollisionGeometryd>;

  struct Pair {
    const fcl::CollisionGeometryd* a;
    const fcl::CollisionGeometryd* b;
    fcl::Transform3d poseA;
    fcl::Transform3d poseB;
  };

  static fcl::Transform3d transformOf(const Pose& pose) {
    const auto [x, y, z, w] = pose.quaternion;
    fcl::Transform3d transform = fcl::Transform3d::Identity();
    transform.linear() = fcl::Quaterniond(w, x, y, z).toRotationMatrix();
    transform.translation() = fcl::Vector3d(pose.position[0], pose.position[1], pose.position[2]);
    return transform;
  }

  static Geometry hull(const Shape& shape) {
    auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
    auto faces = std::make_shared<std::vector<int>>();
    for (const auto& [x, y, z] : shape.vertices) vertices->emplace_back(x, y, z);
    for (const auto& [i, j, k] : shape.triangles) faces->insert(faces->end(), {3, i, j, k});
    return std::make_shared<fcl::Convexd>(vertices, static_cast<int>(shape.triangles.size()), faces);
  }

  static Geometry mesh(const Shape& shape) {
    std::vector<fcl::Vector3d> vertices;
    std::vector<fcl::Triangle> triangles;
    for (const auto& [x, y, z] : shape.vertices) vertices.emplace_back(x, y, z);
    for (const auto& [i, j, k] : shape.triangles) triangles.emplace_back(i, j, k);
    auto model = std::make_shared<fcl::BVHModel<fcl::OBBRSSd>>();
    model->beginModel();
    model->addSubModel(vertices, triangles);
    model->endModel();
    return model;
  }

  static Geometry make(const Shape& shape) {
    const auto& p = shape.parameters;
    Geometry geometry;
    if (shape.kind == "hull") geometry = hull(shape);
    else if (shape.kind == "mesh") geometry = mesh(shape);
    else if (shape.kind == "box") geometry = std::make_shared<fcl::Boxd>(2 * p[0], 2 * p[1], 2 * p[2]);
    else if (shape.kind == "sphere") geometry = std::make_shared<fcl::Sphered>(p[0]);
    else if (shape.kind == "capsule") geometry = std::make_shared<fcl::Capsuled>(p[0], 2 * p[1]);
    else if (shape.kind == "ellipsoid") geometry = std::make_shared<fcl::Ellipsoidd>(p[0], p[1], p[2]);
    else if (shape.kind == "cylinder") geometry = std::make_shared<fcl::Cylinderd>(p[0], 2 * p[1]);
    else if (shape.kind == "cone") geometry = std::make_shared<fcl::Coned>(p[0], 2 * p[1]);
    else throw Unsupported{shape.kind};
    geometry->computeLocalAABB();
    return geometry;
  }

  std::vector<Geometry> shapes;
  std::vector<Pair> pairs;
};

int main(int argc, char** argv) {
  return serve<Fcl>(argc, argv,
                    {{"distance", &Fcl::distance<fcl::GST_LIBCCD>},
                     {"distance-own", &Fcl::distance<fcl::GST_INDEP>},
                     {"collide", &Fcl::collide<fcl::GST_LIBCCD>},
                     {"collide-own", &Fcl::collide<fcl::GST_INDEP>},
                     {"depth", &Fcl::depth<fcl::GST_LIBCCD>},
                     {"depth-own", &Fcl::depth<fcl::GST_INDEP>}});
}
