#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "PictureSamples.h"

typedef struct {
    int confinement;
    int errors[SAMPLE_CALLS];
} shared_results;

static int error_of(long result) { return result < 0 ? errno : 0; }

static int error_of_memory(size_t count, int protection) {
    return mmap(NULL, count, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? errno : 0;
}

static void try_calls(int *errors, int inherited_socket) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(9), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    char *const arguments[] = {"/bin/true", NULL};
    int pair[2];
    char byte;
    errors[SAMPLE_SOCKET] = error_of(socket(AF_INET, SOCK_STREAM, 0));
    errors[SAMPLE_SOCKETPAIR] = error_of(socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
    errors[SAMPLE_CONNECT] = error_of(connect(inherited_socket, (struct sockaddr *)&address, sizeof address));
    errors[SAMPLE_OPEN] = error_of(open("/etc/passwd", O_RDONLY));
    // A created child must not continue with the test.
    long child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (child == 0) _exit(0);
    errors[SAMPLE_FORK] = error_of(child);
    errors[SAMPLE_KILL] = error_of(kill(getppid(), 0));
    errors[SAMPLE_PTRACE] = error_of(ptrace(PTRACE_DETACH, getppid(), 0, 0));
    errors[SAMPLE_UNLINK] = error_of(unlink("/nonexistent/closecast"));
    errors[SAMPLE_EXECUTABLE_MEMORY] = error_of_memory(4096, PROT_READ | PROT_WRITE | PROT_EXEC);
    errors[SAMPLE_MEMORY_BEYOND_LIMIT] = error_of_memory((size_t)257 << 20, PROT_READ | PROT_WRITE);
    errors[SAMPLE_INHERITED_FILE] = error_of(read(inherited_socket, &byte, 1));
    // Last, because it does not return if it succeeds.
    errors[SAMPLE_EXECVE] = error_of(execve(arguments[0], arguments, arguments + 1));
}

int sample_confined_calls(int (*confine)(void), int *errors) {
    shared_results *results = mmap(NULL, sizeof *results, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (results == MAP_FAILED) return -1;
    int inherited = socket(AF_INET, SOCK_STREAM, 0);
    pid_t child = fork();
    if (child == 0) {
        results->confinement = confine();
        try_calls(results->errors, inherited);
        _exit(0);
    }
    close(inherited);
    int status = -1;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    int confinement = child > 0 && status == 0 ? results->confinement : -1;
    memcpy(errors, results->errors, sizeof results->errors);
    munmap(results, sizeof *results);
    return confinement;
}
