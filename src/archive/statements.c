// SPDX-License-Identifier: GPL-3.0-or-later
// Every statement that is run more than once. Each kind of list has its own, so that each can follow an index
// from beginning to end.
#include "archive/connection.h"

#define NEXT_CHANGE "(SELECT coalesce(max(change), 0) + 1 FROM matches)"

#define NUMBER_OF_1 "(SELECT number FROM matches WHERE id = ?1)"

#define MATCH_COLUMNS                                                                                        \
    "m.id, m.game, m.parameters, m.created, m.updated, m.revision, m.change, m.local, m.ply, m.side, "       \
    "m.result, m.reason, m.draw_offer, m.rematch, m.join_hash, w.kind, w.name, w.level, w.token_hash, "      \
    "b.kind, b.name, b.level, b.token_hash, m.points, m.finder, m.start, m.listed, m.takeback, "             \
    "m.takeback_ply, m.series_before, m.series_white, m.series_black, m.checksum, t.hash, m.title, "         \
    "m.definition, m.control, m.left_white, m.left_black, m.clock_side, m.clock_since, m.clock_used, m.deadline"

#define MATCH_SEATS                                                                                          \
    " JOIN seats w ON w.match = m.number AND w.color = 'white'"                                              \
    " JOIN seats b ON b.match = m.number AND b.color = 'black'"                                              \
    " LEFT JOIN texts t ON t.number = m.text"

#define KEY_COLUMNS "k.color, k.hash, k.parent, k.device, k.name, k.since, k.checksum"

// The newest ?3 matches changed before ?1 of those listed with that condition; ?2 is the game. The subquery
// reads only numbers and changes, before the rows are joined.
#define NEWEST(condition) "SELECT number, change FROM matches WHERE change < ?1 AND listed = 1 AND " condition

#define LIST(newest)                                                                                         \
    "SELECT " MATCH_COLUMNS " FROM (" newest " ORDER BY change DESC LIMIT ?3) n"                             \
    " CROSS JOIN matches m ON m.number = n.number" MATCH_SEATS

// The size of a text. length() alone would count characters.
#define BYTES "length(CAST(text AS BLOB))"

#define MAIL                                                                                                 \
    "SELECT m.id, a.color, a.address, a.state, a.told, a.reminded, a.failures, a.due FROM mail a "           \
    "JOIN matches m ON m.number = a.match"

#define ONGOING  "result = 'ongoing'"
#define FINISHED "result <> 'ongoing'"
#define OF_GAME  "game = ?2 AND "

