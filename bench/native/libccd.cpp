// Debian's libccd: Boolean collision by GJK and MPR, penetration by EPA and MPR. libccd has no support functions; this file defines them. Hulls
// have two: a scan of all vertices, and hill climbing over the edges, from the last vertex found in the query or, at first, from vertex 0. Rotation
// matrices are made before the measurement.
#include <ccd/ccd.h>

#include <algorithm>

#include "harness.hpp"

namespace {

struct Hull {
  std::vector<Vector> vertices;
  /** The neighbors of vertex k are neighbors[starts[k]] to neighbors[starts[k + 1] − 1]. */
  std::vector<int> starts;
  std::vector<int> neighbors;
};

enum class Kind { box, sphere, capsule, ellipsoid, cylinder, cone, hull };

struct Solid {
  Kind kind;
  std::vector<double> parameters;
  Hull hull;
};

/** The object that libccd passes to the support functions. */
struct Body {
  const Solid* solid;
  Frame frame;
  /** The vertex at which hill climbing starts. */
  mutable int last = 0;
};

double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Vector scaled(const Vector& v, double factor) { return {factor * v[0], factor * v[1], factor * v[2]}; }

Vector scan(const Hull& hull, const Vector& direction) {
  const Vector* farthest = &hull.vertices[0];
  double most = dot(*farthest, direction);
  for (const Vector& vertex : hull.vertices) {
    const double reach = dot(vertex, direction);
    if (reach > most) {
      most = reach;
      farthest = &vertex;
    }
  }
  return *farthest;
}

Vector climb(const Hull& hull, const Vector& direction, int& at) {
  double most = dot(hull.vertices[at], direction);
  for (int before = -1; before != at;) {
    before = at;
    for (int k = hull.starts[before]; k < hull.starts[before + 1]; k++) {
      const double reach = dot(hull.vertices[hull.neighbors[k]], direction);
      if (reach > most) {
        most = reach;
        at = hull.neighbors[k];
      }
    }
  }
  return hull.vertices[at];
}

/** The support point of a disc at height z, perpendicular to the z axis. */
Vector disc(double radius, double z, const Vector& d) {
  const double length = std::sqrt(d[0] * d[0] + d[1] * d[1]);
  const double scale = length > 0 ? radius / length : 0;
  return {scale * d[0], scale * d[1], z};
}

Vector support(const Solid& solid, const Vector& d) {
  const auto& p = solid.parameters;
  switch (solid.kind) {
    case Kind::box:
      return {std::copysign(p[0], d[0]), std::copysign(p[1], d[1]), std::copysign(p[2], d[2])};
    case Kind::sphere:
      return scaled(d, p[0] / std::sqrt(dot(d, d)));
    case Kind::capsule: {
      Vector point = scaled(d, p[0] / std::sqrt(dot(d, d)));
      point[2] += std::copysign(p[1], d[2]);
      return point;
    }
    case Kind::ellipsoid: {
      const Vector stretched = {p[0] * d[0], p[1] * d[1], p[2] * d[2]};
      const double scale = 1 / std::sqrt(dot(stretched, stretched));
      return {scale * p[0] * stretched[0], scale * p[1] * stretched[1], scale * p[2] * stretched[2]};
    }
    case Kind::cylinder:
      return disc(p[0], std::copysign(p[1], d[2]), d);
    case Kind::cone: {
      const Vector base = disc(p[0], -p[1], d);
      const Vector apex = {0, 0, p[1]};
      return dot(base, d) > dot(apex, d) ? base : apex;
    }
    default:
      return scan(solid.hull, d);
  }
}

template <bool climbs>
void supportBody(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* point) {
  const Body& body = *static_cast<const Body*>(object);
  const Vector d = body.frame.turnBack({direction->v[0], direction->v[1], direction->v[2]});
  const bool isClimb = climbs && body.solid->kind == Kind::hull;
  const Vector local = isClimb ? climb(body.solid->hull, d, body.last) : support(*body.solid, d);
  const Vector turned = body.frame.turn(local);
  const Vector& t = body.frame.translation;
  ccdVec3Set(point, turned[0] + t[0], turned[1] + t[1], turned[2] + t[2]);
}

/** MPR starts from a point inside each body. */
void centerOf(const void* object, ccd_vec3_t* center) {
  const Body& body = *static_cast<const Body*>(object);
  const Vector& t = body.frame.translation;
  ccdVec3Set(center, t[0], t[1], t[2]);
}

Kind kindOf(const std::string& name) {
  static const std::map<std::string, Kind> kinds = {
      {"box", Kind::box},           {"sphere", Kind::sphere}, {"capsule", Kind::capsule}, {"ellipsoid", Kind::ellipsoid},
      {"cylinder", Kind::cylinder}, {"cone", Kind::cone},     {"hull", Kind::hull}};
  const auto found = kinds.find(name);
  if (found == kinds.end()) throw Unsupported{name};
  return found->second;
}

Vector meanOf(const std::vector<Vector>& points) {
  Vector mean = {0, 0, 0};
  for (const Vector& point : points)
    for (int k = 0; k < 3; k++) mean[k] += point[k] / static_cast<double>(points.size());
  return mean;
}

Solid solidOf(const Shape& shape, const Vector& center) {
  Solid solid{kindOf(shape.kind), shape.parameters, {}};
  Hull& hull = solid.hull;
  std::vector<std::vector<int>> edges(shape.vertices.size());
  for (const auto& [i, j, k] : shape.triangles) {
    edges[i].insert(edges[i].end(), {j, k});
    edges[j].insert(edges[j].end(), {k, i});
    edges[k].insert(edges[k].end(), {i, j});
  }
  for (const Vector& v : shape.vertices) hull.vertices.push_back({v[0] - center[0], v[1] - center[1], v[2] - center[2]});
  hull.starts.push_back(0);
  for (auto& list : edges) {
    std::sort(list.begin(), list.end());
    hull.neighbors.insert(hull.neighbors.end(), list.begin(), std::unique(list.begin(), list.end()));
    hull.starts.push_back(static_cast<int>(hull.neighbors.size()));
  }
  return solid;
}

class Libccd {
 public:
  Libccd(const ProblemSet& set, const std::string&) {
    // A hull is moved so that the mean of its vertices is at the origin, since MPR needs an inner point there.
    for (const Shape& shape : set.shapes) {
      centers.push_back(meanOf(shape.vertices));
      solids.push_back(solidOf(shape, centers.back()));
    }
    for (const Problem& problem : set.problems)
      pairs.push_back({bodyAt(problem.a, problem.poseA), bodyAt(problem.b, problem.poseB)});
  }

