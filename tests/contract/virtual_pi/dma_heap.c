/* Stands in for /dev/dma_heap, which containers lack: memory files take the place of dma buffers.
 * Loaded with LD_PRELOAD into a process that runs libcamera's virtual pipeline; for tests only. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <linux/dma-heap.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

static int is_heap(const char *path) { return path && strncmp(path, "/dev/dma_heap/", 14) == 0; }

static int open_heap(void) { return memfd_create("dma_heap", MFD_CLOEXEC); }

#define WRAP_OPEN(name)                                                              \
    int name(const char *path, int flags, ...) {                                     \
        static int (*next)(const char *, int, ...);                                  \
        if (!next) next = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, #name);  \
        if (is_heap(path)) return open_heap();                                       \
        va_list rest; va_start(rest, flags);                                         \
        mode_t mode = (flags & (O_CREAT | __O_TMPFILE)) ? va_arg(rest, mode_t) : 0;  \
        va_end(rest);                                                                \
        return next(path, flags, mode);                                              \
    }
WRAP_OPEN(open)
WRAP_OPEN(open64)

int ioctl(int fd, unsigned long request, ...) {
    static int (*next)(int, unsigned long, ...);
    va_list rest; va_start(rest, request);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    if (request == DMA_HEAP_IOCTL_ALLOC) {
        struct dma_heap_allocation_data *wanted = argument;
        int made = memfd_create("dma_buf", MFD_CLOEXEC | MFD_ALLOW_SEALING);
        if (made < 0) return -1;
        if (ftruncate(made, (off_t)wanted->len) < 0) { close(made); return -1; }
        wanted->fd = (unsigned)made;
        return 0;
    }
    if (request == DMA_BUF_IOCTL_SYNC || request == DMA_BUF_SET_NAME || request == DMA_BUF_SET_NAME_A || request == DMA_BUF_SET_NAME_B) return 0;
    if (!next) next = (int (*)(int, unsigned long, ...))dlsym(RTLD_NEXT, "ioctl");
    return next(fd, request, argument);
}
