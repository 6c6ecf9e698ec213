// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Reads a binary property list, with a limit on the number of values.
///
/// An object may be referenced from many places, so a file of a few hundred bytes can expand to more values than fit in
/// memory, and Foundation expands them all. The format is fixed: objects, a table of their offsets, and a trailer with
/// the sizes of offsets and references.
struct BinaryPropertyList {
  /// The reason that the file is invalid.
  struct Fault: Error { var message: String }

  private static let mostValues = 100_000
  private static let deepest = 64
  static let signature = Data("bplist".utf8)

  private let bytes: [UInt8]
  private let offsets: [Int]
  private let referenceBytes: Int
  private var left = mostValues

  /// - Returns: The top object, expanded.
  static func value(of data: Data) throws(Fault) -> PropertyList {
    let bytes = [UInt8](data)
    guard bytes.count >= 40 else { throw Fault(message: "it ends before its trailer") }
    let trailer = bytes.count - 32
    let offsetBytes = Int(bytes[trailer + 6])
    let count = try number(bytes, trailer + 8, 8)
    let top = try number(bytes, trailer + 16, 8)
    let table = try number(bytes, trailer + 24, 8)
    guard (1...8).contains(offsetBytes), count > 0, count <= trailer, top < count, table <= trailer,
      count <= (trailer - table) / offsetBytes
    else { throw Fault(message: "its trailer doesn't fit the file") }
    var offsets: [Int] = []
    for index in 0..<count { offsets.append(try number(bytes, table + index * offsetBytes, offsetBytes)) }
    var list = BinaryPropertyList(bytes: bytes, offsets: offsets, referenceBytes: Int(bytes[trailer + 7]))
    return try list.object(top, depth: 0)
  }

  private init(bytes: [UInt8], offsets: [Int], referenceBytes: Int) {
    self.bytes = bytes
    self.offsets = offsets
    self.referenceBytes = referenceBytes
  }

  // MARK: - Objects

  private mutating func object(_ index: Int, depth: Int) throws(Fault) -> PropertyList {
    left -= 1
    guard left > 0, depth <= Self.deepest else {
      throw Fault(message: "it expands to more than \(Self.mostValues) values or \(Self.deepest) levels")
    }
    guard index < offsets.count else { throw Fault(message: "it refers to a missing object") }
    var place = offsets[index]
    guard place < bytes.count else { throw Fault(message: "an object begins after the end of the file") }
    let (kind, low) = (bytes[place] >> 4, Int(bytes[place] & 0x0F))
    place += 1
    switch kind {
    case 0x5: return .string(String(decoding: try slice(&place, count: length(low, &place)), as: UTF8.self))
    case 0x6:
      let units = try slice(&place, count: 2 * length(low, &place))
      let pairs = stride(from: units.startIndex, to: units.endIndex, by: 2)
      return .string(String(decoding: pairs.map { UInt16(units[$0]) << 8 | UInt16(units[$0 + 1]) }, as: UTF16.self))
    case 0xA, 0xB, 0xC:
      let members = try references(length(low, &place), &place)
      var list: [PropertyList] = []
      for member in members { list.append(try object(member, depth: depth + 1)) }
      return .array(list)
    case 0xD:
      let count = try length(low, &place)
      let keys = try references(count, &place)
      let values = try references(count, &place)
      var table: [String: PropertyList] = [:]
      for (key, value) in zip(keys, values) {
        guard case .string(let name) = try object(key, depth: depth + 1) else { continue }
        table[name] = try object(value, depth: depth + 1)
      }
      return .dictionary(table)
    case 0x0: return .other(low == 9 ? "true" : low == 8 ? "false" : "null")
    default: return .other("object of kind \(kind)")
    }
  }

  /// Reads a count from the marker or, if it is too large for that, from the integer after it.
  private func length(_ low: Int, _ place: inout Int) throws(Fault) -> Int {
    guard low == 0x0F else { return low }
    guard place < bytes.count, bytes[place] >> 4 == 0x1, bytes[place] & 0x0F <= 3 else {
      throw Fault(message: "an object has no length")
    }
    let width = 1 << Int(bytes[place] & 0x0F)
    defer { place += 1 + width }
    let count = try Self.number(bytes, place + 1, width)
    // An object can't be longer than the file. This also prevents overflow in computations with the count.
    guard count <= bytes.count else { throw Fault(message: "an object is longer than the file") }
    return count
  }

  private func slice(_ place: inout Int, count: Int) throws(Fault) -> ArraySlice<UInt8> {
    guard count <= bytes.count - place else { throw Fault(message: "an object continues after the end of the file") }
    defer { place += count }
    return bytes[place..<place + count]
  }

  private func references(_ count: Int, _ place: inout Int) throws(Fault) -> [Int] {
    guard (1...8).contains(referenceBytes) else { throw Fault(message: "its references have no width") }
    let all = try slice(&place, count: count * referenceBytes)
    var found: [Int] = []
    for start in stride(from: all.startIndex, to: all.endIndex, by: referenceBytes) {
      found.append(try Self.number(bytes, start, referenceBytes))
    }
    return found
  }

  /// Reads a big-endian integer.
  private static func number(_ bytes: [UInt8], _ place: Int, _ width: Int) throws(Fault) -> Int {
    guard width <= bytes.count, place <= bytes.count - width else { throw Fault(message: "it ends within a number") }
    let value = bytes[place..<place + width].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard let number = Int(exactly: value) else { throw Fault(message: "it contains a number that is too large") }
    return number
  }
}
