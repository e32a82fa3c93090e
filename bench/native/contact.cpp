// Sweeps of the per-contact solvers: `ncp-pgs` of the kernel, translated from its sources, and lcp-pgs, ccp-pgs and raisim of
// packages/proximal/src/contact/solvers, rewritten in C++. The translator reads only the kernel's dialect, and these three are TypeScript with objects
// and arrays. bench/src/contact/times.ts reports how far their impulses are from those of the TypeScript solvers.
//
// Reads a problem (the number of contacts, G row by row, g, µ), prints `ready`, and answers each line with a line of JSON:
//
//   run <solver> 0 <sweeps> <repeats>  →  {"nanoseconds": [per sweep, one number for each repeat]}
//   answers <solver> <sweeps> 1        →  {"answers": [[λ]]}; the 1 is ignored
#include "kernel.generated.hpp"
// Included after the kernel, so that macros of system headers do not affect its names.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace {

using kernel::port_memory::memory;
using kernel::port_memory::st;
using kernel::port_memory::sti;
namespace head = kernel::contact_blocks_contact_workspace;

struct Problem {
  int contacts = 0;
  int size = 0;
  std::vector<double> delassus;
  std::vector<double> freeVelocity;
  std::vector<double> friction;
};

class Sweeper {
 public:
  explicit Sweeper(const Problem& problem)
      : p(problem), lambda(p.size), sigma(p.size), steps(p.size), diagonal(p.size), inverses(9 * p.contacts) {
    for (int k = 0; k < p.size; k++) diagonal[k] = p.delassus[k * p.size + k];
  }

  void solve(const std::string& solver, int sweeps) {
    std::fill(lambda.begin(), lambda.end(), 0.0);
    evaluate();
    const int kind = solver == "lcp-pgs" ? 0 : solver == "ccp-pgs" ? 1 : 2;
    prepare(kind);
    double omega = 1;
    for (int k = 1; k <= sweeps; k++) {
      sweep(kind, omega);
      if (k % 10 == 0) evaluate();
      if (kind == 2) omega = 0.99 * omega + 0.01 * 0.7;
    }
    evaluate();
  }

  const std::vector<double>& impulses() const { return lambda; }

 private:
  /**
   * σ = G λ + g from scratch. The result is not used: it is the work of a check of the TypeScript solvers. In 40 sweeps they make seven checks,
   * after 0, 2, 6, 14, 24, 34 and 40 sweeps; here there are six.
   */
  void evaluate() {
    for (int i = 0; i < p.size; i++) {
      const double* row = &p.delassus[i * p.size];
      double a = 0, b = 0, c = 0, d = 0;
      int j = 0;
      for (; j + 3 < p.size; j += 4) {
        a += row[j] * lambda[j];
        b += row[j + 1] * lambda[j + 1];
        c += row[j + 2] * lambda[j + 2];
        d += row[j + 3] * lambda[j + 3];
      }
      for (; j < p.size; j++) a += row[j] * lambda[j];
      sigma[i] = a + b + (c + d) + p.freeVelocity[i];
    }
  }

  double entry(int i, int j) const { return p.delassus[i * p.size + j]; }

  void prepare(int kind) {
    for (int c = 0; c < p.contacts; c++) {
      const int at = 3 * c;
      if (kind == 1) steps[at] = ccpStep(at);
      else if (kind == 2) invert(at, &inverses[9 * c]);
      else for (int k = 0; k < 3; k++) steps[at + k] = 1 / diagonal[at + k];
    }
  }

  /** min(3/trace, 1.8/l), where l is the largest eigenvalue of the contact's 3×3 block of G, by the trigonometric formula. */
  double ccpStep(int at) const {
    const double a = diagonal[at], b = diagonal[at + 1], c = diagonal[at + 2];
    const double d = entry(at, at + 1), e = entry(at, at + 2), f = entry(at + 1, at + 2);
    const double mean = (a + b + c) / 3, P = a - mean, q = b - mean, r = c - mean;
    const double square = (P * P + q * q + r * r + 2 * (d * d + e * e + f * f)) / 6;
    const double scale = std::sqrt(square);
    const double determinant = P * (q * r - f * f) - d * (d * r - f * e) + e * (d * f - q * e);
    const double largest = mean + 2 * scale * std::cos(std::acos(determinant / (2 * scale * square)) / 3);
    return std::min(3 / (a + b + c), 1.8 / largest);
  }

