#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>

/// accept4(2); declared here because glibc hides it unless _GNU_SOURCE is set.
int accept4(int socket, struct sockaddr *_Nullable address, socklen_t *_Nullable length, int flags);
