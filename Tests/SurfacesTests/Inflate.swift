// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Unpacks a zlib stream (RFC 1950, 1951), so that tests can read pixels without a library of the product.
struct Inflate {
  private let input: [UInt8]
  private var position: Int
  private var bits = 0
  private var bitCount = 0
  private var output: [UInt8] = []

  /// Returns `nil` for data that is not a zlib stream.
  static func bytes(_ zlib: [UInt8]) -> [UInt8]? {
    guard zlib.count > 6 else { return nil }
    var inflate = Inflate(input: zlib, position: 2)
    return inflate.run() ? inflate.output : nil
  }

  private init(input: [UInt8], position: Int) {
    self.input = input
    self.position = position
  }

  private mutating func take(_ count: Int) -> Int {
    while bitCount < count {
      bits |= (position < input.count ? Int(input[position]) : 0) << bitCount
      position += 1
      bitCount += 8
    }
    defer {
      bits >>= count
      bitCount -= count
    }
    return bits & (1 << count - 1)
  }

  private mutating func run() -> Bool {
    while position <= input.count {
      let isLast = take(1) == 1
      switch take(2) {
      case 0:
        (bits, bitCount) = (0, 0)
        guard position + 4 <= input.count else { return false }
        let count = Int(input[position]) | Int(input[position + 1]) << 8
        position += 4
        guard position + count <= input.count else { return false }
        output += input[position..<position + count]
        position += count
      case 1:
        let lengths = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
        guard block(Code(lengths), Code([Int](repeating: 5, count: 30))) else { return false }
      case 2: guard dynamic() else { return false }
      default: return false
      }
      if isLast { return true }
    }
    return false
  }

  /// Canonical Huffman codes: the number of codes of each length, and the symbols in order.
  private struct Code {
    var counts = [Int](repeating: 0, count: 16)
    var symbols: [Int] = []

    init(_ lengths: [Int]) {
      for length in lengths { counts[length] += 1 }
      counts[0] = 0
      for length in 1..<16 { symbols += lengths.indices.filter { lengths[$0] == length } }
    }
  }

  private mutating func symbol(_ code: Code) -> Int {
    var (value, first, index) = (0, 0, 0)
    for length in 1..<16 {
      value |= take(1)
      let count = code.counts[length]
      if value - count < first { return code.symbols[index + value - first] }
      index += count
      first = (first + count) << 1
      value <<= 1
    }
    return -1
  }

  private mutating func dynamic() -> Bool {
    let (literals, distances, count) = (take(5) + 257, take(5) + 1, take(4) + 4)
    var lengths = [Int](repeating: 0, count: 19)
    for place in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15].prefix(count) {
      lengths[place] = take(3)
    }
    let code = Code(lengths)
    var all: [Int] = []
    while all.count < literals + distances {
      switch symbol(code) {
      case let length where (0..<16).contains(length): all.append(length)
      case 16: all += [Int](repeating: all.last ?? 0, count: take(2) + 3)
      case 17: all += [Int](repeating: 0, count: take(3) + 3)
      case 18: all += [Int](repeating: 0, count: take(7) + 11)
      default: return false
      }
    }
    return block(Code(Array(all[..<literals])), Code(Array(all[literals..<literals + distances])))
  }

  private static let lengths = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
  ]
  private static let distances = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1_025, 1_537, 2_049, 3_073, 4_097,
    6_145, 8_193, 12_289, 16_385, 24_577,
  ]

  private mutating func block(_ literals: Code, _ distances: Code) -> Bool {
    while position <= input.count + 4 {
      let symbol = symbol(literals)
      if symbol == 256 { return true }
      guard symbol >= 0 else { return false }
      if symbol < 256 {
        output.append(UInt8(symbol))
        continue
      }
      guard symbol - 257 < Self.lengths.count else { return false }
      let extra = symbol < 265 || symbol == 285 ? 0 : (symbol - 261) / 4
      let length = Self.lengths[symbol - 257] + take(extra)
      let far = self.symbol(distances)
      guard Self.distances.indices.contains(far) else { return false }
      let distance = Self.distances[far] + take(far < 4 ? 0 : far / 2 - 1)
      guard distance <= output.count else { return false }
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
    return false
  }
}
