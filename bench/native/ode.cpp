// Debian's ODE in double precision: dCollide, which finds contact points of overlaps and nothing for separated bodies. Spheres, capsules, boxes
// and hulls have their own code. Geoms are placed before the measurement.
#include <ode/ode.h>

#include <memory>

#include "harness.hpp"

class Ode {
 public:
  Ode(const ProblemSet& set, const std::string&) : sources(set.shapes) {
    dInitODE2(0);
    for (const Shape& shape : sources) meshes.push_back(meshOf(shape));
    for (const Problem& problem : set.problems)
      pairs.push_back({geomAt(problem.a, problem.poseA), geomAt(problem.b, problem.poseB)});
  }

  void collide(int k, Answer& answer) {
    dContactGeom contact;
    answer.value = dCollide(pairs[k].a, pairs[k].b, 1, &contact, sizeof contact) > 0 ? 1 : 0;
  }

  /** The deepest of at most `maxContacts` contact points. */
  void depth(int k, Answer& answer) {
    dContactGeom contacts[maxContacts];
    const int count = dCollide(pairs[k].a, pairs[k].b, maxContacts, contacts, sizeof(dContactGeom));
    const dContactGeom* deepest = contacts;
    for (int c = 1; c < count; c++)
      if (contacts[c].depth > deepest->depth) deepest = contacts + c;
    // ODE's normal points into the first geom.
    const dReal* n = deepest->normal;
    answerDepth(answer, count > 0, deepest->depth, -n[0], -n[1], -n[2]);
  }

 private:
  static constexpr int maxContacts = 16;

  struct Pair {
    dGeomID a;
    dGeomID b;
  };

  /** Data that a convex geom refers to without copying. */
  struct Mesh {
    /** The mean of the vertices, since ODE needs the origin inside. */
    Vector center = {0, 0, 0};
    std::vector<dReal> planes;
    std::vector<dReal> points;
    std::vector<unsigned> polygons;
  };

  static std::unique_ptr<Mesh> meshOf(const Shape& shape) {
    if (shape.kind != "hull") return nullptr;
    auto mesh = std::make_unique<Mesh>();
    for (const Vector& v : shape.vertices)
      for (int k = 0; k < 3; k++) mesh->center[k] += v[k] / static_cast<double>(shape.vertices.size());
    for (const Vector& v : shape.vertices)
      for (int k = 0; k < 3; k++) mesh->points.push_back(v[k] - mesh->center[k]);
    for (const auto& [i, j, k] : shape.triangles) {
      const Vector &a = shape.vertices[i], &b = shape.vertices[j], &c = shape.vertices[k];
      const Vector e = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
      const Vector f = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
      Vector n = {e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]};
      const double length = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
      for (double& x : n) x /= length;
      const Vector& o = mesh->center;
      const double offset = n[0] * (a[0] - o[0]) + n[1] * (a[1] - o[1]) + n[2] * (a[2] - o[2]);
      mesh->planes.insert(mesh->planes.end(), {n[0], n[1], n[2], offset});
      for (int word : {3, i, j, k}) mesh->polygons.push_back(word);
    }
    return mesh;
  }

  dGeomID make(int number) {
    const Shape& shape = sources[number];
    const auto& p = shape.parameters;
    if (shape.kind == "sphere") return dCreateSphere(nullptr, p[0]);
    if (shape.kind == "box") return dCreateBox(nullptr, 2 * p[0], 2 * p[1], 2 * p[2]);
    if (shape.kind == "capsule") return dCreateCapsule(nullptr, p[0], 2 * p[1]);
    if (shape.kind == "cylinder") return dCreateCylinder(nullptr, p[0], 2 * p[1]);
    if (shape.kind != "hull") throw Unsupported{shape.kind};
    Mesh& mesh = *meshes[number];
    return dCreateConvex(nullptr, mesh.planes.data(), shape.triangles.size(), mesh.points.data(), shape.vertices.size(),
                         mesh.polygons.data());
  }

  dGeomID geomAt(int number, const Pose& pose) {
    const dGeomID geom = make(number);
    const auto [x, y, z, w] = pose.quaternion;
    const dQuaternion turned = {w, x, y, z};
    const Vector offset = meshes[number] ? pose.frame().turn(meshes[number]->center) : Vector{0, 0, 0};
    const Vector& p = pose.position;
    dGeomSetPosition(geom, p[0] + offset[0], p[1] + offset[1], p[2] + offset[2]);
    dGeomSetQuaternion(geom, turned);
    return geom;
  }

  std::vector<Shape> sources;
  std::vector<std::unique_ptr<Mesh>> meshes;
  std::vector<Pair> pairs;
};

int main(int argc, char** argv) {
  return serve<Ode>(argc, argv, {{"collide", &Ode::collide}, {"depth", &Ode::depth}});
}
