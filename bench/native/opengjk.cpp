// openGJK: distance with witness points; it has no Boolean query and no depth. Both bodies must have their vertices in one frame: `distance` moves
// the vertices of B into A's frame as part of the query, and `distance-placed` takes vertices that were moved before the measurement. Both
// transform the points to the world. Compiled with -DFLAT, it takes extruded polygons as polygons at z = 0.
#include <openGJK/openGJK.h>

#include "harness.hpp"

class OpenGjk {
 public:
  OpenGjk(const ProblemSet& set, const std::string&) : problems(set.problems) {
    size_t most = 0;
    for (const Shape& shape : set.shapes) {
      if (shape.kind != "hull" && shape.kind != "box") throw Unsupported{shape.kind};
      clouds.emplace_back(verticesOf(shape));
      most = std::max(most, clouds.back().points.size());
    }
    scratch = Cloud(std::vector<Vector>(most));
    for (const Problem& problem : problems) {
      placed.emplace_back(clouds[problem.b].points);
      move(problem, placed.back());
    }
  }

  void distance(int k, Answer& answer) {
    const Problem& problem = problems[k];
    move(problem, scratch);
    query(problem, scratch, answer);
  }

  void distancePlaced(int k, Answer& answer) { query(problems[k], placed[k], answer); }

 private:
  /** Points, and the table of their addresses that openGJK reads. */
  struct Cloud {
    Cloud() = default;
    explicit Cloud(const std::vector<Vector>& from) : points(from) {
      for (Vector& point : points) rows.push_back(point.data());
    }
    // A moved vector keeps its memory, so the rows stay valid; a copied one would not.
    Cloud(Cloud&&) = default;
    Cloud& operator=(Cloud&&) = default;

    std::vector<Vector> points;
    std::vector<double*> rows;
  };

#ifdef FLAT
  static std::vector<Vector> verticesOf(const Shape& shape) {
    std::vector<Vector> outline;
    for (const auto& [x, y, z] : shape.vertices)
      if (z > 0) outline.push_back({x, y, 0});
    return outline;
  }
#else
  static std::vector<Vector> verticesOf(const Shape& shape) {
    if (shape.kind == "hull") return shape.vertices;
    std::vector<Vector> corners;
    for (int k = 0; k < 8; k++) {
      const auto& p = shape.parameters;
      corners.push_back({k & 1 ? p[0] : -p[0], k & 2 ? p[1] : -p[1], k & 4 ? p[2] : -p[2]});
    }
    return corners;
  }
#endif

  /** Writes B's vertices in A's frame. */
  void move(const Problem& problem, Cloud& out) const {
    const Frame a = problem.poseA.frame();
    const Frame b = problem.poseB.frame();
    const std::vector<Vector>& from = clouds[problem.b].points;
    Frame relative;
    for (int column = 0; column < 3; column++) {
      const Vector turned = a.turnBack({b.rotation[column], b.rotation[3 + column], b.rotation[6 + column]});
      for (int row = 0; row < 3; row++) relative.rotation[3 * row + column] = turned[row];
    }
    Vector offset;
    for (int axis = 0; axis < 3; axis++) offset[axis] = b.translation[axis] - a.translation[axis];
    relative.translation = a.turnBack(offset);
    for (size_t i = 0; i < from.size(); i++) {
      const Vector turned = relative.turn(from[i]);
      for (int axis = 0; axis < 3; axis++) out.points[i][axis] = turned[axis] + relative.translation[axis];
    }
  }

  void query(const Problem& problem, Cloud& b, Answer& answer) {
    gkPolytope bodies[2] = {polytopeOf(clouds[problem.a], clouds[problem.a].rows.size()),
                            polytopeOf(b, clouds[problem.b].rows.size())};
    gkSimplex simplex;
    simplex.nvrtx = 0;
    answer.value = compute_minimum_distance(bodies[0], bodies[1], &simplex);
    const Frame frame = problem.poseA.frame();
    const Vector points[2] = {frame.turn({simplex.witnesses[0][0], simplex.witnesses[0][1], simplex.witnesses[0][2]}),
                              frame.turn({simplex.witnesses[1][0], simplex.witnesses[1][1], simplex.witnesses[1][2]})};
    for (int axis = 0; axis < 3; axis++) {
      answer.pointA[axis] = points[0][axis] + frame.translation[axis];
      answer.pointB[axis] = points[1][axis] + frame.translation[axis];
    }
  }

  static gkPolytope polytopeOf(Cloud& cloud, size_t count) {
    gkPolytope polytope = {};
    polytope.numpoints = static_cast<int>(count);
    polytope.coord = cloud.rows.data();
    return polytope;
  }

  std::vector<Problem> problems;
  std::vector<Cloud> clouds;
  std::vector<Cloud> placed;
  Cloud scratch;
};

int main(int argc, char** argv) {
  return serve<OpenGjk>(argc, argv,
                        {{"distance", &OpenGjk::distance}, {"distance-placed", &OpenGjk::distancePlaced}});
}
