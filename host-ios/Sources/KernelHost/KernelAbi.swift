// Written by kernel/abi.mjs from kernel/assembly/abi.ts: the codes and offsets of the kernel (docs/abi.md).

enum KernelAbi {
  enum Plan {
    static let bytes: UInt32 = 128
    static let seed: UInt32 = 0
    static let sessions: UInt32 = 8
    static let payloadBytes: UInt32 = 12
    static let warmupFrames: UInt32 = 16
    static let measuredFrames: UInt32 = 20
    static let creditBytes: UInt32 = 24
    static let creditFrames: UInt32 = 32
    static let ackEvery: UInt32 = 36
    static let ackPolicy: UInt32 = 40
    static let storage: UInt32 = 44
    static let slotCount: UInt32 = 48
    static let slotBytes: UInt32 = 52
    static let firstSession: UInt32 = 56
    static let inputBytes: UInt32 = 60
    static let intervalNs: UInt32 = 64
    static let scratchBytes: UInt32 = 72
    static let token: UInt32 = 80
    static let mappedSlots: UInt32 = 96
  }

  enum Fault {
    static let `class`: UInt32 = 0
    static let code: UInt32 = 4
    static let session: UInt32 = 8
    static let sequence: UInt32 = 12
    static let offset: UInt32 = 16
    static let expected: UInt32 = 20
    static let got: UInt32 = 24
    static let peerCode: UInt32 = 28
    static let text: UInt32 = 32
    static let textBytes: UInt32 = 36
  }

  enum Channel {
    static let framesIn: UInt32 = 0
    static let framesOut: UInt32 = 8
    static let bytesIn: UInt32 = 16
    static let bytesOut: UInt32 = 24
    static let startedNs: UInt32 = 32
    static let endedNs: UInt32 = 40
    static let droppedFrames: UInt32 = 48
    static let state: UInt32 = 56
  }

  enum Session {
    static let state: UInt32 = 0
    static let faultCode: UInt32 = 4
    static let verifiedFrames: UInt32 = 8
    static let verifiedBytes: UInt32 = 16
    static let mismatches: UInt32 = 24
    static let queueHighWaterBytes: UInt32 = 32
    static let creditStalls: UInt32 = 40
    static let sentFrames: UInt32 = 48
    static let ackedFrames: UInt32 = 56
    static let warmupVerifiedFrames: UInt32 = 64
    static let warmupVerifiedBytes: UInt32 = 72
    static let warmupMismatches: UInt32 = 80
    static let startedNs: UInt32 = 88
    static let endedNs: UInt32 = 96
    static let faultSequence: UInt32 = 104
    static let faultOffset: UInt32 = 108
    static let faultExpected: UInt32 = 112
    static let faultGot: UInt32 = 116
    static let peerCode: UInt32 = 120
    static let number: UInt32 = 124
  }

  static let statusNames = [
    "OK",
    "NOT_CONFIGURED",
    "SEALED",
    "BAD_PLAN",
    "NO_MEMORY",
    "BAD_ARGUMENT",
    "BAD_ADDRESS",
    "EMPTY",
    "NOT_FINITE",
    "TOO_FEW",
    "CAPACITY",
    "CORRUPT",
    "WRONG_STATE",
    "DOMAIN",
    "OVERFLOW",
  ]

  static let faultNames: [UInt32: String] = [
    1: "LENGTH",
    2: "KIND",
    3: "FLAGS",
    4: "MAGIC",
    5: "VERSION",
    6: "TOKEN",
    7: "TRUNCATED",
    8: "ORDER",
    9: "SESSION",
    10: "BODY",
    32: "CREDIT_OVERRUN",
    33: "SEQUENCE",
    34: "MISMATCH",
    35: "SIZE",
    36: "SLOT",
    37: "CREDIT_TOTALS",
    38: "END_COUNT",
    39: "AFTER_END",
    40: "PEER",
    41: "UNSOLICITED",
    42: "ACK_TOTAL",
  ]
}

extension KernelStatus {
  public static let ok = KernelStatus(rawValue: 0)
  public static let notConfigured = KernelStatus(rawValue: -1)
  public static let sealed = KernelStatus(rawValue: -2)
  public static let badPlan = KernelStatus(rawValue: -3)
  public static let noMemory = KernelStatus(rawValue: -4)
  public static let badArgument = KernelStatus(rawValue: -5)
  public static let badAddress = KernelStatus(rawValue: -6)
  public static let empty = KernelStatus(rawValue: -7)
  public static let notFinite = KernelStatus(rawValue: -8)
  public static let tooFew = KernelStatus(rawValue: -9)
  public static let capacity = KernelStatus(rawValue: -10)
  public static let corrupt = KernelStatus(rawValue: -11)
  public static let wrongState = KernelStatus(rawValue: -12)
  public static let domain = KernelStatus(rawValue: -13)
  public static let overflow = KernelStatus(rawValue: -14)
}
