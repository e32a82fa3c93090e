// Proximal's own kernel as C++: `kernel.generated.hpp` is translated from its sources when the benchmark is built. The second
// argument names the records and settings that the engine would write (bench/src/peers/kernel-inputs.ts describes them).
#include "kernel.generated.hpp"
// Behind the kernel, so that no macro of a system header meets its names.
#include <algorithm>
#include <cstring>
#include <memory>

#include "harness.hpp"

namespace {

using kernel::port_memory::ld;
using kernel::port_memory::memory;
using kernel::port_memory::st;
using kernel::port_memory::sti;
namespace layout = kernel::layout;

/** What a query writes into its workspace beside records and poses: whole numbers of the memory, and halves of them. */
struct Settings {
  std::vector<std::pair<int, double>> numbers;
  std::vector<std::pair<int, int>> halves;
};

/** A value for each half of a number that the engine writes. */
using Words = std::map<int, int>;

bool isCommon(int word) {
  const int number = word / 2;
  const bool isPose = number >= layout::POSE_A && number < layout::POSE_B + 7;
  return word != layout::RECORD_A_INT && word != layout::RECORD_B_INT && !isPose && number < layout::WORKSPACE_SIZE;
}

/** Two halves together are stored as one, or the kernel would wait for both when it loads the whole. */
Settings settingsOf(const Words& words) {
  Settings settings;
  for (const auto& [word, value] : words) {
    const auto other = words.find(word ^ 1);
    if (other == words.end()) settings.halves.push_back({word, value});
    else if (word % 2 == 0) {
      const std::int32_t both[2] = {value, other->second};
      double number = 0;
      std::memcpy(&number, both, sizeof number);
      settings.numbers.push_back({word / 2, number});
    }
  }
  return settings;
}

class Kernel {
 public:
  Kernel(const ProblemSet& set, const std::string& inputs) : problems(set.problems) {
    std::ifstream in(inputs);
    readRecords(in);
    readSettings(in, set);
  }

  void distance(int k, Answer& answer) {
    prepare(k, distanceSettings);
    kernel::exports::distance(workspace);
    answer.value = ld(workspace + layout::DISTANCE);
    for (int axis = 0; axis < 3; axis++) {
      answer.pointA[axis] = ld(workspace + layout::POINT_A + axis);
      answer.pointB[axis] = ld(workspace + layout::POINT_B + axis);
    }
  }

  void collide(int k, Answer& answer) {
    prepare(k, collideSettings);
    answer.value = kernel::exports::collide(workspace, 0);
  }

 private:
  static constexpr int workspace = layout::RESERVED;

  void readRecords(std::istream& in) {
    size_t count = 0;
    reading::expect(in, "records");
    in >> count;
    int end = workspace + layout::WORKSPACE_SIZE;
    for (size_t k = 0; k < count; k++) {
      int words = 0;
      in >> words;
      addresses.push_back(end);
      for (int word = 0; word < words; word++) {
        int value = 0;
        in >> value;
        sti(2 * end + word, value);
      }
      end += words / 2;
    }
  }

  void readSettings(std::istream& in, const ProblemSet& set) {
    size_t count = 0;
    reading::expect(in, "settings");
    in >> count;
    // Nearly all pairs have the same: each kind is kept once, so that it stays in the cache.
    std::map<Words, const Settings*> known;
    std::map<std::pair<int, int>, const Settings*> forDistance;
    std::map<std::pair<int, int>, const Settings*> forCollide;
    for (size_t k = 0; k < count; k++) {
      std::string query;
      std::pair<int, int> pair;
      in >> query >> pair.first >> pair.second;
      const Words words = readWords(in);
      auto& found = known[words];
      if (found == nullptr) found = kept.emplace_back(new Settings(settingsOf(words))).get();
      (query == "distance" ? forDistance : forCollide)[pair] = found;
    }
    if (!in) throw std::runtime_error("kernel inputs: they end too early");
    for (const Problem& problem : set.problems) {
      distanceSettings.push_back(forDistance.at({problem.a, problem.b}));
      collideSettings.push_back(forCollide.at({problem.a, problem.b}));
    }
  }

  static Words readWords(std::istream& in) {
    size_t count = 0;
    in >> count;
    Words words;
    for (size_t k = 0; k < count; k++) {
      int word = 0;
      int value = 0;
      in >> word >> value;
      if (isCommon(word)) words[word] = value;
    }
    return words;
  }

  /** Writes everything that the engine writes for a query. */
  void prepare(int k, const std::vector<const Settings*>& settings) {
    const Problem& problem = problems[k];
    for (const auto& [at, value] : settings[k]->numbers) st(workspace + at, value);
    for (const auto& [at, value] : settings[k]->halves) sti(2 * workspace + at, value);
    sti(2 * workspace + layout::RECORD_A_INT, addresses[problem.a]);
    sti(2 * workspace + layout::RECORD_B_INT, addresses[problem.b]);
    writePose(layout::POSE_A, problem.poseA);
    writePose(layout::POSE_B, problem.poseB);
  }

  static void writePose(int at, const Pose& pose) {
    std::copy(pose.position.begin(), pose.position.end(), memory + workspace + at);
    std::copy(pose.quaternion.begin(), pose.quaternion.end(), memory + workspace + at + 3);
  }

  std::vector<Problem> problems;
  std::vector<int> addresses;
  std::vector<std::unique_ptr<Settings>> kept;
  std::vector<const Settings*> distanceSettings;
  std::vector<const Settings*> collideSettings;
};

}  // namespace

int main(int argc, char** argv) {
  return serve<Kernel>(argc, argv, {{"distance", &Kernel::distance}, {"collide", &Kernel::collide}});
}
