// Debian's Bullet in double precision: Boolean queries with triangle meshes. The tree of a btBvhTriangleMeshShape gives the triangles whose
// boxes meet that of the other shape, and btGjkPairDetector tests them one by one until one collides, as Bullet's own collision algorithms
// do, but with margins of zero. For two meshes, each triangle of the second one is tested against the first mesh. The relative transform is part of
// the query. Bullet has no distance of meshes.
#include <btBulletCollisionCommon.h>
#include <BulletCollision/CollisionShapes/btTriangleShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include <memory>

#include "harness.hpp"

class BulletMesh {
 public:
  BulletMesh(const ProblemSet& set, const std::string&) : set(set) {
    for (const Shape& shape : set.shapes) shapes.push_back(make(shape));
  }

  void collide(int k, Answer& answer) {
    const Problem& problem = set.problems[k];
    const auto* mesh = dynamic_cast<const btBvhTriangleMeshShape*>(shapes[problem.a].get());
    if (!mesh) throw std::runtime_error("the first shape of a problem must be a mesh");
    // The second shape in the frame of the mesh.
    const btTransform pose = transformOf(problem.poseA).inverse() * transformOf(problem.poseB);
    bool isHit = false;
    if (const auto* convex = dynamic_cast<const btConvexShape*>(shapes[problem.b].get())) {
      isHit = overlaps(*mesh, *convex, pose);
    } else {
      const Shape& other = set.shapes[problem.b];
      for (size_t n = 0; n < other.triangles.size() && !isHit; n++) {
        const auto [i, j, l] = other.triangles[n];
        btTriangleShape triangle(point(other.vertices[i]), point(other.vertices[j]), point(other.vertices[l]));
        triangle.setMargin(0);
        isHit = overlaps(*mesh, triangle, pose);
      }
    }
    answer.value = isHit ? 1 : 0;
  }

 private:
  /** Tests the convex shape against the triangles from the tree, until one collides. */
  struct Tester : btTriangleCallback {
    const btConvexShape& convex;
    const btTransform& pose;
    btVoronoiSimplexSolver& simplex;
    bool isHit = false;

    Tester(const btConvexShape& convex, const btTransform& pose, btVoronoiSimplexSolver& simplex)
        : convex(convex), pose(pose), simplex(simplex) {}

    void processTriangle(btVector3* corners, int, int) override {
      if (isHit) return;
      btTriangleShape triangle(corners[0], corners[1], corners[2]);
      triangle.setMargin(0);
      btGjkPairDetector detector(&triangle, &convex, &simplex, nullptr);
      btGjkPairDetector::ClosestPointInput input;
      input.m_transformA.setIdentity();
      input.m_transformB = pose;
      input.m_maximumDistanceSquared = 0;
      btPointCollector found;
      detector.getClosestPointsNonVirtual(input, found, nullptr);
      // Bullet's code for a separating axis beyond the requested distance.
      constexpr int separated = 10;
      isHit = !(detector.m_degenerateSimplex == separated || (found.m_hasResult && found.m_distance > 0));
    }
  };

  bool overlaps(const btBvhTriangleMeshShape& mesh, const btConvexShape& convex, const btTransform& pose) {
    btVector3 low, high;
    convex.getAabb(pose, low, high);
    Tester tester(convex, pose, simplex);
    mesh.processAllTriangles(&tester, low, high);
    return tester.isHit;
  }

  static btVector3 point(const Vector& v) { return btVector3(v[0], v[1], v[2]); }

  static btTransform transformOf(const Pose& pose) {
    const auto [x, y, z, w] = pose.quaternion;
    return btTransform(btQuaternion(x, y, z, w), point(pose.position));
  }

  std::unique_ptr<btCollisionShape> make(const Shape& shape) {
    if (shape.kind == "box") {
      const auto& p = shape.parameters;
      auto made = std::make_unique<btBoxShape>(btVector3(p[0], p[1], p[2]));
      made->setMargin(0);
      return made;
    }
    if (shape.kind != "mesh") throw Unsupported{shape.kind};
    meshes.push_back(std::make_unique<btTriangleMesh>());
    for (const auto& [i, j, k] : shape.triangles)
      meshes.back()->addTriangle(point(shape.vertices[i]), point(shape.vertices[j]), point(shape.vertices[k]));
    auto made = std::make_unique<btBvhTriangleMeshShape>(meshes.back().get(), true);
    made->setMargin(0);
    return made;
  }

  const ProblemSet& set;
  std::vector<std::unique_ptr<btTriangleMesh>> meshes;
  std::vector<std::unique_ptr<btCollisionShape>> shapes;
  btVoronoiSimplexSolver simplex;
};

int main(int argc, char** argv) {
  return serve<BulletMesh>(argc, argv, {{"collide", &BulletMesh::collide}});
}
