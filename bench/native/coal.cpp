// coal (formerly hpp-fcl): distance with nearest points, Boolean collision, and the iterations of both, with its three variants of GJK; and signed
// distance. As in Proximal, every cold query starts from the centers of the bounding boxes, and Boolean queries end at the first separating
// plane. Warm queries start from the cached guess of the pair's last query. Supports of hulls climb from neighbor to neighbor. The functors
// and transforms are made before the measurement.
#include <coal/collision.h>
#include <coal/distance.h>
#include <coal/shape/convex.h>
#include <coal/shape/geometric_shapes.h>

#include <memory>

#include "harness.hpp"

using coal::GJKVariant;

class Coal {
 public:
  Coal(const ProblemSet& set, const std::string& argument) : steps(set, argument) {
    for (const Shape& shape : set.shapes) shapes.push_back(make(shape));
    for (const Problem& problem : set.problems)
      pairs.push_back({Counting<coal::ComputeDistance>(shapes[problem.a].get(), shapes[problem.b].get()),
                       Counting<coal::ComputeCollision>(shapes[problem.a].get(), shapes[problem.b].get()),
                       transformOf(problem.poseA), transformOf(problem.poseB)});
    warm.resize(steps.pairs);
  }

  template <GJKVariant variant>
  void distance(int k, Answer& answer) {
    answerDistance(measure<variant>(pairs[k]), answer);
  }

  void signedDistance(int k, Answer& answer) { answerDistance(measure<GJKVariant::DefaultGJK>(pairs[k], true), answer); }

  template <GJKVariant variant>
  void warmDistance(int k, Answer& answer) {
    const Pair& pair = pairs[k];
    Warm& state = warm[steps.pairOf(k)];
    state.distance.gjk_variant = variant;
    coal::DistanceResult result;
    pair.distance(pair.poseA, pair.poseB, state.distance, result);
    state.distance.updateGuess(result);
    answerDistance(result, answer);
  }

  template <GJKVariant variant>
  void warmDistanceAlone(int k, Answer& answer) {
    warmDistance<variant>(steps.alone(k), answer);
  }

  template <GJKVariant variant>
  void warmCollide(int k, Answer& answer) {
    const Pair& pair = pairs[k];
    Warm& state = warm[steps.pairOf(k)];
    state.collision.gjk_variant = variant;
    coal::CollisionResult result;
    answer.value = pair.collision(pair.poseA, pair.poseB, state.collision, result) > 0 ? 1 : 0;
    state.collision.updateGuess(result);
  }

  template <GJKVariant variant>
  void warmCollideAlone(int k, Answer& answer) {
    warmCollide<variant>(steps.alone(k), answer);
  }

  template <GJKVariant variant>
  void collide(int k, Answer& answer) {
    const Pair& pair = pairs[k];
    coal::CollisionRequest request;
    request.enable_contact = false;
    request.distance_upper_bound = 0;
    request.gjk_variant = variant;
    request.gjk_initial_guess = coal::GJKInitialGuess::BoundingVolumeGuess;
    coal::CollisionResult result;
    answer.value = pair.collision(pair.poseA, pair.poseB, request, result) > 0 ? 1 : 0;
  }

  /** The iterations of a query, by the library's own counter. */
  template <GJKVariant variant>
  void distanceIterations(int k, Answer& answer) {
    distance<variant>(k, answer);
    answer.value = pairs[k].distance.iterations();
  }

  template <GJKVariant variant>
  void collideIterations(int k, Answer& answer) {
    collide<variant>(k, answer);
    answer.value = pairs[k].collision.iterations();
  }

 private:
  using Geometry = std::shared_ptr<coal::CollisionGeometry>;

  /** A functor that gives the number of iterations of its solver. */
  template <class Functor>
  struct Counting : Functor {
    using Functor::Functor;
    double iterations() const { return static_cast<double>(this->solver.gjk.getNumIterations()); }
  };

  struct Pair {
    Counting<coal::ComputeDistance> distance;
    Counting<coal::ComputeCollision> collision;
    coal::Transform3s poseA;
    coal::Transform3s poseB;
  };

  /** The requests of a pair's next queries, with the guesses of the last ones. */
  struct Warm {
    Warm() {
      distance.enable_signed_distance = false;
      distance.gjk_initial_guess = coal::GJKInitialGuess::CachedGuess;
      collision.enable_contact = false;
      collision.distance_upper_bound = 0;
      collision.gjk_initial_guess = coal::GJKInitialGuess::CachedGuess;
    }
    coal::DistanceRequest distance;
    coal::CollisionRequest collision;
  };

  template <GJKVariant variant>
  static coal::DistanceResult measure(const Pair& pair, bool isSigned = false) {
    coal::DistanceRequest request;
    request.enable_signed_distance = isSigned;
    request.gjk_variant = variant;
    request.gjk_initial_guess = coal::GJKInitialGuess::BoundingVolumeGuess;
    coal::DistanceResult result;
    pair.distance(pair.poseA, pair.poseB, request, result);
    return result;
  }

