// Debian's Bullet in double precision: btGjkPairDetector with collision margins of zero (of spheres and capsules: their radius), without a
// penetration depth solver for distance and Boolean queries, and with EPA for depths. Transforms are made before the measurement.
#include <btBulletCollisionCommon.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include <memory>

#include "harness.hpp"

class Bullet {
 public:
  Bullet(const ProblemSet& set, const std::string&) {
    for (const Shape& shape : set.shapes) shapes.push_back(make(shape));
    for (const Problem& problem : set.problems)
      pairs.push_back({shapes[problem.a].get(), shapes[problem.b].get(), transformOf(problem.poseA), transformOf(problem.poseB)});
  }

  void distance(int k, Answer& answer) {
    btPointCollector found;
    query(pairs[k], BT_LARGE_FLOAT, nullptr, found);
    // Bullet has no result if the simplex contains the origin.
    answer.value = found.m_hasResult ? found.m_distance : 0;
    const btVector3 onA = found.m_pointInWorld + found.m_normalOnBInWorld * found.m_distance;
    for (int axis = 0; axis < 3 && found.m_hasResult; axis++) {
      answer.pointA[axis] = onA[axis];
      answer.pointB[axis] = found.m_pointInWorld[axis];
    }
  }

  /** Stops at the first separating axis, along which the cores are farther apart than their margins. */
  void collide(int k, Answer& answer) {
    btPointCollector found;
    const double margins = pairs[k].a->getMargin() + pairs[k].b->getMargin();
    const int reason = query(pairs[k], margins * margins, nullptr, found);
    answer.value = reason == separated || (found.m_hasResult && found.m_distance > 0) ? 0 : 1;
  }

  void depth(int k, Answer& answer) {
    btPointCollector found;
    query(pairs[k], BT_LARGE_FLOAT, &epa, found);
    // Bullet's normal points from B to A.
    const btVector3 out = -found.m_normalOnBInWorld;
    answerDepth(answer, found.m_hasResult && found.m_distance < 0, -found.m_distance, out[0], out[1], out[2]);
  }

 private:
  struct Pair {
    const btConvexShape* a;
    const btConvexShape* b;
    btTransform poseA;
    btTransform poseB;
  };

  /** Bullet's code for a search that ended with a separating axis beyond the requested distance. */
  static constexpr int separated = 10;

  /** Returns Bullet's code for the reason of termination. */
  int query(const Pair& pair, double mostSquared, btConvexPenetrationDepthSolver* solver, btPointCollector& found) {
    btGjkPairDetector detector(pair.a, pair.b, &simplex, solver);
    btGjkPairDetector::ClosestPointInput input;
    input.m_transformA = pair.poseA;
    input.m_transformB = pair.poseB;
    input.m_maximumDistanceSquared = mostSquared;
    detector.getClosestPointsNonVirtual(input, found, nullptr);
    return detector.m_degenerateSimplex;
  }

  static btTransform transformOf(const Pose& pose) {
    const auto [x, y, z, w] = pose.quaternion;
    return btTransform(btQuaternion(x, y, z, w), btVector3(pose.position[0], pose.position[1], pose.position[2]));
  }

  static std::unique_ptr<btConvexShape> make(const Shape& shape) {
    const auto& p = shape.parameters;
    std::unique_ptr<btConvexShape> made;
    // The margin of spheres and capsules is their radius.
    if (shape.kind == "sphere") return std::make_unique<btSphereShape>(p[0]);
    if (shape.kind == "capsule") return std::make_unique<btCapsuleShapeZ>(p[0], 2 * p[1]);
    if (shape.kind == "box") made = std::make_unique<btBoxShape>(btVector3(p[0], p[1], p[2]));
    else if (shape.kind == "cylinder") made = std::make_unique<btCylinderShapeZ>(btVector3(p[0], p[0], p[1]));
    else if (shape.kind == "cone") made = std::make_unique<btConeShapeZ>(p[0], 2 * p[1]);
    else if (shape.kind == "hull") {
      auto hull = std::make_unique<btConvexHullShape>();
      for (const auto& [x, y, z] : shape.vertices) hull->addPoint(btVector3(x, y, z), false);
      hull->recalcLocalAabb();
      made = std::move(hull);
    } else throw Unsupported{shape.kind};
    made->setMargin(0);
    return made;
  }

  std::vector<std::unique_ptr<btConvexShape>> shapes;
  std::vector<Pair> pairs;
  btVoronoiSimplexSolver simplex;
  btGjkEpaPenetrationDepthSolver epa;
};

int main(int argc, char** argv) {
  return serve<Bullet>(
      argc, argv, {{"distance", &Bullet::distance}, {"collide", &Bullet::collide}, {"depth", &Bullet::depth}});
}
