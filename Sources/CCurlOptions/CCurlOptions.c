// Placeholder until the target's code arrives.
