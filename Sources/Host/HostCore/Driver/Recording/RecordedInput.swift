// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore

/// One input of a recording, and what the device did with it.
package struct RecordedInput: Sendable {
  /// What came of an input.
  package enum Outcome: Hashable, Codable, Sendable {
    /// The commands that the device returned: how many, and the SHA-256 of their canonical form.
    case commands(count: Int, sha256: String)
    /// The device refused it, with nothing changed.
    case refused(String)
    /// The store failed. What the device does next depends on what was durable.
    case failed
  }

  package var line: Int
  package var input: DeviceInput
  package var outcome: Outcome
}

extension RecordedInput.Outcome {
  /// The commands of one input as they are compared: canonical JSON, one command a line.
  package static func bytes(of commands: [DeviceCommand]) throws -> [UInt8] {
    try commands.reduce(into: []) { bytes, command in
      bytes += try CanonicalJSON.bytes(of: command)
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  init(_ commands: [DeviceCommand]) throws {
    var digest = RunningDigest()
    digest.update(try Self.bytes(of: commands))
    self = .commands(count: commands.count, sha256: digest.hexadecimal)
  }
}

/// One `input` line: `{"at":…,"event":"input","kind":…,"n":…,"outcome":…,"value":…}`.
struct InputLine {
  /// The input's name and content apart: its form is an object with the one member `kind`.
  private static func parts(of input: DeviceInput) throws -> (kind: ArraySlice<UInt8>, value: ArraySlice<UInt8>) {
    let whole = try CanonicalJSON.bytes(of: input)
    let kind = whole.dropFirst(2).prefix { $0 != UInt8(ascii: "\"") }
    return (kind, whole.dropFirst(kind.count + 4).dropLast())
  }

  /// - Returns: the line without its LF.
  static func bytes(
    _ input: DeviceInput, _ outcome: RecordedInput.Outcome, number: Int64, at time: Timestamp
  ) throws -> [UInt8] {
    let (kind, value) = try parts(of: input)
    var line = Array("{\"at\":\(time.milliseconds),\"event\":\"input\",\"kind\":\"".utf8)
    line += kind
    line += Array("\",\"n\":\(number),\"outcome\":".utf8)
    line += try CanonicalJSON.bytes(of: outcome)
    line += Array(",\"value\":".utf8)
    line += value
    line.append(UInt8(ascii: "}"))
    return line
  }
}
