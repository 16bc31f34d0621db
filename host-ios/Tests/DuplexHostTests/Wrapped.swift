// A starter whose workers are wrapped by a test: something happens to them in the middle of a trial.
import CHostPlatform
import DuplexHost

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

struct Wrapped: WorkerStarter {
  private let inner: any WorkerStarter
  private let wrap: (any DuplexWorker) -> any DuplexWorker

  init(_ inner: any WorkerStarter, _ wrap: @escaping (any DuplexWorker) -> any DuplexWorker) {
    self.inner = inner
    self.wrap = wrap
  }

  var facts: Json { inner.facts }
  var place: String { inner.place }
  var needsSlotFiles: Bool { inner.needsSlotFiles }

  func start(token: [UInt8], slots: SlotRegions?, index: Int) throws -> any DuplexWorker {
    wrap(try inner.start(token: token, slots: slots, index: index))
  }
}

/// A worker whose host-side descriptor is closed at the barrier.
final class ClosedUnder: DuplexWorker {
  private let inner: any DuplexWorker
  /// A copy, so that `inner` closes its own and not a number that somebody else got meanwhile.
  let descriptor: Int32
  private var readings = 0

  init(_ inner: any DuplexWorker) {
    self.inner = inner
    descriptor = dup(inner.descriptor)
  }

  func finish() -> WorkerExit { inner.finish() }

  func reading() -> Json {
    readings += 1
    if readings == 2 { hp_close(descriptor) }
    return inner.reading()
  }
}