const char *const statement_texts[STATEMENTS] = {
    [STATEMENT_READ] = "BEGIN",
    [STATEMENT_READ_END] = "COMMIT",
    [STATEMENT_SELECT_MATCH] = "SELECT " MATCH_COLUMNS " FROM matches m" MATCH_SEATS " WHERE m.id = ?1",
    [STATEMENT_SELECT_TURNS] =
        "SELECT ply, turn, played, checksum, left FROM turns WHERE match = " NUMBER_OF_1 " ORDER BY ply",
    [STATEMENT_SELECT_TEXT] = "SELECT text FROM texts WHERE hash = ?1",
    [STATEMENT_OFFERS] = "SELECT color, ply FROM events WHERE match = " NUMBER_OF_1
                         " AND kind IN ('draw-offered', 'draw-declined-by-engine') ORDER BY number",
    // At most ?2 games back, so it terminates even if a row is its own rematch.
    [STATEMENT_SERIES] =
        "WITH RECURSIVE chain (number, id, back) AS ("
        "SELECT number, id, 0 FROM matches WHERE id = ?1 UNION ALL "
        "SELECT p.number, p.id, c.back + 1 FROM chain c JOIN matches p ON p.rematch = c.id "
        "WHERE c.back < ?2) "
        "SELECT " MATCH_COLUMNS " FROM chain c CROSS JOIN matches m ON m.number = c.number" MATCH_SEATS
        " WHERE c.back > 0",
    [STATEMENT_LIST] = LIST(NEWEST(ONGOING) " UNION ALL " NEWEST(FINISHED)),
    [STATEMENT_LIST_ONGOING] = LIST(NEWEST(ONGOING)),
    [STATEMENT_LIST_FINISHED] = LIST(NEWEST(FINISHED)),
    [STATEMENT_LIST_GAME] = LIST(NEWEST(OF_GAME ONGOING) " UNION ALL " NEWEST(OF_GAME FINISHED)),
    [STATEMENT_LIST_GAME_ONGOING] = LIST(NEWEST(OF_GAME ONGOING)),
    [STATEMENT_LIST_GAME_FINISHED] = LIST(NEWEST(OF_GAME FINISHED)),
    [STATEMENT_DUE] = "SELECT id FROM matches WHERE due = 1 ORDER BY change LIMIT ?1",
    [STATEMENT_FALLEN] =
        "SELECT id, deadline, number FROM matches WHERE deadline <= ?1 AND (deadline, number) > (?3, ?4) "
        "ORDER BY deadline, number LIMIT ?2",
    [STATEMENT_DEADLINE] = "SELECT min(deadline) FROM matches WHERE deadline > ?1",
    [STATEMENT_SERVED] = "SELECT time, checksum FROM served",
    [STATEMENT_COUNT] = "SELECT count(*) FROM matches",
    [STATEMENT_IDS] = "SELECT id FROM matches ORDER BY number",
    // A match comes before its rematch, which was created or changed later.
    [STATEMENT_OLD] = "SELECT id FROM matches WHERE updated < ?1 AND (" FINISHED
                      ") = ?2 AND deadline IS NULL ORDER BY updated, number LIMIT ?3",
    [STATEMENT_UNTOUCHED] =
        "SELECT id FROM matches WHERE ply = 0 AND paired = 0 AND deadline IS NULL AND updated < ?1 "
        "ORDER BY updated LIMIT ?3",
    [STATEMENT_PREVIOUS] = "SELECT id FROM matches WHERE rematch = ?1",
    [STATEMENT_COUNT_TEXTS] = "SELECT count(*), coalesce(sum(" BYTES "), 0) FROM texts",
    [STATEMENT_FIND_MAIL] = MAIL " WHERE m.id = ?1 AND a.color = ?2",
    [STATEMENT_DUE_MAIL] = MAIL " WHERE a.due <= ?1 ORDER BY a.due LIMIT ?2",
    [STATEMENT_NEXT_MAIL] = "SELECT min(due) FROM mail WHERE due IS NOT NULL",
    [STATEMENT_KEYS] = "SELECT ?1, " KEY_COLUMNS " FROM keys k WHERE k.match = " NUMBER_OF_1,
    [STATEMENT_BEGIN] = "BEGIN IMMEDIATE",
    [STATEMENT_COMMIT] = "COMMIT",
    [STATEMENT_ROLLBACK] = "ROLLBACK",
    [STATEMENT_SAVEPOINT] = "SAVEPOINT one",
    [STATEMENT_ROLLBACK_TO] = "ROLLBACK TO one",
    [STATEMENT_RELEASE] = "RELEASE one",
    [STATEMENT_SERVE] = "INSERT INTO served VALUES (1, ?1, ?2) ON CONFLICT (only_one) "
                        "DO UPDATE SET time = ?1, checksum = ?2 WHERE time < ?1",
    [STATEMENT_PULSE] = "UPDATE pulse SET beat = beat + 1",
    [STATEMENT_INSERT_TEXT] = "INSERT INTO texts (hash, text) VALUES (?1, ?2)",
    [STATEMENT_INSERT_MATCH] =
        "INSERT INTO matches (id, game, parameters, start, created, updated, revision, change, local, ply, "
        "side, result, reason, join_hash, finder, listed, due, series_before, series_white, series_black, "
        "checksum, text, title, definition, control, left_white, left_black, clock_side, clock_since, clock_used, "
        "deadline, paired) VALUES (?1, ?2, ?3, ?4, ?5, ?5, 1, " NEXT_CHANGE
        ", ?6, 0, ?7, ?8, ?9, ?10, ?11, ?12, ?13, "
        "?14, ?15, ?16, ?17, (SELECT number FROM texts WHERE hash = ?18), ?19, ?20, ?21, ?22, ?23, ?24, "
        "?25, ?26, ?27, ?28) RETURNING change",
    [STATEMENT_INSERT_SEAT] =
        "INSERT INTO seats (match, color, kind, name, level, token_hash) "
        "VALUES (" NUMBER_OF_1 ", ?2, ?3, ?4, ?5, ?6) "
        "ON CONFLICT (match, color) DO UPDATE SET kind = ?3, name = ?4, level = ?5, token_hash = ?6",
    [STATEMENT_UPDATE_MATCH] =
        "UPDATE matches SET updated = ?2, revision = ?3, change = " NEXT_CHANGE
        ", ply = ?4, side = ?5, result = ?6, reason = ?7, draw_offer = ?8, points = ?9, rematch = ?10, "
        "listed = ?11, takeback = ?12, takeback_ply = ?13, due = ?14, checksum = ?15, left_white = ?16, "
        "left_black = ?17, clock_side = ?18, clock_since = ?19, clock_used = ?20, deadline = ?21, paired = ?22 "
        "WHERE id = ?1 AND revision = ?3 - 1 RETURNING change",
    [STATEMENT_INSERT_TURN] = "INSERT INTO turns (match, ply, turn, played, checksum, left) "
                              "VALUES (" NUMBER_OF_1 ", ?2, ?3, ?4, ?5, ?6)",
    [STATEMENT_SEAT_TOKEN] =
        "SELECT token_hash FROM seats WHERE match = " NUMBER_OF_1 " AND color = ?2 AND kind = 'human'",
    [STATEMENT_INSERT_KEY] = "INSERT INTO keys (match, color, hash, parent, device, name, since, checksum) "
                             "VALUES (" NUMBER_OF_1 ", ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    [STATEMENT_KEYS_OF_DEVICE] =
        "SELECT m.id, " KEY_COLUMNS " FROM keys k JOIN matches m ON m.number = k.match WHERE k.device = ?1",
    [STATEMENT_DELETE_KEY] = "DELETE FROM keys WHERE match = " NUMBER_OF_1 " AND hash = ?2",
    [STATEMENT_DELETE_KEYS] = "DELETE FROM keys WHERE match = " NUMBER_OF_1,
    [STATEMENT_DELETE_TURNS] = "DELETE FROM turns WHERE match = " NUMBER_OF_1 " AND ply >= ?2",
    [STATEMENT_INSERT_EVENT] = "INSERT INTO events (match, ply, kind, color, happened) "
                               "VALUES (" NUMBER_OF_1 ", ?2, ?3, ?4, ?5)",
    [STATEMENT_DELETE_EVENTS] = "DELETE FROM events WHERE match = " NUMBER_OF_1,
    [STATEMENT_DELETE_SEATS] = "DELETE FROM seats WHERE match = " NUMBER_OF_1,
    [STATEMENT_DELETE_TEXT] =
        "DELETE FROM texts WHERE hash = ?1 AND NOT EXISTS (SELECT 1 FROM matches WHERE text = texts.number) "
        "RETURNING " BYTES,
    [STATEMENT_DELETE_MATCH] = "DELETE FROM matches WHERE id = ?1 AND updated < ?2",
    [STATEMENT_PUT_MAIL] =
        "INSERT OR REPLACE INTO mail (match, color, address, state, told, reminded, failures, due) "
        "VALUES (" NUMBER_OF_1 ", ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    [STATEMENT_CHANGE_MAIL] = "UPDATE mail SET state = ?4, told = ?5, reminded = ?6, failures = ?7, "
                              "due = CASE WHEN due IS ?10 THEN ?8 ELSE due END "
                              "WHERE match = " NUMBER_OF_1 " AND color = ?2 AND address = ?3 AND state = ?9",
    // Unconfirmed addresses wait for the end of the match only.
    [STATEMENT_WAKE_MAIL] = "UPDATE mail SET due = ?2 WHERE match = " NUMBER_OF_1
                            " AND (state = 'confirmed' OR ?3) AND (due IS NULL OR due > ?2)",
    [STATEMENT_FORGET_MAIL] = "DELETE FROM mail WHERE match = " NUMBER_OF_1 " AND color = ?2",
    [STATEMENT_DELETE_MAIL] = "DELETE FROM mail WHERE match = " NUMBER_OF_1,
};

enum statement statement_of_list(const struct archive_query *query)
{
    static const enum statement all[2][3] = {
        {STATEMENT_LIST, STATEMENT_LIST_ONGOING, STATEMENT_LIST_FINISHED},
        {STATEMENT_LIST_GAME, STATEMENT_LIST_GAME_ONGOING, STATEMENT_LIST_GAME_FINISHED}};
    return all[query->game != NULL][query->ongoing ? 1 : query->finished ? 2 : 0];
}
