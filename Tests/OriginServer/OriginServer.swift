/// Placeholder.
public enum Origin {}
