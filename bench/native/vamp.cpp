// VAMP's RRT-Connect on planning problems from the standard input, in the form of bench/src/planning/vamp.ts: the number of rounds and of problems,
// then for each problem start, goal, the number of obstacles, and for each obstacle its kind (0 box, 1 cylinder), pose (x y z, quaternion x y z w)
// and three sizes (half lengths of a box; radius, length and 0 of a cylinder). Prints for each problem whether start and goal are valid, whether it
// was solved, the least time of planning in ns, and the least time for one configuration on the path in ns, 1e300 without a path; zeros if not valid.
#include <chrono>
#include <cstdio>
#include <memory>
#include <vector>

#include <vamp/collision/factory.hh>
#include <vamp/planning/rrtc.hh>
#include <vamp/planning/validate.hh>
#include <vamp/random/halton.hh>
#include <vamp/robots/panda.hh>

using Robot = vamp::robots::Panda;
static constexpr std::size_t rake = vamp::FloatVectorWidth;
using Input = vamp::collision::Environment<float>;
using Environment = vamp::collision::Environment<vamp::FloatVector<rake>>;
using Planner = vamp::planning::RRTC<Robot, rake, Robot::resolution>;

static double next() {
  double x = 0;
  if (std::scanf("%lf", &x) != 1) std::exit(2);
  return x;
}

static double nanoseconds() {
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

static Robot::Configuration configuration() {
  typename Robot::ConfigurationArray q;
  for (auto &x : q) x = static_cast<float>(next());
  return Robot::Configuration(q);
}

static bool valid(const Robot::Configuration &q, const Environment &environment) {
  return vamp::planning::validate_motion<Robot, rake, 1>(q, q, environment);
}

int main() {
  const int rounds = static_cast<int>(next());
  const int count = static_cast<int>(next());
  for (int k = 0; k < count; ++k) {
    const auto start = configuration();
    const auto goal = configuration();
    Input input;
    const int obstacles = static_cast<int>(next());
    for (int i = 0; i < obstacles; ++i) {
      const bool isBox = next() == 0;
      const float x = next(), y = next(), z = next();
      const float qx = next(), qy = next(), qz = next(), qw = next();
      const float a = next(), b = next(), c = next();
      const Eigen::Quaternionf rotation(qw, qx, qy, qz);
      const Eigen::Vector3f center(x, y, z);
      if (isBox) {
        input.cuboids.emplace_back(vamp::collision::factory::cuboid::eigen_rot(center, rotation, Eigen::Vector3f(a, b, c)));
      } else {
        // As in VAMP's own evaluation, cylinders become capsules: a radius, b length.
        input.capsules.emplace_back(vamp::collision::factory::cylinder::center::eigen_rot(center, rotation, a, b));
      }
    }
    input.sort();
    const Environment environment(input);
    if (!valid(start, environment) || !valid(goal, environment)) {
      std::printf("0 0 0 0\n");
      continue;
    }
    vamp::planning::RRTCSettings settings;
    settings.range = 1.0;
    double least = 1e300;
    bool solved = false;
    vamp::planning::PlanningResult<Robot> result;
    for (int round = 0; round < rounds; ++round) {
      auto rng = std::make_shared<vamp::rng::Halton<Robot>>();
      const double before = nanoseconds();
      result = Planner::solve(start, goal, environment, settings, rng);
      least = std::min(least, nanoseconds() - before);
      solved = !result.path.empty();
    }
    // Validation of the motions of the path, `rake` configurations at a time.
    double perConfiguration = 1e300;
    for (int round = 0; solved && round < 5; ++round) {
      double configurations = 0;
      const double before = nanoseconds();
      bool isFree = true;
      for (std::size_t i = 1; i < result.path.size(); ++i) {
        const auto motion = result.path[i] - result.path[i - 1];
        configurations += rake * std::max(std::ceil(motion.l2_norm() / rake * Robot::resolution), 1.F);
        isFree &= vamp::planning::validate_motion<Robot, rake, Robot::resolution>(result.path[i - 1], result.path[i], environment);
      }
      if (isFree) perConfiguration = std::min(perConfiguration, (nanoseconds() - before) / configurations);
    }
    std::printf("1 %d %.0f %.1f\n", solved ? 1 : 0, least, perConfiguration);
  }
  return 0;
}
