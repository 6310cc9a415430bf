// SPDX-License-Identifier: GPL-3.0-or-later
// A layer between SQLite and its file system ("The OS Backend (VFS) To SQLite").
#include "support/disk.h"

#include <sqlite3.h>
#include <stddef.h>

struct disk disk;

struct file {
    sqlite3_file base;
    sqlite3_file *real; // behind this struct
};

static sqlite3_vfs *usual, layer;

static sqlite3_file *real_of(sqlite3_file *file)
{
    return ((struct file *)(void *)file)->real;
}

static int fails(enum disk_call call)
{
    disk.seen[call]++;
    if (disk.countdown[call] > 1) {
        disk.countdown[call]--;
        return 0;
    }
    if (disk.countdown[call] == 0 || disk.failing[call] == 0)
        return 0;
    disk.failing[call]--;
    return 1;
}

static int file_close(sqlite3_file *file)
{
    sqlite3_file *real = real_of(file);
    return real->pMethods ? real->pMethods->xClose(real) : SQLITE_OK;
}

static int file_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset)
{
    return real_of(file)->pMethods->xRead(real_of(file), bytes, count, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset)
{
    sqlite3_file *real = real_of(file);
    sqlite3_int64 size = 0;
    if (disk.full && (real->pMethods->xFileSize(real, &size) != SQLITE_OK || offset + count > size))
        return SQLITE_FULL;
    if (!fails(DISK_WRITE))
        return real->pMethods->xWrite(real, bytes, count, offset);
    // Half of it arrives.
    real->pMethods->xWrite(real, bytes, count / 2, offset);
    return SQLITE_IOERR_WRITE;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    return real_of(file)->pMethods->xTruncate(real_of(file), size);
}

static int file_sync(sqlite3_file *file, int flags)
{
    return fails(DISK_SYNC) ? SQLITE_IOERR_FSYNC : real_of(file)->pMethods->xSync(real_of(file), flags);
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return real_of(file)->pMethods->xFileSize(real_of(file), size);
}

static int file_lock(sqlite3_file *file, int kind)
{
    return real_of(file)->pMethods->xLock(real_of(file), kind);
}

static int file_unlock(sqlite3_file *file, int kind)
{
    return real_of(file)->pMethods->xUnlock(real_of(file), kind);
}

static int file_check_lock(sqlite3_file *file, int *result)
{
    return real_of(file)->pMethods->xCheckReservedLock(real_of(file), result);
}

static int file_control(sqlite3_file *file, int what, void *argument)
{
    return real_of(file)->pMethods->xFileControl(real_of(file), what, argument);
}

static int file_sector(sqlite3_file *file)
{
    return real_of(file)->pMethods->xSectorSize(real_of(file));
}

static int file_device(sqlite3_file *file)
{
    return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file));
}

static int file_shm_map(sqlite3_file *file, int region, int size, int extend, void volatile **memory)
{
    if (disk.full && extend)
        return SQLITE_IOERR_SHMSIZE;
    return real_of(file)->pMethods->xShmMap(real_of(file), region, size, extend, memory);
}

static int file_shm_lock(sqlite3_file *file, int offset, int count, int flags)
{
    return real_of(file)->pMethods->xShmLock(real_of(file), offset, count, flags);
}

static void file_shm_barrier(sqlite3_file *file)
{
    real_of(file)->pMethods->xShmBarrier(real_of(file));
}

static int file_shm_unmap(sqlite3_file *file, int delete)
{
    return real_of(file)->pMethods->xShmUnmap(real_of(file), delete);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_check_lock,
    .xFileControl = file_control,
    .xSectorSize = file_sector,
    .xDeviceCharacteristics = file_device,
    .xShmMap = file_shm_map,
    .xShmLock = file_shm_lock,
    .xShmBarrier = file_shm_barrier,
    .xShmUnmap = file_shm_unmap,
};

static int open_file(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *file, int flags, int *given)
{
    (void)vfs;
    struct file *own = (struct file *)(void *)file;
    own->real = (sqlite3_file *)(void *)(own + 1);
    own->base.pMethods = NULL;
    int status = usual->xOpen(usual, name, own->real, flags, given);
    if (own->real->pMethods)
        own->base.pMethods = &methods;
    return status;
}

void disk_install(void)
{
    usual = sqlite3_vfs_find(NULL);
    layer = *usual;
    layer.zName = "disk";
    layer.szOsFile += (int)sizeof(struct file);
    layer.pNext = NULL;
    layer.xOpen = open_file;
    sqlite3_vfs_register(&layer, 1);
}
