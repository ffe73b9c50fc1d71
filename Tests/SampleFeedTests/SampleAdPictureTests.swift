import SampleFeed
import Testing

@Suite struct Placeholder {}