  /** The inverse of the contact's 3×3 block of G, whose diagonal is raised by 1e-13 of the trace. */
  void invert(int at, double* out) const {
    const double extra = 1e-13 * (diagonal[at] + diagonal[at + 1] + diagonal[at + 2]);
    const double a = diagonal[at] + extra, e = diagonal[at + 1] + extra, i = diagonal[at + 2] + extra;
    const double b = entry(at, at + 1), c = entry(at, at + 2), f = entry(at + 1, at + 2);
    const double P = e * i - f * f, q = c * f - b * i, r = b * f - c * e;
    const double inverse = 1 / (a * P + b * q + c * r);
    out[0] = P * inverse;
    out[1] = out[3] = q * inverse;
    out[2] = out[6] = r * inverse;
    out[4] = (a * i - c * c) * inverse;
    out[5] = out[7] = (b * c - a * f) * inverse;
    out[8] = (a * e - b * b) * inverse;
  }

  /** Returns the largest change of an impulse, times the diagonal entry of G, as the TypeScript sweep does. */
  double sweep(int kind, double omega) {
    double most = 0;
    for (int c = 0; c < p.contacts; c++) {
      const int at = 3 * c;
      velocity(at);
      const double before[3] = {lambda[at], lambda[at + 1], lambda[at + 2]};
      if (kind == 0) updateLcp(c, at);
      else if (kind == 1) updateCcp(c, at);
      else updateRaisim(c, at);
      if (omega != 1)
        for (int k = 0; k < 3; k++) lambda[at + k] = before[k] + omega * (lambda[at + k] - before[k]);
      for (int k = 0; k < 3; k++) most = std::max(most, std::abs(lambda[at + k] - before[k]) * diagonal[at + k]);
    }
    return most;
  }

  /** Writes G λ + g of the contact to `local`. */
  void velocity(int at) {
    const double* first = &p.delassus[at * p.size];
    const double* second = first + p.size;
    const double* third = second + p.size;
    double a = 0, b = 0, c = 0, d = 0, e = 0, f = 0;
    const int even = p.size & ~1;
    for (int j = 0; j < even; j += 2) {
      const double x = lambda[j], y = lambda[j + 1];
      a += first[j] * x;
      b += first[j + 1] * y;
      c += second[j] * x;
      d += second[j + 1] * y;
      e += third[j] * x;
      f += third[j + 1] * y;
    }
    if (even < p.size) {
      a += first[even] * lambda[even];
      c += second[even] * lambda[even];
      e += third[even] * lambda[even];
    }
    local[0] = a + b + p.freeVelocity[at];
    local[1] = c + d + p.freeVelocity[at + 1];
    local[2] = e + f + p.freeVelocity[at + 2];
  }

  void normalStep(int at) {
    const double normal = std::max(0.0, lambda[at + 2] - steps[at + 2] * local[2]);
    const double change = normal - lambda[at + 2];
    lambda[at + 2] = normal;
    local[0] += entry(at, at + 2) * change;
    local[1] += entry(at + 1, at + 2) * change;
  }

  void updateLcp(int c, int at) {
    normalStep(at);
    const double bound = p.friction[c] * lambda[at + 2];
    const double first = std::min(bound, std::max(-bound, lambda[at] - steps[at] * local[0]));
    const double v = local[1] + entry(at + 1, at) * (first - lambda[at]);
    lambda[at] = first;
    lambda[at + 1] = std::min(bound, std::max(-bound, lambda[at + 1] - steps[at + 1] * v));
  }

  void updateCcp(int c, int at) {
    for (int k = 0; k < 3; k++) lambda[at + k] -= steps[at] * local[k];
    const double mu = p.friction[c];
    const double tangent = std::sqrt(lambda[at] * lambda[at] + lambda[at + 1] * lambda[at + 1]);
    const double normal = lambda[at + 2];
    if (tangent <= mu * normal) return;
    if (mu * tangent <= -normal) {
      lambda[at] = lambda[at + 1] = lambda[at + 2] = 0;
      return;
    }
    const double height = (mu * tangent + normal) / (1 + mu * mu);
    lambda[at] *= mu * height / tangent;
    lambda[at + 1] *= mu * height / tangent;
    lambda[at + 2] = height;
  }

