// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore

/// One input of a recording, with its outcome.
package struct RecordedInput: Sendable {
  /// The outcome of an input.
  package enum Outcome: Hashable, Codable, Sendable {
    /// The number of commands that the device returned, and the SHA-256 of their canonical form.
    case commands(count: Int, sha256: String)
    /// The device refused the input. Nothing changed.
    case refused(String)
    /// The store failed. The device's next step depends on what was durable.
    case failed
  }

  package var line: Int
  package var input: DeviceInput
  package var outcome: Outcome
}

extension RecordedInput.Outcome {
  /// The commands of one input in the form in which they are compared: canonical JSON, one command per line.
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
  /// The input's name and content, separated. Its encoded form is an object with the single member `kind`.
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
