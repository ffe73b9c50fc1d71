import Glibc
public import MediaCodecs
public import MediaTransport

/// What a pipeline is made of. Transport, decode executor and clock can be replaced, so that a run can be replayed.
public struct MediaPipelineConfiguration: Sendable {
  /// Fetches bytes; an ``HTTPTransport`` by default.
  public var transport: any Transport
  /// What a file may ask for; also the limit of bytes per transfer.
  public var decodeLimits = DecodeLimits()
  /// Time limits of a transfer.
  public var timeouts = TransportTimeouts()
  /// When a failed transfer is tried again.
  public var retryPolicy = RetryPolicy()
  /// Finished pictures in memory; `nil` keeps none.
  public var memoryCache: MemoryCache? = MemoryCache()
  /// Tells when memory gets short, so that all that is not shown is dropped, as by
  /// ``MediaPipeline/handleMemoryWarning()``. `nil`, the default, watches nothing and has no thread for it; a
  /// ``PressureStallMonitor`` asks the kernel.
  public var memoryPressureSource: (any MemoryPressureSource)?
  /// Files as they came, in memory, for requests that keep them; `nil` keeps none. 32 MiB by default.
  public var dataCache: DataCache? = DataCache()
  /// Where whole answers outlive the program, nearest first: what a farther one has is copied to the nearer. Empty by
  /// default.
  public var stores: [any MediaStore] = []
  /// Where the stores' blocking reads and writes run; two ``BackgroundThreads`` by default.
  public var storeExecutor: any BackgroundExecutor = BackgroundThreads(count: 2, niceness: 0)
  /// Most bytes of a file that is loaded whole, such as a video; 32 MiB by default.
  public var fileByteLimit = 32 << 20
  /// Where decoding runs; ``BackgroundThreads``, one a core, by default.
  public var decodeExecutor: any BackgroundExecutor = BackgroundThreads()
  /// Where storage for pixels comes from.
  public var pixelBufferPool: PixelBufferPool = .shared
  /// Bytes of bodies in memory, waiting for or in decoding, above which no further transfer starts;
  /// 64 MiB by default.
  public var heldBytesLimit = 64 << 20
  /// Where events for the main actor wait for their turn; the main queue by default.
  public var mainScheduler: any MainScheduler = MainQueue()
  /// The time since some fixed moment; a monotonic clock by default.
  public var now: @Sendable () -> Duration

  /// The time of day, in seconds since 1970, by which stored answers age; the system's by default.
  public var unixTime: @Sendable () -> Int = { time(nil) }

  /// Creates the default configuration.
  public init(transport: any Transport = HTTPTransport()) {
    self.transport = transport
    let origin = ContinuousClock.now
    now = { ContinuousClock.now - origin }
  }
}
