// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import Foundation
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore

/// Writes a run in the format of `recording.md`: one canonical line per event, from the first input to the digest at
/// the end.
///
/// Inputs are written for synthetic data only. With real data the device's behaviour depends on keys that no recording
/// holds, so the inputs could not be replayed.
///
/// Nothing in the file depends on the machine, such as process numbers or real times, so the same run gives the same
/// bytes.
final class Recorder {
  private let file: FileHandle
  private let codec = JSONCodec(limits: .fromHost)
  private var digest = RunningDigest()
  private var buffer: [UInt8] = []
  private var lines: Int64 = 0
  private let holdsInputs: Bool

  /// - Parameter base: `empty`, or the SHA-256 of the state that the run continues from.
  init(path: String, _ configuration: HostConfiguration, base: String) throws {
    // The recording contains the person's use, so only the owner may read it.
    guard
      FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
      let file = FileHandle(forWritingAtPath: path)
    else { throw HostError(.failed, "The recording \(path) can't be written; check the directory.") }
    self.file = file
    let header = RecordingHeader(configuration, base: base)
    holdsInputs = header.redaction == .none
    append(try CanonicalJSON.bytes(of: header))
  }

  /// Adds an input that the device took, with its outcome.
  func record(_ input: DeviceInput, _ outcome: @autoclosure () throws -> RecordedInput.Outcome, at time: Timestamp)
    throws
  {
    guard holdsInputs else { return }
    lines += 1
    append(try InputLine.bytes(input, outcome(), number: lines, at: time))
  }

  /// Adds one event with its own `members`.
  func record(_ event: String, at time: Int64, process: Int? = nil, _ members: WireObject = [:]) {
    lines += 1
    var object = members
    object["event"] = event.wire
    object["n"] = lines.wire
    object["at"] = time.wire
    object["process"] = process.map { Int64($0).wire }
    append(codec.encode(.object(object)))
  }

  /// Writes the closing line; without it a recording counts as truncated.
  func finish(at time: Int64) throws {
    record("end", at: time, ["lines": (lines + 1).wire, "sha256": digest.hexadecimal.wire])
    try flush()
    try file.close()
  }

  private func append(_ bytes: [UInt8]) {
    let line = bytes + [UInt8(ascii: "\n")]
    digest.update(line)
    buffer += line
    // Losing the tail when the host is killed is acceptable; slowing the host down is not.
    if buffer.count > 262_144 { try? flush() }
  }

  private func flush() throws {
    try file.write(contentsOf: buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}