  static void answerDistance(const coal::DistanceResult& result, Answer& answer) {
    answer.value = result.min_distance;
    for (int axis = 0; axis < 3; axis++) {
      answer.pointA[axis] = result.nearest_points[0][axis];
      answer.pointB[axis] = result.nearest_points[1][axis];
    }
  }

  static coal::Transform3s transformOf(const Pose& pose) {
    const auto [x, y, z, w] = pose.quaternion;
    return coal::Transform3s(coal::Quatf(w, x, y, z).toRotationMatrix(),
                             coal::Vec3s(pose.position[0], pose.position[1], pose.position[2]));
  }

  static Geometry hull(const Shape& shape) {
    auto vertices = std::make_shared<std::vector<coal::Vec3s>>();
    auto faces = std::make_shared<std::vector<coal::Triangle>>();
    for (const auto& [x, y, z] : shape.vertices) vertices->emplace_back(x, y, z);
    for (const auto& [i, j, k] : shape.triangles) faces->emplace_back(i, j, k);
    return std::make_shared<coal::Convex<coal::Triangle>>(vertices, vertices->size(), faces, faces->size());
  }

  static Geometry make(const Shape& shape) {
    const auto& p = shape.parameters;
    Geometry geometry;
    if (shape.kind == "hull") geometry = hull(shape);
    else if (shape.kind == "box") geometry = std::make_shared<coal::Box>(2 * p[0], 2 * p[1], 2 * p[2]);
    else if (shape.kind == "ellipsoid") geometry = std::make_shared<coal::Ellipsoid>(p[0], p[1], p[2]);
    else if (shape.kind == "capsule") geometry = std::make_shared<coal::Capsule>(p[0], 2 * p[1]);
    else if (shape.kind == "cylinder") geometry = std::make_shared<coal::Cylinder>(p[0], 2 * p[1]);
    else if (shape.kind == "cone") geometry = std::make_shared<coal::Cone>(p[0], 2 * p[1]);
    else throw Unsupported{shape.kind};
    geometry->computeLocalAABB();
    return geometry;
  }

  Steps steps;
  std::vector<Geometry> shapes;
  std::vector<Pair> pairs;
  std::vector<Warm> warm;
};

int main(int argc, char** argv) {
  return serve<Coal>(argc, argv,
                     {{"distance", &Coal::distance<GJKVariant::DefaultGJK>},
                      {"distance-polyak", &Coal::distance<GJKVariant::PolyakAcceleration>},
                      {"distance-nesterov", &Coal::distance<GJKVariant::NesterovAcceleration>},
                      {"collide", &Coal::collide<GJKVariant::DefaultGJK>},
                      {"collide-polyak", &Coal::collide<GJKVariant::PolyakAcceleration>},
                      {"collide-nesterov", &Coal::collide<GJKVariant::NesterovAcceleration>},
                      {"signed", &Coal::signedDistance},
                      {"distance-warm", &Coal::warmDistance<GJKVariant::DefaultGJK>},
                      {"distance-warm-polyak", &Coal::warmDistance<GJKVariant::PolyakAcceleration>},
                      {"distance-warm-nesterov", &Coal::warmDistance<GJKVariant::NesterovAcceleration>},
                      {"distance-warm-alone", &Coal::warmDistanceAlone<GJKVariant::DefaultGJK>},
                      {"distance-warm-alone-polyak", &Coal::warmDistanceAlone<GJKVariant::PolyakAcceleration>},
                      {"distance-warm-alone-nesterov", &Coal::warmDistanceAlone<GJKVariant::NesterovAcceleration>},
                      {"collide-warm", &Coal::warmCollide<GJKVariant::DefaultGJK>},
                      {"collide-warm-polyak", &Coal::warmCollide<GJKVariant::PolyakAcceleration>},
                      {"collide-warm-nesterov", &Coal::warmCollide<GJKVariant::NesterovAcceleration>},
                      {"collide-warm-alone", &Coal::warmCollideAlone<GJKVariant::DefaultGJK>},
                      {"collide-warm-alone-polyak", &Coal::warmCollideAlone<GJKVariant::PolyakAcceleration>},
                      {"collide-warm-alone-nesterov", &Coal::warmCollideAlone<GJKVariant::NesterovAcceleration>},
                      {"distance-iterations", &Coal::distanceIterations<GJKVariant::DefaultGJK>},
                      {"distance-iterations-polyak", &Coal::distanceIterations<GJKVariant::PolyakAcceleration>},
                      {"distance-iterations-nesterov", &Coal::distanceIterations<GJKVariant::NesterovAcceleration>},
                      {"collide-iterations", &Coal::collideIterations<GJKVariant::DefaultGJK>},
                      {"collide-iterations-polyak", &Coal::collideIterations<GJKVariant::PolyakAcceleration>},
                      {"collide-iterations-nesterov", &Coal::collideIterations<GJKVariant::NesterovAcceleration>}});
}
