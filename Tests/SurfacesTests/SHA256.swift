// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// FIPS 180-4, for checking the hash in the page policy without a dependency.
enum SHA256 {
  static func digest(_ message: [UInt8]) -> [UInt8] {
    var state: [UInt32] = (0..<8).map { fraction(of: Double(primes[$0]).squareRoot()) }
    let constants = (0..<64).map { fraction(of: cubeRoot(primes[$0])) }
    var bytes = message + [0x80]
    while bytes.count % 64 != 56 { bytes.append(0) }
    bytes += (0..<8).map { UInt8(truncatingIfNeeded: (message.count * 8) >> (56 - 8 * $0)) }
    for start in stride(from: 0, to: bytes.count, by: 64) {
      var w = (0..<16).map { word in
        bytes[(start + word * 4)..<(start + word * 4 + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      }
      for t in 16..<64 {
        let a = turn(w[t - 15], 7) ^ turn(w[t - 15], 18) ^ (w[t - 15] >> 3)
        let b = turn(w[t - 2], 17) ^ turn(w[t - 2], 19) ^ (w[t - 2] >> 10)
        w.append(w[t - 16] &+ a &+ w[t - 7] &+ b)
      }
      var v = state
      for t in 0..<64 {
        let s1 = turn(v[4], 6) ^ turn(v[4], 11) ^ turn(v[4], 25)
        let choice = (v[4] & v[5]) ^ (~v[4] & v[6])
        let t1 = v[7] &+ s1 &+ choice &+ constants[t] &+ w[t]
        let s0 = turn(v[0], 2) ^ turn(v[0], 13) ^ turn(v[0], 22)
        let t2 = s0 &+ ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]))
        v = [t1 &+ t2, v[0], v[1], v[2], v[3] &+ t1, v[4], v[5], v[6]]
      }
      for place in 0..<8 { state[place] &+= v[place] }
    }
    return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
  }

  private static let primes: [Int] = (2...311).filter { n in (2..<n).allSatisfy { n % $0 != 0 } }

  private static func turn(_ word: UInt32, _ by: UInt32) -> UInt32 { word >> by | word << (32 - by) }

  private static func fraction(of root: Double) -> UInt32 {
    UInt32(((root - root.rounded(.down)) * 4_294_967_296).rounded(.down))
  }

  private static func cubeRoot(_ number: Int) -> Double {
    var root = Double(number)
    for _ in 0..<80 { root -= (root * root * root - Double(number)) / (3 * root * root) }
    return root
  }
}