  template <bool climbs>
  void gjk(int k, Answer& answer) {
    answer.value = testOverlap<climbs>(pairs[k], ccdGJKIntersect);
  }

  template <bool climbs>
  void mpr(int k, Answer& answer) {
    answer.value = testOverlap<climbs>(pairs[k], ccdMPRIntersect);
  }

  template <bool climbs>
  void epaDepth(int k, Answer& answer) {
    penetrate<climbs>(pairs[k], ccdGJKPenetration, answer);
  }

  template <bool climbs>
  void mprDepth(int k, Answer& answer) {
    penetrate<climbs>(pairs[k], ccdMPRPenetration, answer);
  }

 private:
  struct Pair {
    Body a;
    Body b;
  };

  template <bool climbs>
  static ccd_t prepare(const Pair& pair) {
    ccd_t ccd;
    CCD_INIT(&ccd);
    ccd.support1 = ccd.support2 = supportBody<climbs>;
    ccd.center1 = ccd.center2 = centerOf;
    // The default has no limit, and GJK does not always terminate.
    ccd.max_iterations = 1000;
    // Every query starts cold, since the same query in the last repeat would be a perfect warm start.
    pair.a.last = 0;
    pair.b.last = 0;
    return ccd;
  }

  template <bool climbs>
  static int testOverlap(const Pair& pair, int (*intersect)(const void*, const void*, const ccd_t*)) {
    const ccd_t ccd = prepare<climbs>(pair);
    return intersect(&pair.a, &pair.b, &ccd);
  }

  using Penetrate = int (*)(const void*, const void*, const ccd_t*, ccd_real_t*, ccd_vec3_t*, ccd_vec3_t*);

  template <bool climbs>
  static void penetrate(const Pair& pair, Penetrate penetration, Answer& answer) {
    ccd_t ccd = prepare<climbs>(pair);
    // A micrometer, as in Gao's paper (bench/src/penetration); EPA compares squared lengths with its tolerance.
    ccd.epa_tolerance = 1e-12;
    ccd.mpr_tolerance = 1e-6;
    ccd_real_t depth = 0;
    ccd_vec3_t direction = {{0, 0, 0}};
    ccd_vec3_t position;
    const int found = penetration(&pair.a, &pair.b, &ccd, &depth, &direction, &position);
    answerDepth(answer, found == 0, depth, direction.v[0], direction.v[1], direction.v[2]);
  }

  Body bodyAt(int shape, const Pose& pose) const {
    Frame frame = pose.frame();
    const Vector offset = frame.turn(centers[shape]);
    for (int k = 0; k < 3; k++) frame.translation[k] += offset[k];
    return {&solids[shape], frame};
  }

  std::vector<Vector> centers;
  std::vector<Solid> solids;
  std::vector<Pair> pairs;
};

}  // namespace

int main(int argc, char** argv) {
  return serve<Libccd>(argc, argv,
                       {{"collide", &Libccd::gjk<false>},
                        {"collide-climb", &Libccd::gjk<true>},
                        {"mpr", &Libccd::mpr<false>},
                        {"mpr-climb", &Libccd::mpr<true>},
                        {"depth-epa", &Libccd::epaDepth<false>},
                        {"depth-epa-climb", &Libccd::epaDepth<true>},
                        {"depth-mpr", &Libccd::mprDepth<false>},
                        {"depth-mpr-climb", &Libccd::mprDepth<true>}});
}
