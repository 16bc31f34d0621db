// SHA-256 (FIPS 180-4) of bytes, for comparing files and payloads. Not for secrets, and not fast.

/// A digest as 64 hex digits.
public func sha256Hex(_ bytes: some Collection<UInt8>) -> String {
  var state = Sha256.initial
  var message = Array(bytes)
  let bitCount = UInt64(message.count) * 8
  message.append(0x80)
  while message.count % 64 != 56 { message.append(0) }
  message += (0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (56 - 8 * UInt64($0))) }
  for block in stride(from: 0, to: message.count, by: 64) {
    Sha256.compress(&state, message[block..<block + 64])
  }
  return state.map { word in
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }.joined()
}

private enum Sha256 {
  static let initial: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]

  /// Fractional parts of the cube roots of the first 64 primes (section 4.2.2).
  static let rounds: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]

  static func compress(_ state: inout [UInt32], _ block: ArraySlice<UInt8>) {
    let w = schedule(block)
    var v = state
    for t in 0..<64 {
      let s1 = turn(v[4], 6) ^ turn(v[4], 11) ^ turn(v[4], 25)
      let choice = (v[4] & v[5]) ^ (~v[4] & v[6])
      let first = v[7] &+ s1 &+ choice &+ rounds[t] &+ w[t]
      let s0 = turn(v[0], 2) ^ turn(v[0], 13) ^ turn(v[0], 22)
      let majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2])
      v = [first &+ s0 &+ majority, v[0], v[1], v[2], v[3] &+ first, v[4], v[5], v[6]]
    }
    state = zip(state, v).map { $0 &+ $1 }
  }

  private static func schedule(_ block: ArraySlice<UInt8>) -> [UInt32] {
    let bytes = Array(block)
    var w = (0..<16).map { i in
      (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[i * 4 + $1]) }
    }
    for t in 16..<64 {
      let s0 = turn(w[t - 15], 7) ^ turn(w[t - 15], 18) ^ (w[t - 15] >> 3)
      let s1 = turn(w[t - 2], 17) ^ turn(w[t - 2], 19) ^ (w[t - 2] >> 10)
      w.append(w[t - 16] &+ s0 &+ w[t - 7] &+ s1)
    }
    return w
  }

  private static func turn(_ value: UInt32, _ bits: UInt32) -> UInt32 {
    value >> bits | value << (32 - bits)
  }
}
