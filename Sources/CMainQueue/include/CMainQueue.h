#ifndef CMAINQUEUE_H
#define CMAINQUEUE_H

/// The descriptor (an eventfd) that becomes readable when the main queue has work, or -1.
int cmainqueue_descriptor(void);

/// Runs what the main queue holds. To be called on the main thread only.
void cmainqueue_drain(void);

#endif
