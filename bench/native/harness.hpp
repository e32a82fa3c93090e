// The protocol between a benchmark and a native library. The program reads the problem file named by its first argument, prints `ready` (or
// `unsupported <kind>`, and exits), and then answers each line of standard input with one line of JSON:
//
//   run <query> <first> <count> <repeats>  →  {"nanoseconds": [per problem, one number for each repeat]}
//   repeat <query> <first> <count> <repeats>  →  {"done": repeats}: the same without a clock, for counting instructions
//   answers <query> <first> <count>        →  {"answers": [[value, pointA, pointB], …]}, seven numbers each, null for NaN
//   quit                                   →  the program ends
//
// A value is a distance (0 or less for an overlap), a growth distance, a number of iterations, or 1 or 0 for a Boolean query. Points are in world
// coordinates, unless the library's file says otherwise. For a penetration, the value is the depth, and the first point is the unit vector along
// which B separates, if the library gives it.
#pragma once
#include <chrono>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <map>
#include <sstream>
#include <string>

#include "problems.hpp"

struct Answer {
  double value = NAN;
  Vector pointA = {NAN, NAN, NAN};
  Vector pointB = {NAN, NAN, NAN};
};

/** Writes a penetration; the depth is 0 if none was found. */
inline void answerDepth(Answer& answer, bool isFound, double depth, double x, double y, double z) {
  answer.value = isFound ? depth : 0;
  answer.pointA = {x, y, z};
}

/** Thrown by a library that has no such shape; `kind` says what it lacks. */
struct Unsupported {
  std::string kind;
};

/**
 * The order of queries with warm starts. The file lists all pairs at their first pose, then all pairs at the next pose, and so on. The second
 * argument of the program is the number of pairs; without it, each problem is a pair of its own.
 */
struct Steps {
  Steps(const ProblemSet& set, const std::string& argument)
      : pairs(argument.empty() ? static_cast<int>(set.problems.size()) : std::stoi(argument)),
        poses(static_cast<int>(set.problems.size()) / pairs) {}

  /** Query number k if the poses of a pair follow each other directly, instead of all pairs in turn. */
  int alone(int k) const { return (k % poses) * pairs + k / poses; }
  int pairOf(int problem) const { return problem % pairs; }

  int pairs;
  int poses;
};

/** The queries of a library by name: each answers problem number k of the set that the library was made with. */
template <class Library>
using Queries = std::map<std::string, void (Library::*)(int k, Answer& answer)>;

namespace harness {

inline void print(double x, char before) {
  if (std::isnan(x)) std::printf("%cnull", before);
  else std::printf("%c%.17g", before, x);
}

template <class Library>
using Query = void (Library::*)(int, Answer&);

/** Runs the query on every problem once. */
template <class Library>
void pass(Library& library, Query<Library> query, int first, int count) {
  // Keeps the compiler from removing the queries.
  static volatile double sink = 0;
  Answer answer;
  double sum = 0;
  for (int k = first; k < first + count; k++) {
    (library.*query)(k, answer);
    sum += answer.value;
  }
  sink = sum;
}

/** Repeats passes without a clock, since printing times takes a varying number of instructions. */
template <class Library>
void repeat(Library& library, Query<Library> query, int first, int count, int repeats) {
  for (int k = 0; k < repeats; k++) pass(library, query, first, count);
  std::printf("{\"done\":%d}\n", repeats);
}

template <class Library>
void run(Library& library, Query<Library> query, int first, int count, int repeats) {
  std::printf("{\"nanoseconds\":");
  for (int repeat = 0; repeat < repeats; repeat++) {
    const auto start = std::chrono::steady_clock::now();
    pass(library, query, first, count);
    const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
    std::printf("%c%.3f", repeat == 0 ? '[' : ',', time.count() / count);
  }
  std::printf("%s\n", repeats > 0 ? "]}" : "[]}");
}

template <class Library>
void answers(Library& library, Query<Library> query, int first, int count) {
  std::printf("{\"answers\":[");
  for (int k = first; k < first + count; k++) {
    Answer answer;
    (library.*query)(k, answer);
    if (k > first) std::putchar(',');
    print(answer.value, '[');
    for (double x : answer.pointA) print(x, ',');
    for (double x : answer.pointB) print(x, ',');
    std::putchar(']');
  }
  std::printf("]}\n");
}

template <class Library>
void answerCommands(Library& library, const Queries<Library>& queries) {
  std::string line;
  while (std::getline(std::cin, line) && line != "quit") {
    std::istringstream words(line);
    std::string command;
    std::string name;
    words >> command >> name;
    const Query<Library> query = queries.at(name);
    int first = 0;
    int count = 0;
    int repeats = 0;
    words >> first >> count >> repeats;
    if (command == "answers") answers(library, query, first, count);
    else if (command == "repeat") repeat(library, query, first, count, repeats);
    else run(library, query, first, count, repeats);
    std::fflush(stdout);
  }
}

}  // namespace harness

/** The main program. The library is constructed from the problem set and the optional second argument. */
template <class Library>
int serve(int argc, char** argv, const Queries<Library>& queries) {
  if (argc < 2) return 2;
  try {
    const ProblemSet set = readProblems(argv[1]);
    Library library(set, argc > 2 ? argv[2] : "");
    std::puts("ready");
    std::fflush(stdout);
    harness::answerCommands(library, queries);
    return 0;
  } catch (const Unsupported& shape) {
    std::printf("unsupported %s\n", shape.kind.c_str());
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
