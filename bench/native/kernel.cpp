// Proximal's own kernel as C++: `kernel.generated.hpp` is translated from its sources when the benchmark is built. The second
// argument names the records and settings that the engine would write (bench/src/queries/kernel-inputs.ts describes them).
#include "kernel.generated.hpp"
// Included after the kernel, so that macros of system headers do not affect its names.
#include <algorithm>
#include <cstring>
#include <memory>

#include "harness.hpp"

namespace {

using kernel::port_memory::memory;
using kernel::port_memory::st;
using kernel::port_memory::sti;
namespace query = kernel::blocks_query;
namespace growing = kernel::growth_blocks_growth;
namespace polytopes = kernel::penetration_blocks_polytope;

/** The settings that a query writes into its workspace, besides records and poses: 64-bit and 32-bit words. */
struct Settings {
  std::vector<std::pair<int, double>> numbers;
  std::vector<std::pair<int, int>> halves;
};

/** A value for each 32-bit word that the engine writes. */
using Words = std::map<int, int>;

bool isCommon(int word) {
  const int number = word / 2;
  const bool isPose = number >= query::POSE_A && number < query::POSE_B + 7;
  return word != query::RECORD_A_INT && word != query::RECORD_B_INT && !isPose && number < query::SIZE;
}

/** The words of the growth block that are settings; tables of other methods are not needed. */
bool isOfGrowth(int word) {
  const bool isTable = word == growing::TABLE_INT || word == growing::TABLE_INT + 1;
  return !isTable && word / 2 < growing::SIZE;
}

/** Two adjacent 32-bit words are stored as one, to avoid a store-forwarding stall when the kernel loads 64 bits. */
void addSettings(const Words& words, int base, Settings& settings) {
  for (const auto& [word, value] : words) {
    const auto other = words.find(word ^ 1);
    if (other == words.end()) settings.halves.push_back({2 * base + word, value});
    else if (word % 2 == 0) {
      const std::int32_t both[2] = {value, other->second};
      double number = 0;
      std::memcpy(&number, both, sizeof number);
      settings.numbers.push_back({base + word / 2, number});
    }
  }
}

/** @param growthOffset the offset of the growth block from the workspace, in 64-bit numbers */
Settings settingsOf(const Words& words, const Words& growth, int growthOffset) {
  Settings settings;
  addSettings(words, 0, settings);
  addSettings(growth, growthOffset, settings);
  return settings;
}

/** The queries, in the order of `queryNames`. */
enum Query { distanceQuery, collideQuery, depthQuery, incrementalQuery, growthQuery, queryCount };
constexpr const char* queryNames[queryCount] = {"distance", "collide", "depth", "incremental", "growth"};

class Kernel {
 public:
  Kernel(const ProblemSet& set, const std::string& inputs) : problems(set.problems) {
    std::ifstream in(inputs);
    readRecords(in);
    readSettings(in, set);
  }

  void distance(int k, Answer& answer) {
    prepare(k, distanceQuery);
    kernel::exports::distance(workspace);
    answer.value = query::distance(workspace);
    for (int axis = 0; axis < 3; axis++) {
      answer.pointA[axis] = query::pointA(workspace, axis);
      answer.pointB[axis] = query::pointB(workspace, axis);
    }
  }

  void collide(int k, Answer& answer) {
    prepare(k, collideQuery);
    answer.value = kernel::exports::collide(workspace, 0);
  }

  /** EPA with a proven minimum depth, or the incremental method from the centers without a proof. The direction is not returned. */
  template <Query query>
  void penetration(int k, Answer& answer) {
    prepare(k, query);
    kernel::exports::penetration(workspace, polytope, 1);
    answer.value = std::max(0.0, -query::distance(workspace));
  }

  void growth(int k, Answer& answer) {
    prepare(k, growthQuery);
    kernel::exports::growthDistance(workspace, growthBlock, work);
    answer.value = query::distance(workspace);
  }

 private:
  static constexpr int workspace = kernel::blocks_reserved::SIZE;
  static constexpr int polytope = workspace + query::SIZE;
  static constexpr int growthBlock = polytope + polytopes::SIZE;
  /** The work area of growth distances has the size of a polytope; the ray method needs no more. */
  static constexpr int work = growthBlock + growing::SIZE;
  static constexpr int firstRecord = work + polytopes::SIZE;

  void readRecords(std::istream& in) {
    size_t count = 0;
    reading::expect(in, "records");
    in >> count;
    int end = firstRecord;
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
    // Nearly all pairs have the same settings; each variant is stored once, so that it stays in the cache.
    std::map<std::pair<Words, Words>, const Settings*> known;
    std::map<std::pair<int, int>, const Settings*> ofPairs[queryCount];
    for (size_t k = 0; k < count; k++) {
      std::string query;
      std::pair<int, int> pair;
      in >> query >> pair.first >> pair.second;
      const std::pair<Words, Words> words = {readWords(in, isCommon), readWords(in, isOfGrowth)};
      auto& found = known[words];
      if (found == nullptr) found = variants.emplace_back(new Settings(settingsOf(words.first, words.second, growthBlock - workspace))).get();
      const auto position = std::find(std::begin(queryNames), std::end(queryNames), query);
      if (position == std::end(queryNames)) throw std::runtime_error("kernel inputs: no query " + query);
      ofPairs[position - queryNames][pair] = found;
    }
    if (!in) throw std::runtime_error("kernel inputs: they end too early");
    for (const Problem& problem : set.problems)
      for (int query = 0; query < queryCount; query++)
        settings[query].push_back(ofPairs[query].at({problem.a, problem.b}));
  }

  static Words readWords(std::istream& in, bool (*isSetting)(int word)) {
    size_t count = 0;
    in >> count;
    Words words;
    for (size_t k = 0; k < count; k++) {
      int word = 0;
      int value = 0;
      in >> word >> value;
      if (isSetting(word)) words[word] = value;
    }
    return words;
  }

  /** Writes everything that the engine writes for a query. */
  void prepare(int k, Query query) {
    const Problem& problem = problems[k];
    const Settings& own = *settings[query][k];
    for (const auto& [at, value] : own.numbers) st(workspace + at, value);
    for (const auto& [at, value] : own.halves) sti(2 * workspace + at, value);
    query::setRecordA(workspace, addresses[problem.a]);
    query::setRecordB(workspace, addresses[problem.b]);
    writePose(query::POSE_A, problem.poseA);
    writePose(query::POSE_B, problem.poseB);
  }

  static void writePose(int at, const Pose& pose) {
    std::copy(pose.position.begin(), pose.position.end(), memory + workspace + at);
    std::copy(pose.quaternion.begin(), pose.quaternion.end(), memory + workspace + at + 3);
  }

  std::vector<Problem> problems;
  std::vector<int> addresses;
  std::vector<std::unique_ptr<Settings>> variants;
  std::vector<const Settings*> settings[queryCount];
};

}  // namespace

int main(int argc, char** argv) {
  return serve<Kernel>(argc, argv,
                       {{"distance", &Kernel::distance},
                        {"collide", &Kernel::collide},
                        {"depth", &Kernel::penetration<depthQuery>},
                        {"incremental", &Kernel::penetration<incrementalQuery>},
                        {"growth", &Kernel::growth}});
}
