// SPDX-License-Identifier: GPL-3.0-or-later
// The program of first_steps.c in C++11: smart pointers free the objects, exceptions carry the errors.
//
//     c++ first_steps.cc $(pkg-config --cflags --libs leaper) -o first_steps && ./first_steps
#include <leaper/leaper.h>

#include <fstream>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace
{

// A leaper_error that can be thrown after a call has failed: `check(leaper_…(…, error), error)`.
struct Error {
    leaper_error inside{};
    operator leaper_error *() { return &inside; }
    void raise() const { throw std::runtime_error(std::string(inside.place) + ": " + inside.message); }
};

template <typename T> using Owner = std::unique_ptr<T, void (*)(T *)>;

template <typename T> Owner<T> own(T *object, void (*release)(T *), const Error &error)
{
    if (!object)
        error.raise();
    return Owner<T>(object, release);
}

void check(bool done, const Error &error)
{
    if (!done)
        error.raise();
}

std::string take(char *text, const Error &error)
{
    if (!text)
        error.raise();
    std::string copy(text);
    leaper_free(text);
    return copy;
}

std::vector<leaper_turn> turns_of(const leaper_position *position)
{
    Error error;
    size_t count = 0;
    leaper_turn *list = leaper_position_turns(position, &count, error);
    check(list != nullptr, error);
    std::vector<leaper_turn> turns(list, list + count);
    leaper_free(list);
    return turns;
}

void print_position(const leaper_position *position)
{
    Error error;
    uint64_t count = 0;
    check(leaper_position_perft(position, 3, nullptr, &count, error), error);
    std::cout << "turns: " << turns_of(position).size() << ", perft 3: " << count << "\n"
              << "position: " << take(leaper_position_fen(position, error), error) << "\n";
}

// We play the first turn in the list; the engine plays the best that it finds in 2,000 nodes.
leaper_turn choose(leaper_engine *engine, const leaper_position *position)
{
    if (leaper_position_side(position) == LEAPER_WHITE)
        return turns_of(position).front();
    Error error;
    leaper_search search{};
    leaper_search_result result{};
    search.nodes = 2000;
    check(leaper_engine_search(engine, position, &search, &result, error), error);
    return result.turn;
}

void play(leaper_session *session)
{
    const size_t turns_max = 200;
    Error error;
    auto engine = own(leaper_engine_new(16, 1, error), leaper_engine_free, error);
    while (leaper_session_outcome(session).result == LEAPER_ONGOING &&
           leaper_session_turn_count(session) < turns_max) {
        auto position = own(leaper_session_position(session, leaper_session_turn_count(session), error),
                            leaper_position_free, error);
        const leaper_turn turn = choose(engine.get(), position.get());
        check(leaper_session_play(session, &turn, error), error);
    }
    const leaper_outcome outcome = leaper_session_outcome(session);
    auto record = own(leaper_session_record(session, error), leaper_record_free, error);
    check(leaper_record_set_tag(record.get(), "Event", "First steps", error), error);
    std::cout << "result: " << leaper_result_name(outcome.result) << " ("
              << leaper_reason_words(outcome.reason) << ")\n"
              << take(leaper_record_pgn(record.get(), false, error), error) << "\n";
}

// A game in which every piece starts with 20 units of fuel instead of 50.
void play_fuel()
{
    Error error;
    const leaper_setting settings[] = {{"fuel", "20"}};
    auto variant = own(leaper_variant_new("fuel", settings, 1, error), leaper_variant_free, error);
    auto start = own(leaper_position_new(variant.get(), nullptr, error), leaper_position_free, error);
    auto session = own(leaper_session_new(variant.get(), nullptr, error), leaper_session_free, error);
    print_position(start.get());
    play(session.get());
}

void draw_tour(const std::string &path)
{
    Error error;
    leaper_tours_spec spec{};
    spec.board = "8x8";
    auto tours = own(leaper_tours_new(&spec, error), leaper_tours_free, error);
    std::vector<int> tour(leaper_tours_length(tours.get()));
    leaper_tours_finding finding{};
    check(leaper_tours_find(tours.get(), nullptr, tour.data(), &finding, error), error);
    const std::string how = finding.how;
    leaper_tours_finding_clear(&finding);
    std::ofstream file(path);
    file << take(leaper_tours_svg(tours.get(), tour.data(), LEAPER_TOURS_COLOURED, 0, error), error);
    if (!file.flush())
        throw std::runtime_error("cannot write " + path);
    std::cout << "tour: " << how << ", drawn in " << path << "\n";
}

} // namespace

int main()
{
    try {
        std::cout << "leaper " << leaper_version() << "\n";
        play_fuel();
        draw_tour("tour.svg");
    } catch (const std::exception &error) {
        std::cerr << error.what() << "\n";
        return 1;
    }
}
