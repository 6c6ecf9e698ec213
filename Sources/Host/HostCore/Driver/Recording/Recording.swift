// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore

/// A recording that was read whole and found complete (`recording.md`): its header and its inputs, in the order in
/// which the device took them. Lines of other events are checked and skipped.
package struct Recording: Sendable {
  /// The largest recording that is read.
  package static let mostBytes = 512 << 20
  /// The longest line that is read; a reply is at most 1 MiB on the wire.
  static let mostLineBytes = 16 << 20

  package let header: RecordingHeader
  package let inputs: [RecordedInput]

  /// - Throws: `RecordingError` with the number of the faulty line; `HostError` for a file that can't be read.
  package init(contentsOf path: String) throws { try self.init(contentsOf: path) { _, _ in } }

  /// - Parameter onLine: called with each line after the header.
  init(contentsOf path: String, onLine: (RecordedEvent, [String: WireValue]) -> Void) throws {
    let file: RegularFile
    do { file = try RegularFile(path: path, mostBytes: Self.mostBytes) } catch {
      throw HostError(.invalidInput, "The recording \(path) \(error).")
    }
    try self.init(file.bytes, onLine: onLine)
  }

  init(_ bytes: [UInt8], onLine: (RecordedEvent, [String: WireValue]) -> Void = { _, _ in }) throws {
    var lines = RecordingLines(bytes)
    guard let first = try lines.next() else { throw RecordingError(line: 1, "the file is empty") }
    header = try Self.header(first)
    var inputs: [RecordedInput] = []
    var number: Int64 = 0
    var digest = RunningDigest()
    digest.update(first)
    digest.update([UInt8(ascii: "\n")])
    while let line = try lines.next() {
      number += 1
      let known = try lines.decode(KnownMembers.self, line)
      guard known.n == number else {
        throw RecordingError(line: lines.number, "it is numbered \(known.n), and must be \(number)")
      }
      guard let event = RecordedEvent(rawValue: known.event) else {
        throw RecordingError(line: lines.number, "its event “\(known.event)” is unknown to this build")
      }
      let members = try lines.decode([String: WireValue].self, line)
      if let fault = event.fault(in: members) ?? WireValue.strangeNumber(in: members) {
        throw RecordingError(line: lines.number, "it can't be read: \(fault)")
      }
      onLine(event, members)
      switch event {
      case .end:
        try Self.check(known, lines: number, digest.hexadecimal, at: lines.number)
        if try lines.next() != nil { throw RecordingError(line: lines.number, "it follows the end of the recording") }
        self.inputs = inputs
        return
      case .input: inputs.append(try lines.input(line))
      case .launch, .state, .line, .log, .settled, .shield, .filling: break
      }
      digest.update(line)
      digest.update([UInt8(ascii: "\n")])
    }
    throw RecordingError(line: lines.number, "the recording ends here without its closing line; it was cut off")
  }

  private static func header(_ line: ArraySlice<UInt8>) throws -> RecordingHeader {
    struct Version: Decodable { var recording: Int64 }
    guard let version = try? JSONDecoder().decode(Version.self, from: Data(line)).recording else {
      throw RecordingError(line: 1, "it is not the header of a recording")
    }
    guard version <= RecordingHeader.version else {
      throw RecordingError(
        line: 1, "its version is \(version), and this build reads up to \(RecordingHeader.version); use a newer build")
    }
    guard version == RecordingHeader.version else {
      throw RecordingError(line: 1, "its version is \(version), which holds no inputs; record the run again")
    }
    do {
      let members = try JSONDecoder().decode(HeaderMembers.self, from: Data(line))
      if let fault = WireValue.strangeNumber(in: members.values) {
        throw RecordingError(line: 1, "its header can't be read: \(fault)")
      }
      return try decoder.decode(RecordingHeader.self, from: Data(line))
    } catch let error as DecodingError {
      throw RecordingError(line: 1, "its header can't be read: \(error.place)")
    }
  }

  /// Decodes values of this host: a time before 1970 or after 2200 comes from no device, and nothing is computed with it.
  static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    if let key = Timestamp.limits { decoder.userInfo[key] = 0...WireLimits.latestTime }
    return decoder
  }

  private static func check(_ end: KnownMembers, lines: Int64, _ digest: String, at line: Int) throws {
    guard end.lines == lines else {
      throw RecordingError(line: line, "it counts \(end.lines ?? 0) lines, and there are \(lines)")
    }
    guard end.sha256 == digest else {
      throw RecordingError(line: line, "its SHA-256 is not that of the lines before it; the recording was changed")
    }
  }
}

/// The members of a header but its seed, which uses all 64 bits and can therefore be more than a number of the wire.
private struct HeaderMembers: Decodable {
  var values: [String: WireValue] = [:]

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: MemberKey.self)
    for name in members.allKeys where name.stringValue != "seed" {
      values[name.stringValue] = try members.decode(WireValue.self, forKey: name)
    }
  }

  private struct MemberKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

/// The members of every line, and those of the closing line.
private struct KnownMembers: Decodable {
  var event: String
  var n: Int64
  var lines: Int64?
  var sha256: String?
}

/// Iterates over the lines of a recording; `number` is that of the last line returned.
private struct RecordingLines {
  private let bytes: [UInt8]
  private var place = 0
  private(set) var number = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() throws -> ArraySlice<UInt8>? {
    guard place < bytes.count else { return nil }
    number += 1
    let line = bytes[place...].prefix { $0 != UInt8(ascii: "\n") }
    guard line.endIndex < bytes.count else {
      throw RecordingError(line: number, "the recording ends within this line; it was cut off")
    }
    guard line.count <= Recording.mostLineBytes else {
      throw RecordingError(line: number, "it has \(line.count) bytes, and may have \(Recording.mostLineBytes)")
    }
    place = line.endIndex + 1
    return line
  }

  func decode<Value: Decodable>(_ type: Value.Type, _ line: some Sequence<UInt8>) throws -> Value {
    do { return try Recording.decoder.decode(type, from: Data(line)) } catch let error as DecodingError {
      throw RecordingError(line: number, "it can't be read: \(error.place)")
    } catch {
      // A value of the wire within an input, which has its own rules.
      throw RecordingError(line: number, "it can't be read: \(error)")
    }
  }

  func input(_ line: ArraySlice<UInt8>) throws -> RecordedInput {
    struct Members: Decodable {
      var kind: String
      var value: WireValue
      var outcome: RecordedInput.Outcome
    }
    let members = try decode(Members.self, line)
    let whole = try CanonicalJSON.bytes(of: [members.kind: members.value])
    return RecordedInput(
      line: number, input: try decode(DeviceInput.self, whole), outcome: members.outcome)
  }
}

extension WireValue {
  /// A sentence about the first number that no line of a host has (WIRE-S3); `nil` if there is none.
  fileprivate static func strangeNumber(in members: [String: WireValue]) -> String? {
    for (name, value) in members.sorted(by: { $0.key.precedesInUTF8($1.key) }) {
      if let number = value.strangeNumber {
        return "“\(name)” has the number \(number), which is not within ±(2^53 − 1)"
      }
    }
    return nil
  }

  private var strangeNumber: Int64? {
    switch self {
    case .integer(let number): number.magnitude < 1 << 53 ? nil : number
    case .array(let values): values.lazy.compactMap(\.strangeNumber).first
    case .object(let object): object.members.lazy.compactMap(\.value.strangeNumber).first
    case .null, .bool, .string: nil
    }
  }
}
