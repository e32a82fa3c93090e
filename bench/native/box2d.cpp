// b2Distance of Debian's Box2D 2.4. The polygons are passed as vertex clouds of radius zero, since Box2D's polygon shapes have at most 8 vertices.
// Inputs are made before the measurement. Box2D v3 is in box2d-v3.cpp.
#include <box2d/b2_distance.h>

#include "outlines.hpp"

class Box2d {
 public:
  Box2d(const ProblemSet& set, const std::string&) : caches(set.shapes.size()) {
    for (const Shape& shape : set.shapes) {
      std::vector<b2Vec2>& outline = outlines.emplace_back();
      for (const auto& [x, y] : outlineOf(shape)) outline.push_back(b2Vec2(x, y));
    }
    for (const Problem& problem : set.problems) {
      b2DistanceInput input;
      input.proxyA.Set(outlines[problem.a].data(), static_cast<int32>(outlines[problem.a].size()), 0);
      input.proxyB.Set(outlines[problem.b].data(), static_cast<int32>(outlines[problem.b].size()), 0);
      input.transformA = transformOf(problem.poseA);
      input.transformB = transformOf(problem.poseB);
      input.useRadii = false;
      inputs.push_back(input);
      pairIndices.push_back(problem.a);
    }
    for (b2SimplexCache& cache : caches) cache.count = 0;
  }

  void distance(int k, Answer& answer) {
    b2SimplexCache cache;
    cache.count = 0;
    query(k, cache, answer);
  }

  /** Starts from the last simplex of the pair. In a moving set, the index of shape A identifies the pair. */
  void distanceWarm(int k, Answer& answer) { query(k, caches[pairIndices[k]], answer); }

  /** Overlap as b2TestOverlap defines it: a distance below 10 epsilon. */
  void collide(int k, Answer& answer) {
    distance(k, answer);
    answer.value = answer.value < overlapThreshold ? 1 : 0;
  }

  void collideWarm(int k, Answer& answer) {
    distanceWarm(k, answer);
    answer.value = answer.value < overlapThreshold ? 1 : 0;
  }

 private:
  static constexpr float overlapThreshold = 10.0f * b2_epsilon;

  void query(int k, b2SimplexCache& cache, Answer& answer) {
    b2DistanceOutput output;
    b2Distance(&output, &cache, &inputs[k]);
    answer.value = output.distance;
    answer.pointA = {output.pointA.x, output.pointA.y, 0};
    answer.pointB = {output.pointB.x, output.pointB.y, 0};
  }

  static b2Transform transformOf(const Pose& pose) {
    const FlatPose flat = flatPoseOf(pose);
    b2Transform transform;
    transform.p.Set(flat.x, flat.y);
    transform.q.s = flat.sine;
    transform.q.c = flat.cosine;
    return transform;
  }

  std::vector<std::vector<b2Vec2>> outlines;
  std::vector<b2DistanceInput> inputs;
  std::vector<int> pairIndices;
  std::vector<b2SimplexCache> caches;
};

int main(int argc, char** argv) {
  return serve<Box2d>(argc, argv,
                      {{"distance", &Box2d::distance},
                       {"distance-warm", &Box2d::distanceWarm},
                       {"collide", &Box2d::collide},
                       {"collide-warm", &Box2d::collideWarm}});
}