  void updateRaisim(int c, int at) {
    const double* m = &inverses[9 * c];
    const double x = lambda[at] - (m[0] * local[0] + m[1] * local[1] + m[2] * local[2]);
    const double y = lambda[at + 1] - (m[3] * local[0] + m[4] * local[1] + m[5] * local[2]);
    const double z = lambda[at + 2] - (m[6] * local[0] + m[7] * local[1] + m[8] * local[2]);
    const double free = local[2] - entry(at + 2, at) * lambda[at] - entry(at + 2, at + 1) * lambda[at + 1] -
                        diagonal[at + 2] * lambda[at + 2];
    const double mu = p.friction[c];
    if (free > 0) setImpulse(at, 0, 0, 0);
    else if (std::sqrt(x * x + y * y) <= mu * z) setImpulse(at, x, y, z);
    else slide(at, mu, free, x, y, z);
  }

  void setImpulse(int at, double x, double y, double z) {
    lambda[at] = x;
    lambda[at + 1] = y;
    lambda[at + 2] = z;
  }

  /** A sliding contact: the impulse of least kinetic energy on the ellipse in which the friction cone meets the plane of zero normal velocity, by bisection. */
  void slide(int at, double mu, double free, double x, double y, double z) {
    const double length = std::sqrt(x * x + y * y);
    const double g11 = diagonal[at], g12 = entry(at, at + 1), g22 = diagonal[at + 1];
    const double steepness = 1 / mu;
    const double g1n = entry(at, at + 2), g2n = entry(at + 1, at + 2), center = diagonal[at + 2] * steepness;
    const double cosine = std::cos(M_PI / 8), sine = std::sin(M_PI / 8);
    double lowX = x / length, lowY = y / length, highX = lowX, highY = lowY, direction = 0;
    bool isTurning = true;
    int steps = 0;
    while (steps < (isTurning ? 8 : 44)) {
      const double sumX = lowX + highX, sumY = lowY + highY;
      const double scale = 1 / std::sqrt(sumX * sumX + sumY * sumY);
      const double u = isTurning && direction != 0 ? lowX * cosine - direction * lowY * sine : sumX * scale;
      const double v = isTurning && direction != 0 ? lowY * cosine + direction * lowX * sine : sumY * scale;
      const double below = center + g1n * u + g2n * v;
      const double inverse = 1 / below, radius = -free * inverse;
      const double dx = radius * u - x, dy = radius * v - y, dz = radius * steepness - z;
      const double sx = g11 * dx + g12 * dy + g1n * dz, sy = g12 * dx + g22 * dy + g2n * dz;
      const double growth = (g1n * v - g2n * u) * inverse;
      const double tx = growth * u - v, ty = growth * v + u;
      const double slope = sx * tx + sy * ty;
      if (direction == 0) {
        direction = slope < 0 ? 1 : -1;
        continue;
      }
      steps++;
      if (!(below > 0) || direction * slope >= 0 || sx * ty - sy * tx >= 0) {
        highX = u;
        highY = v;
        if (isTurning) steps = 0;
        isTurning = false;
      } else {
        lowX = u;
        lowY = v;
      }
    }
    const double radius = -free / (center + g1n * lowX + g2n * lowY);
    setImpulse(at, radius * lowX, radius * lowY, radius / mu);
  }

  const Problem& p;
  std::vector<double> lambda, sigma, steps, diagonal, inverses;
  double local[3] = {0, 0, 0};
};

/** The kernel's sweeps on a problem with an explicit matrix G: see kernel/contact/layout.ts. */
class KernelSweeper {
 public:
  explicit KernelSweeper(const Problem& problem) : p(problem) {
    const int n = p.size, contacts = p.contacts;
    allocateIntegers(head::setOrder, head::setStarts, head::setFirsts, head::setWidths, head::setMembers, head::setMovers,
                     head::setMoverIndices);
    for (const auto set : {head::setInverseVirtualMasses, head::setFreeVelocity, head::setReference, head::setCompliance, head::setLambda,
                           head::setSigma, head::setDiagonal, head::setSteps, head::setBiasVelocities,
                           head::setTotalCompliances, head::setVelocity, head::setFriction})
      set(r, allocate(n));
    head::setBlocks(r, allocate(9 * contacts));
    head::setResponse(r, allocate(9 * contacts));
    head::setJacobian(r, allocate(9 * contacts + n * n));
    for (int c = 0; c < contacts; c++) writeContact(c);
    for (int k = 0; k < n; k++) st(head::freeVelocity(r) + k, p.freeVelocity[k]);
    for (int c = 0; c < contacts; c++) st(head::friction(r) + c, p.friction[c]);
    head::setRelaxation(r, 1);
    // No residual becomes this small, so every sweep is made.
    head::setTolerance(r, 1e-280);
  }

