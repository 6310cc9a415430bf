// SPDX-License-Identifier: GPL-3.0-or-later
// The definitions of the tables; a step never changes once it has been released.
#include "archive/schema.h"

const char *const schema_steps[SCHEMA_VERSION] = {
    // secrets: one row. matches: one row a match; `change` numbers the changes of all matches together.
    // seats: two rows a match. turns: one row a turn, in coordinate notation. events: what else happened.
    "CREATE TABLE secrets (only_one INTEGER PRIMARY KEY CHECK (only_one = 1), secret BLOB NOT NULL) STRICT;"
    "CREATE TABLE matches ("
    "  number INTEGER PRIMARY KEY,"
    "  id TEXT NOT NULL UNIQUE,"
    "  game TEXT NOT NULL,"
    "  parameters TEXT NOT NULL,"
    "  start TEXT NOT NULL,"
    "  created INTEGER NOT NULL,"
    "  updated INTEGER NOT NULL,"
    "  revision INTEGER NOT NULL,"
    "  change INTEGER NOT NULL UNIQUE,"
    "  local INTEGER NOT NULL,"
    "  ply INTEGER NOT NULL,"
    "  side TEXT NOT NULL CHECK (side IN ('white', 'black')),"
    "  result TEXT NOT NULL CHECK (result IN ('ongoing', 'white', 'black', 'draw')),"
    "  reason TEXT NOT NULL,"
    "  draw_offer TEXT CHECK (draw_offer IN ('white', 'black')),"
    "  rematch TEXT REFERENCES matches (id) DEFERRABLE INITIALLY DEFERRED,"
    "  join_hash BLOB"
    ") STRICT;"
    "CREATE INDEX matches_by_game ON matches (game, change);"
    "CREATE INDEX matches_ongoing ON matches (change) WHERE result = 'ongoing';"
    "CREATE TABLE seats ("
    "  match INTEGER NOT NULL REFERENCES matches (number),"
    "  color TEXT NOT NULL CHECK (color IN ('white', 'black')),"
    "  kind TEXT NOT NULL CHECK (kind IN ('open', 'human', 'engine')),"
    "  name TEXT NOT NULL,"
    "  level TEXT NOT NULL,"
    "  token_hash BLOB,"
    "  PRIMARY KEY (match, color)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE turns ("
    "  match INTEGER NOT NULL REFERENCES matches (number),"
    "  ply INTEGER NOT NULL CHECK (ply >= 0),"
    "  turn TEXT NOT NULL,"
    "  played INTEGER NOT NULL,"
    "  PRIMARY KEY (match, ply)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE events ("
    "  number INTEGER PRIMARY KEY,"
    "  match INTEGER NOT NULL REFERENCES matches (number),"
    "  ply INTEGER NOT NULL,"
    "  kind TEXT NOT NULL,"
    "  color TEXT NOT NULL,"
    "  happened INTEGER NOT NULL"
    ") STRICT;",
    // points: the winner's, in games that count them. finder: the program may be asked to find paths.
    // A series is read backwards, from each match to the one whose rematch it is.
    "ALTER TABLE matches ADD COLUMN points INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE matches ADD COLUMN finder INTEGER NOT NULL DEFAULT 0;"
    "CREATE UNIQUE INDEX matches_by_rematch ON matches (rematch) WHERE rematch IS NOT NULL;",
    // listed: whether the lists show it. takeback: who asks for it, and down to how many turns. due: an engine is to
    // move. series_…: how many games came before, and the halves that they brought to whoever has the colour now.
    // checksum: of all that a row says but `change` (archive/checksum.h). pulse: one row, written to test
    // whether the disk can be written to.
    "ALTER TABLE matches ADD COLUMN listed INTEGER NOT NULL DEFAULT 1;"
    "ALTER TABLE matches ADD COLUMN takeback TEXT CHECK (takeback IN ('white', 'black'));"
    "ALTER TABLE matches ADD COLUMN takeback_ply INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE matches ADD COLUMN due INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE matches ADD COLUMN series_before INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE matches ADD COLUMN series_white INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE matches ADD COLUMN series_black INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE matches ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE turns ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE secrets ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;"
    "CREATE TABLE pulse (only_one INTEGER PRIMARY KEY CHECK (only_one = 1), beat INTEGER NOT NULL) STRICT;"
    "INSERT INTO pulse VALUES (1, 0);"
    // A match is in one of the first two indexes and in one of the next two, so that a turn updates few of
    // them.
    "DROP INDEX matches_ongoing;"
    "DROP INDEX matches_by_game;"
    "CREATE INDEX matches_ongoing ON matches (change) WHERE listed = 1 AND result = 'ongoing';"
    "CREATE INDEX matches_finished ON matches (change) WHERE listed = 1 AND result <> 'ongoing';"
    "CREATE INDEX matches_ongoing_by_game ON matches (game, change) WHERE listed = 1 AND result = 'ongoing';"
    "CREATE INDEX matches_finished_by_game ON matches (game, change) WHERE listed = 1 AND result <> 'ongoing';"
    "CREATE INDEX matches_due ON matches (change) WHERE due = 1;"
    "CREATE INDEX matches_untouched ON matches (updated) WHERE ply = 0;"
    // Used when a match is deleted.
    "CREATE INDEX events_by_match ON events (match);",
    // texts: what defines games, each text once, with the BLAKE2b hash of its bytes. text, title, definition: of a match whose game is
    // defined by one; those of all others are empty.
    "CREATE TABLE texts (number INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, text TEXT NOT NULL) STRICT;"
    "ALTER TABLE matches ADD COLUMN text INTEGER REFERENCES texts (number);"
    "ALTER TABLE matches ADD COLUMN title TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE matches ADD COLUMN definition TEXT NOT NULL DEFAULT '';"
    "CREATE INDEX matches_by_text ON matches (text) WHERE text IS NOT NULL;",
    // control: as time_control_write() has it, or empty. Times are in milliseconds, and moments in the time that the server has served:
    // served has the last one that is known, from the first clock on. left_…: at clock_since, if that is not null; it is while the time of clock_side runs, which has
    // used clock_used of its turn before. deadline: when something happens by itself. turns.left: of the player, after the turn.
    "ALTER TABLE matches ADD COLUMN control TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE matches ADD COLUMN left_white INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE matches ADD COLUMN left_black INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE matches ADD COLUMN clock_side TEXT NOT NULL DEFAULT 'white' CHECK (clock_side IN ('white', 'black'));"
    "ALTER TABLE matches ADD COLUMN clock_since INTEGER;"
    "ALTER TABLE matches ADD COLUMN clock_used INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE matches ADD COLUMN deadline INTEGER;"
    "CREATE INDEX matches_by_deadline ON matches (deadline) WHERE deadline IS NOT NULL;"
    "ALTER TABLE turns ADD COLUMN left INTEGER;"
    "CREATE TABLE served (only_one INTEGER PRIMARY KEY CHECK (only_one = 1), time INTEGER NOT NULL, "
    "checksum INTEGER NOT NULL) STRICT;",
    // mail: where messages go that are meant for a player, one row a seat. told, reminded: the number of turns, plus one, when the last
    // message said whose turn it was, and the last one that time was short. due: when to see what is to be sent, in the time served.
    "CREATE TABLE mail ("
    "  match INTEGER NOT NULL REFERENCES matches (number),"
    "  color TEXT NOT NULL CHECK (color IN ('white', 'black')),"
    "  address TEXT NOT NULL,"
    "  state TEXT NOT NULL CHECK (state IN ('new', 'asked', 'confirmed')),"
    "  told INTEGER NOT NULL,"
    "  reminded INTEGER NOT NULL,"
    "  failures INTEGER NOT NULL,"
    "  due INTEGER,"
    "  PRIMARY KEY (match, color)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX mail_by_due ON mail (due) WHERE due IS NOT NULL;",
    // keys: each opens a seat, as its token does, for another device of the same person. parent: of the token or key by which it was given.
    // device: the same for all keys that were given at once; name, since: what it is called, and when that was.
    "CREATE TABLE keys ("
    "  match INTEGER NOT NULL REFERENCES matches (number),"
    "  color TEXT NOT NULL CHECK (color IN ('white', 'black')),"
    "  hash BLOB NOT NULL,"
    "  parent BLOB NOT NULL,"
    "  device TEXT NOT NULL,"
    "  name TEXT NOT NULL,"
    "  since INTEGER NOT NULL,"
    "  checksum INTEGER NOT NULL,"
    "  PRIMARY KEY (match, hash)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX keys_by_device ON keys (device);",
    // paired: it is going on between two people, who have taken their seats. It is not deleted because nobody has played a turn yet.
    "ALTER TABLE matches ADD COLUMN paired INTEGER NOT NULL DEFAULT 0;"
    "UPDATE matches SET paired = 1 WHERE result = 'ongoing' AND local = 0 AND ply = 0 AND NOT EXISTS "
    "(SELECT 1 FROM seats s WHERE s.match = number AND s.kind <> 'human');"
    "DROP INDEX matches_untouched;"
    "CREATE INDEX matches_untouched ON matches (updated) WHERE ply = 0 AND paired = 0 AND deadline IS NULL;",
};
