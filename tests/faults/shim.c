/*
 * Stands between a program and the C library: counts the calls on files below a folder, and at
 * one of them fails, writes less than was asked for, or kills the program; lets a clock jump.
 *
 * FAULTS_FOLDER  the folder, an absolute path
 * FAULTS_CALLS   which calls count: o open to write, i open to read, d read, w write, t ftruncate,
 *                s fsync of a file, f fsync of a folder, r rename, u unlink, m mkdir
 * FAULTS_AT      the call that is hit, from 1; 0 hits none
 * FAULTS_SPAN    how many calls are hit from there on; 0: all
 * FAULTS_DO      fail; short (part of a write is done); full (so once, then no room);
 *                kill (before the call); tear (amid a write, else after the call);
 *                hold (stand still before the call, until somebody lets it go on)
 * FAULTS_ERRNO   the error of a call that fails
 * FAULTS_LOG     gets a letter for each call that was hit and, with FAULTS_AT=0, that counted;
 *                p for a write of which a part is done; c, once, where a clock was told that is wrong
 * FAULTS_CLOCK   real or steady: which clock jumps back and forth by hours; past or future: the
 *                real one stands long before 1970, or thousands of years ahead
 * FAULTS_SEED    decides how the clock jumps
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define REAL(name) ((typeof(&name))dlsym(RTLD_NEXT, #name))
#define MOST_FILES 4096
#define HOURS 3600L
#define YEARS (31556952L)

enum deed { PASS, FAIL, PART, AFTER };

static const char *folder, *calls, *deed, *clock_mode;
static long at, span;
static int error_number, log_file = -1;
static atomic_long counted;
static atomic_char watched[MOST_FILES];
static atomic_ulong state;
static atomic_long offset;
static atomic_int has_jumped, has_misled;
/* What this thread was told last: another one may have met a jump since. */
static _Thread_local long given;

static const char *text(const char *name)
{
    const char *value = getenv(name);
    return value ? value : "";
}

