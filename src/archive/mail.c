// SPDX-License-Identifier: GPL-3.0-or-later
// Addresses for messages: finds them, changes them, and forgets them.
#include "archive/archive.h"
#include "archive/store.h"

#include <string.h>

static const char *const state_names[MAIL_STATES] = {"new", "asked", "confirmed"};

// ---- Reading ----

static void read_mail(sqlite3_stmt *row, struct archived_mail *mail)
{
    char word[16];
    *mail = (struct archived_mail){.color = WHITE};
    read_text(row, 0, mail->id, sizeof mail->id);
    read_text(row, 1, word, sizeof word);
    if (!strcmp(word, color_key(BLACK)))
        mail->color = BLACK;
    read_text(row, 2, mail->address, sizeof mail->address);
    read_text(row, 3, word, sizeof word);
    for (int state = 0; state < MAIL_STATES; state++)
        if (!strcmp(word, state_names[state]))
            mail->state = (enum mail_state)state;
    mail->told = sqlite3_column_int64(row, 4);
    mail->reminded = sqlite3_column_int64(row, 5);
    mail->failures = sqlite3_column_int64(row, 6);
    mail->due = read_moment(row, 7);
}

bool archive_find_mail(struct archive *archive, const char *id, enum color color, struct archived_mail *mail,
                       struct error *err)
{
    struct connection *connection = store_reader(archive, err);
    if (!connection)
        return false;
    sqlite3_stmt *statement = connection->statements[STATEMENT_FIND_MAIL];
    bind_text(statement, 1, id);
    bind_text(statement, 2, color_key(color));
    int status = sqlite3_step(statement);
    bool fine = status == SQLITE_ROW;
    if (fine)
        read_mail(statement, mail);
    else if (status == SQLITE_DONE)
        error_set(err, ERROR_NOT_FOUND, "", "there is no address");
    else
        connection_fail(connection, err);
    connection_reset(connection, STATEMENT_FIND_MAIL);
    store_reader_done(archive, connection);
    return fine;
}

bool archive_due_mail(struct archive *archive, int64_t now, unsigned most, archive_mail_visitor *visit,
                      void *context, struct error *err)
{
    struct connection *connection = store_reader(archive, err);
    if (!connection)
        return false;
    sqlite3_stmt *statement = connection->statements[STATEMENT_DUE_MAIL];
    sqlite3_bind_int64(statement, 1, now);
    sqlite3_bind_int64(statement, 2, most);
    int status;
    while ((status = sqlite3_step(statement)) == SQLITE_ROW) {
        struct archived_mail mail;
        read_mail(statement, &mail);
        visit(context, &mail);
    }
    bool fine = status == SQLITE_DONE || connection_fail(connection, err);
    connection_reset(connection, STATEMENT_DUE_MAIL);
    store_reader_done(archive, connection);
    return fine;
}

bool archive_next_mail(struct archive *archive, int64_t *due, struct error *err)
{
    struct connection *connection = store_reader(archive, err);
    if (!connection)
        return false;
    sqlite3_stmt *statement = connection->statements[STATEMENT_NEXT_MAIL];
    bool fine = sqlite3_step(statement) == SQLITE_ROW || connection_fail(connection, err);
    if (fine)
        *due = read_moment(statement, 0);
    connection_reset(connection, STATEMENT_NEXT_MAIL);
    store_reader_done(archive, connection);
    return fine;
}

// ---- Writing ----

struct mail_change {
    const struct archived_mail *before, *after; // without `before` it is new
    int64_t served;
};

static bool write_mail(struct connection *connection, void *context, struct error *err)
{
    const struct mail_change *change = context;
    const struct archived_mail *mail = change->after;
    enum statement which = change->before ? STATEMENT_CHANGE_MAIL : STATEMENT_PUT_MAIL;
    sqlite3_stmt *statement = connection->statements[which];
    bind_text(statement, 1, mail->id);
    bind_text(statement, 2, color_key(mail->color));
    bind_text(statement, 3, mail->address);
    bind_text(statement, 4, state_names[mail->state]);
    sqlite3_bind_int64(statement, 5, mail->told);
    sqlite3_bind_int64(statement, 6, mail->reminded);
    sqlite3_bind_int64(statement, 7, mail->failures);
    bind_moment(statement, 8, mail->due);
    if (change->before) {
        bind_text(statement, 9, state_names[change->before->state]);
        bind_moment(statement, 10, change->before->due);
    }
    if (!connection_run(connection, which, err))
        return false;
    if (sqlite3_changes(connection->db) != 1)
        return error_set(err, ERROR_CONFLICT, "", "the address has been changed in the meantime");
    return connection_serve(connection, change->served, err);
}

bool archive_put_mail(struct archive *archive, const struct archived_mail *mail, int64_t served,
                      struct error *err)
{
    struct mail_change put = {NULL, mail, served};
    struct change change = {.write = write_mail, .context = &put, .err = err};
    return store_write(archive, &change);
}

bool archive_change_mail(struct archive *archive, const struct archived_mail *before,
                         const struct archived_mail *after, int64_t served, struct error *err)
{
    struct mail_change next = {before, after, served};
    struct change change = {.write = write_mail, .context = &next, .err = err};
    return store_write(archive, &change);
}

struct oblivion {
    const char *id;
    enum color color;
};

static bool write_oblivion(struct connection *connection, void *context, struct error *err)
{
    const struct oblivion *oblivion = context;
    sqlite3_stmt *statement = connection->statements[STATEMENT_FORGET_MAIL];
    bind_text(statement, 1, oblivion->id);
    bind_text(statement, 2, color_key(oblivion->color));
    return connection_run(connection, STATEMENT_FORGET_MAIL, err);
}

bool archive_forget_mail(struct archive *archive, const char *id, enum color color, struct error *err)
{
    struct oblivion oblivion = {id, color};
    struct change change = {.write = write_oblivion, .context = &oblivion, .small = true, .err = err};
    return store_write(archive, &change);
}
