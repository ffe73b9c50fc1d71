#include "CMainQueue.h"

// libdispatch exports these for run loops that are not its own (its private header queue_private.h).
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

int cmainqueue_descriptor(void) { return _dispatch_get_main_queue_handle_4CF(); }

void cmainqueue_drain(void) { _dispatch_main_queue_callback_4CF(0); }
