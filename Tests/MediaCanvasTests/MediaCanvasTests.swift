#if Canvas
  import MediaCanvas
#endif
