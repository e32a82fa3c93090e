// Polygons and their poses in 32-bit numbers, from problems in 3D: polygons are extruded to prisms and turned about z.
#pragma once
#include "harness.hpp"

struct FlatVector {
  float x;
  float y;
};

/** The outline of an extruded polygon: its vertices with z > 0. */
inline std::vector<FlatVector> outlineOf(const Shape& shape) {
  std::vector<FlatVector> outline;
  for (const auto& [x, y, z] : shape.vertices)
    if (z > 0) outline.push_back({static_cast<float>(x), static_cast<float>(y)});
  if (outline.empty()) throw Unsupported{shape.kind};
  return outline;
}

struct FlatPose {
  float x;
  float y;
  float cosine;
  float sine;
};

inline FlatPose flatPoseOf(const Pose& pose) {
  const double z = pose.quaternion[2];
  const double w = pose.quaternion[3];
  return {static_cast<float>(pose.position[0]), static_cast<float>(pose.position[1]),
          static_cast<float>(w * w - z * z), static_cast<float>(2 * z * w)};
}