  void solve(int sweeps) {
    std::fill_n(memory + head::lambda(r), p.size, 0.0);
    head::setLimit(r, sweeps);
    kernel::contact_solve::solveIsland(r, 0, p.contacts);
  }

  const double* impulses() const { return memory + head::lambda(r); }

 private:
  int allocate(int numbers) {
    top += numbers;
    return top - numbers;
  }

  /** Allocates arrays of integers. Two integers occupy one f64; the address counts integers. */
  template <typename... Set>
  void allocateIntegers(Set... set) {
    (set(r, 2 * allocate(p.size)), ...);
  }

  /** The two blocks of a contact: its 3×3 block of G with the identity as M⁻¹ Jᵀ, and the rest of its rows without M⁻¹ Jᵀ. */
  void writeContact(int c) {
    const int n = p.size, rest = 9 * p.contacts + 3 * c * n;
    sti(head::order(r) + c, c);
    for (int k = 0; k < 2; k++) {
      sti(head::starts(r) + 2 * c + k, k == 0 ? 9 * c : rest);
      sti(head::firsts(r) + 2 * c + k, k == 0 ? 3 * c : 0);
      sti(head::widths(r) + 2 * c + k, k == 0 ? 3 : -n);
      sti(head::members(r) + 2 * c + k, c);
    }
    for (int k = 0; k < 3; k++) {
      st(head::response(r) + 9 * c + 4 * k, 1);
      for (int j = 0; j < n; j++) {
        const bool isOwn = j / 3 == c;
        const double x = p.delassus[(3 * c + k) * n + j];
        st(head::jacobian(r) + rest + k * n + j, isOwn ? 0 : x);
        if (isOwn) st(head::jacobian(r) + 9 * c + 3 * k + j - 3 * c, x);
      }
    }
  }

  const Problem& p;
  /** The addresses of the workspace and of the memory that is not yet allocated. */
  const int r = 8;
  int top = r + head::SIZE;
};

Problem readProblem(const char* file) {
  std::ifstream in(file);
  Problem problem;
  in >> problem.contacts;
  problem.size = 3 * problem.contacts;
  problem.delassus.resize(problem.size * problem.size);
  problem.freeVelocity.resize(problem.size);
  problem.friction.resize(problem.contacts);
  for (double& x : problem.delassus) in >> x;
  for (double& x : problem.freeVelocity) in >> x;
  for (double& x : problem.friction) in >> x;
  if (!in) throw std::runtime_error("the problem ends too early");
  return problem;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const Problem problem = readProblem(argv[1]);
  Sweeper sweeper(problem);
  KernelSweeper kernelSweeper(problem);
  const auto solve = [&](const std::string& solver, int sweeps) {
    if (solver == "ncp-pgs") kernelSweeper.solve(sweeps);
    else sweeper.solve(solver, sweeps);
  };
  std::puts("ready");
  std::fflush(stdout);
  std::string line;
  while (std::getline(std::cin, line) && line != "quit") {
    std::istringstream words(line);
    std::string command, solver;
    int sweeps = 0, repeats = 0;
    words >> command >> solver;
    if (command == "answers") {
      words >> sweeps;
      solve(solver, sweeps);
      const double* impulses = solver == "ncp-pgs" ? kernelSweeper.impulses() : sweeper.impulses().data();
      std::printf("{\"answers\":[[");
      for (int k = 0; k < problem.size; k++) std::printf("%s%.17g", k == 0 ? "" : ",", impulses[k]);
      std::printf("]]}\n");
    } else {
      int first = 0;
      words >> first >> sweeps >> repeats;
      std::printf("{\"nanoseconds\":[");
      for (int k = 0; k < repeats; k++) {
        const auto start = std::chrono::steady_clock::now();
        solve(solver, sweeps);
        const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
        std::printf("%s%.3f", k == 0 ? "" : ",", time.count() / sweeps);
      }
      std::printf("]}\n");
    }
    std::fflush(stdout);
  }
  return 0;
}
