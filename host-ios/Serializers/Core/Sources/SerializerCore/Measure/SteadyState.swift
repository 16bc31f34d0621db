// When a warm series is warmed up, and whether it stayed so: the rule of host-node/src/serializers/steady.ts, which says where its
// numbers come from. Numbers in, a verdict out; it times nothing.

/// Windows of 5 ms, of which the last five must agree within 3 %.
struct SteadyState {
  private static let windowNs = 5e6
  private static let windowCount = 5
  private static let windowDrift = 0.03
  /// What the first half of the samples may differ from the second by; beyond it something changed while measuring.
  private static let halvesDrift = 0.05

  private var windows: [Double] = []
  private var batches: [Double] = []
  private var elapsedNs = 0.0

  /// A batch of calls with its mean per call; a window's number is the median of its batches.
  mutating func add(meanNs: Double, calls: Int) {
    batches.append(meanNs)
    elapsedNs += meanNs * Double(calls)
    guard elapsedNs >= Self.windowNs else { return }
    windows.append(Self.median(batches))
    batches = []
    elapsedNs = 0
  }

  var isSteady: Bool { Self.agree(windows) }

  static func agree(_ windows: [Double]) -> Bool {
    windows.count >= windowCount && spread(windows.suffix(windowCount)) <= windowDrift
  }

  static func halvesAgree(_ samples: [Double]) -> Bool {
    let middle = samples.count / 2
    return spread([median(samples[..<middle]), median(samples[middle...])]) <= halvesDrift
  }

  /// Largest less smallest, in parts of the smallest.
  private static func spread(_ values: some Collection<Double>) -> Double {
    guard let least = values.min(), let most = values.max(), least > 0 else { return .infinity }
    return (most - least) / least
  }

  private static func median(_ values: some Collection<Double>) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}