__attribute__((constructor)) static void begin(void)
{
    folder = text("FAULTS_FOLDER");
    calls = text("FAULTS_CALLS");
    deed = text("FAULTS_DO");
    clock_mode = text("FAULTS_CLOCK");
    at = atol(text("FAULTS_AT"));
    span = atol(text("FAULTS_SPAN"));
    error_number = atoi(text("FAULTS_ERRNO"));
    state = strtoul(text("FAULTS_SEED"), NULL, 10) * 2 + 1;
    if (*text("FAULTS_LOG"))
        log_file = REAL(open64)(text("FAULTS_LOG"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int is_below(const char *path)
{
    size_t length = folder ? strlen(folder) : 0;
    return length && !strncmp(path, folder, length) && (path[length] == '/' || !path[length]);
}

static int is_watched(int file)
{
    return file >= 0 && file < MOST_FILES && watched[file];
}

static void tell(char call)
{
    if (log_file >= 0)
        REAL(write)(log_file, &call, 1);
}

static void end(void)
{
    kill(getpid(), SIGKILL);
    for (;;)
        pause();
}

/* What becomes of a call on one of the files. */
static enum deed decide(char call)
{
    if (!calls || !strchr(calls, call))
        return PASS;
    long number = ++counted;
    if (!at)
        tell(call);
    if (!at || number < at || (span && number >= at + span))
        return PASS;
    int is_part = !strcmp(deed, "short") || (!strcmp(deed, "full") && number == at);
    tell(is_part ? 'p' : call);
    if (!strcmp(deed, "kill"))
        end();
    if (!strcmp(deed, "tear"))
        return AFTER;
    if (!strcmp(deed, "hold")) {
        kill(getpid(), SIGSTOP);
        return PASS;
    }
    if (is_part)
        return call == 'w' ? PART : PASS;
    errno = error_number;
    return FAIL;
}

static int opened(int (*real)(const char *, int, ...), const char *path, int flags, mode_t mode)
{
    if (!is_below(path))
        return real(path, flags, mode);
    enum deed fate = decide((flags & O_ACCMODE) == O_RDONLY ? 'i' : 'o');
    if (fate == FAIL)
        return -1;
    int file = real(path, flags, mode);
    if (fate == AFTER)
        end();
    if (file >= 0 && file < MOST_FILES)
        watched[file] = 1;
    return file;
}

static mode_t mode_of(int flags, va_list rest)
{
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
}

int open64(const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return opened(REAL(open64), path, flags, mode);
}

int open(const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return opened(REAL(open), path, flags, mode);
}

int close(int file)
{
    if (file >= 0 && file < MOST_FILES)
        watched[file] = 0;
    return REAL(close)(file);
}

ssize_t read(int file, void *bytes, size_t length)
{
    enum deed fate = is_watched(file) ? decide('d') : PASS;
    return fate == FAIL ? -1 : REAL(read)(file, bytes, length);
}

ssize_t write(int file, const void *bytes, size_t length)
{
    enum deed fate = is_watched(file) ? decide('w') : PASS;
    if (fate == FAIL)
        return -1;
    if (fate != PASS && length > 1)
        length /= 2;
    ssize_t written = REAL(write)(file, bytes, length);
    if (fate == AFTER)
        end();
    return written;
}

ssize_t writev(int file, const struct iovec *parts, int count)
{
    enum deed fate = is_watched(file) ? decide('w') : PASS;
    if (fate == FAIL)
        return -1;
    if (fate == PASS || count < 1)
        return REAL(writev)(file, parts, count);
    size_t length = parts[0].iov_len > 1 ? parts[0].iov_len / 2 : parts[0].iov_len;
    ssize_t written = REAL(write)(file, parts[0].iov_base, length);
    if (fate == AFTER)
        end();
    return written;
}

/* A call on one of the files that is done, or fails, or is the last. */
#define SIMPLE(letter, is_ours, call)                      \
    enum deed fate = (is_ours) ? decide(letter) : PASS;    \
    int result = fate == FAIL ? -1 : (call);               \
    if (fate == AFTER)                                     \
        end();                                             \
    return result

int ftruncate64(int file, off64_t length)
{
    SIMPLE('t', is_watched(file), REAL(ftruncate64)(file, length));
}

int ftruncate(int file, off_t length)
{
    SIMPLE('t', is_watched(file), REAL(ftruncate)(file, length));
}

/* Programs may go without the fsync of a folder: not every system can do it. */
static char sync_of(int file)
{
    struct stat found;
    return fstat(file, &found) == 0 && S_ISDIR(found.st_mode) ? 'f' : 's';
}

int fsync(int file)
{
    SIMPLE(sync_of(file), is_watched(file), REAL(fsync)(file));
}

int fdatasync(int file)
{
    SIMPLE('s', is_watched(file), REAL(fdatasync)(file));
}

int rename(const char *from, const char *to)
{
    SIMPLE('r', is_below(to), REAL(rename)(from, to));
}

int unlink(const char *path)
{
    SIMPLE('u', is_below(path), REAL(unlink)(path));
}

int mkdir(const char *path, mode_t mode)
{
    SIMPLE('m', is_below(path), REAL(mkdir)(path, mode));
}

static int is_faked(clockid_t clock)
{
    if (!clock_mode || !*clock_mode)
        return 0;
    return clock == (strcmp(clock_mode, "steady") ? CLOCK_REALTIME : CLOCK_MONOTONIC);
}

/* Up to a hundred hours back or forth, at first and every few calls anew. The steady clock goes back and forth too, but
 * ahead in the end: by one that does not nothing would ever be over. */
static void jump(void)
{
    unsigned long next = state * 6364136223846793005UL + 1442695040888963407UL;
    state = next;
    if (atomic_exchange(&has_jumped, 1) && (next >> 33) % 5)
        return;
    long hours = (long)((next >> 40) % 200) - 100;
    if (!strcmp(clock_mode, "steady")) {
        long moved = offset + (hours + 20) * HOURS;
        offset = moved > 0 ? moved : 0; /* It counts from the start of the machine. */
        return;
    }
    offset = hours * HOURS;
    if (!strcmp(clock_mode, "past"))
        offset = -200 * YEARS + hours * HOURS;
    if (!strcmp(clock_mode, "future"))
        offset = 9000 * YEARS + hours * HOURS;
}

int clock_gettime(clockid_t clock, struct timespec *time)
{
    int result = REAL(clock_gettime)(clock, time);
    if (result == 0 && is_faked(clock)) {
        jump();
        given = offset;
        time->tv_sec += given;
        if (given && !atomic_exchange(&has_misled, 1))
            tell('c');
    }
    return result;
}

/* Whoever waits until a time by the faked clock is to wait as long by the one of the kernel. */
long syscall(long number, ...)
{
    long a[6];
    va_list rest;
    va_start(rest, number);
    for (int index = 0; index < 6; index++)
        a[index] = va_arg(rest, long);
    va_end(rest);
    struct timespec until;
    int is_wait = number == SYS_futex && (a[1] & FUTEX_CMD_MASK) == FUTEX_WAIT_BITSET;
    if (is_wait && a[3] && is_faked(CLOCK_MONOTONIC)) {
        until = *(const struct timespec *)a[3];
        until.tv_sec -= given;
        a[3] = (long)&until;
    }
    return REAL(syscall)(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
