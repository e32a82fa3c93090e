// b2ShapeDistance of Box2D v3, which is compiled from a source tree. It takes B's pose in A's frame and gives distance, both points and the normal in
// A's frame, in 32-bit numbers:
//
//   distance        from inputs that were made before the measurement, with the relative pose
//   distance-world  from world poses: the relative pose, and the points and the normal in the world, are part of the query
//   collide         by the distance, as the overlap tests of Box2D are
//
// A name with `-warm` starts from the last simplex of the pair, others from an empty cache.
#include <box2d/collision.h>
#include <box2d/math_functions.h>

#include "outlines.hpp"

class Box2dV3 {
 public:
  Box2dV3(const ProblemSet& set, const std::string&) : caches(set.shapes.size(), b2_emptySimplexCache) {
    std::vector<b2ShapeProxy> proxies;
    for (const Shape& shape : set.shapes) proxies.push_back(proxyOf(outlineOf(shape)));
    for (const Problem& problem : set.problems) {
      const b2Transform poseA = transformOf(problem.poseA);
      const b2Transform poseB = transformOf(problem.poseB);
      b2DistanceInput input = {};
      input.proxyA = proxies[problem.a];
      input.proxyB = proxies[problem.b];
      input.transform = b2InvMulTransforms(poseA, poseB);
      input.useRadii = false;
      items.push_back({input, poseA, poseB, problem.a});
    }
  }

  void distance(int k, Answer& answer) {
    b2SimplexCache cache = b2_emptySimplexCache;
    query(items[k].input, cache, answer);
  }

  void distanceWorld(int k, Answer& answer) {
    b2SimplexCache cache = b2_emptySimplexCache;
    Item& item = items[k];
    item.input.transform = b2InvMulTransforms(item.poseA, item.poseB);
    const b2DistanceOutput output = b2ShapeDistance(&item.input, &cache, nullptr, 0);
    write(output.distance, b2TransformPoint(item.poseA, output.pointA), b2TransformPoint(item.poseA, output.pointB),
          b2RotateVector(item.poseA.q, output.normal), answer);
  }

  /** In a moving set, the index of shape A identifies the pair. */
  void distanceWarm(int k, Answer& answer) { query(items[k].input, caches[items[k].pair], answer); }

  void collide(int k, Answer& answer) {
    distance(k, answer);
    answer.value = answer.value < overlapThreshold ? 1 : 0;
  }

  void collideWarm(int k, Answer& answer) {
    distanceWarm(k, answer);
    answer.value = answer.value < overlapThreshold ? 1 : 0;
  }

 private:
  struct Item {
    b2DistanceInput input;
    b2Transform poseA;
    b2Transform poseB;
    int pair;
  };

  /** The tolerance of overlap tests in physics_world.c, a tenth of the slop of 5 mm. */
  static constexpr float overlapThreshold = 0.0005f;

  static void query(const b2DistanceInput& input, b2SimplexCache& cache, Answer& answer) {
    const b2DistanceOutput output = b2ShapeDistance(&input, &cache, nullptr, 0);
    write(output.distance, output.pointA, output.pointB, output.normal, answer);
  }

  /** The normal takes the place of the z coordinates, so that it is not optimized away: our query computes it, too. */
  static void write(float distance, b2Vec2 pointA, b2Vec2 pointB, b2Vec2 normal, Answer& answer) {
    answer.value = distance;
    answer.pointA = {pointA.x, pointA.y, normal.x};
    answer.pointB = {pointB.x, pointB.y, normal.y};
  }

  static b2ShapeProxy proxyOf(const std::vector<FlatVector>& outline) {
    if (outline.size() > B2_MAX_POLYGON_VERTICES)
      throw Unsupported{"polygon of more than " + std::to_string(B2_MAX_POLYGON_VERTICES) + " vertices"};
    std::vector<b2Vec2> points;
    for (const auto& [x, y] : outline) points.push_back({x, y});
    return b2MakeProxy(points.data(), static_cast<int>(points.size()), 0);
  }

  static b2Transform transformOf(const Pose& pose) {
    const FlatPose flat = flatPoseOf(pose);
    return {{flat.x, flat.y}, {flat.cosine, flat.sine}};
  }

  std::vector<Item> items;
  std::vector<b2SimplexCache> caches;
};

int main(int argc, char** argv) {
  return serve<Box2dV3>(argc, argv,
                        {{"distance", &Box2dV3::distance},
                         {"distance-world", &Box2dV3::distanceWorld},
                         {"distance-warm", &Box2dV3::distanceWarm},
                         {"collide", &Box2dV3::collide},
                         {"collide-warm", &Box2dV3::collideWarm}});
}
