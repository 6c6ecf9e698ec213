// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import Foundation
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore

/// Writes a run as `recording.md` says: one canonical line an event, from the first input to the digest at the end.
///
/// Inputs are written for synthetic data only. What a device does with real data follows from keys that no recording
/// holds, so the inputs could not be replayed.
///
/// Nothing in it depends on the machine: no process numbers, no real times, so that the same run twice gives the same
/// bytes.
final class Recorder {
  private let file: FileHandle
  private let codec = JSONCodec(limits: .fromHost)
  private var digest = RunningDigest()
  private var buffer: [UInt8] = []
  private var lines: Int64 = 0
  private let holdsInputs: Bool

  /// - Parameter base: `empty`, or the SHA-256 of the state that the run goes on from.
  init(path: String, _ configuration: HostConfiguration, base: String) throws {
    // What a person used is in it.
    guard
      FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
      let file = FileHandle(forWritingAtPath: path)
    else { throw HostError(.failed, "The recording \(path) can't be written; check the directory.") }
    self.file = file
    let header = RecordingHeader(configuration, base: base)
    holdsInputs = header.redaction == .none
    append(try CanonicalJSON.bytes(of: header))
  }

  /// Adds an input that the device took, with what it did.
  func record(_ input: DeviceInput, _ outcome: @autoclosure () throws -> RecordedInput.Outcome, at time: Timestamp)
    throws
  {
    guard holdsInputs else { return }
    lines += 1
    append(try InputLine.bytes(input, outcome(), number: lines, at: time))
  }

  /// Adds one event; `members` hold what is special to it.
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
    // A recording is for later: losing its tail with a killed host is fine, slowing the host is not.
    if buffer.count > 262_144 { try? flush() }
  }

  private func flush() throws {
    try file.write(contentsOf: buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}
