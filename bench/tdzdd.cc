// SPDX-License-Identifier: GPL-3.0-or-later
// Counts closed knight's tours with the library TdZdd (H. Iwashita and S. Minato, 2013): Hamiltonian cycles by
// frontier, edge by edge over the whole board, kept as a decision diagram. bench/tours.py builds it where the
// library's headers are; nothing else needs them.
#include <cstdlib>
#include <iostream>
#include <string>
#include <tdzdd/DdStructure.hpp>
#include <tdzdd/spec/PathZdd.hpp>
#include <tdzdd/util/Graph.hpp>

static std::string name(int file, int rank)
{
    return std::to_string(rank * 1000 + file);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        std::cerr << "usage: tdzdd FILES RANKS\n";
        return 2;
    }
    int files = std::atoi(argv[1]), ranks = std::atoi(argv[2]);
    static const int leaps[4][2] = {{1, 2}, {2, 1}, {-1, 2}, {-2, 1}};
    tdzdd::Graph graph;
    // Rank by rank, so that the frontier is two files' worth of the shorter side.
    for (int rank = 0; rank < ranks; rank++)
        for (int file = 0; file < files; file++)
            for (const auto &leap : leaps)
                if (file + leap[0] >= 0 && file + leap[0] < files && rank + leap[1] < ranks)
                    graph.addEdge(name(file, rank), name(file + leap[0], rank + leap[1]));
    graph.update();
    tdzdd::HamiltonCycleZdd cycles(graph);
    tdzdd::DdStructure<2> diagram(cycles, false);
    std::cout << diagram.evaluate(tdzdd::ZddCardinality<>()) << "\n";
    return 0;
}
