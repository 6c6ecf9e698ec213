// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A process of `sallyport run --live` over the script family, with a pipe as its source.
final class LiveProgram {
  private let place: String
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let complaints = Pipe()
  private var printed = Data()
  private var complained = Data()

  /// - Parameters:
  /// - behaviours: families of `Tests/Fixtures/families`, named after the behaviour of their monitor; if empty, the
  ///   example family of scripts.
  /// - earlier: a run that has ended, whose state this run continues.
  /// - isAnswered: whether a file answers for the families.
  init(_ behaviours: [String] = [], over earlier: LiveProgram? = nil, isAnswered: Bool = true) throws {
    place = earlier?.place ?? SallyportProgram.scratch + "/live-" + UUID().uuidString
    if earlier == nil { try Self.prepare(place, behaviours) }
    process.executableURL = URL(filePath: SallyportProgram.path)
    process.arguments = [
      "run", "--live", "--source", "-", "--manifests", place + "/manifests", "--state", state,
    ]
    if isAnswered { process.arguments? += ["--answers", place + "/answers.json"] }
    process.environment = ProcessInfo.processInfo.environment.merging(["TZ": Self.zone]) { $1 }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = complaints
    try process.run()
  }

  /// A zone in which it is about noon. No interval of a day begins within 15 minutes of its end, so that late in the
  /// evening the families would have to wait for the next day.
  private static let zone: String = {
    let hour = Int(Date().timeIntervalSince1970) / 3_600 % 24
    // The signs of these names are those of POSIX: west of Greenwich is positive.
    return hour == 12 ? "Etc/GMT" : hour > 12 ? "Etc/GMT+\(hour - 12)" : "Etc/GMT-\(12 - hour)"
  }()

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  private static func prepare(_ place: String, _ behaviours: [String]) throws {
    try FileManager.default.createDirectory(
      atPath: place + "/manifests", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    let manifest = try String(contentsOfFile: SallyportProgram.root + "/manifests/scribe.json", encoding: .utf8)
    let example = manifest.replacing("../Extensions", with: SallyportProgram.root + "/Extensions")
    var answers: [String] = []
    for family in behaviours.isEmpty ? ["scribe"] : behaviours {
      try (behaviours.isEmpty ? example : Self.manifest(of: family))
        .write(toFile: place + "/manifests/\(family).json", atomically: true, encoding: .utf8)
      answers.append(#""\#(family)":{"authorize":"approved","picks":[{"webDomains":["video.example"]}]}"#)
    }
    try "{\(answers.joined(separator: ","))}"
      .write(toFile: place + "/answers.json", atomically: true, encoding: .utf8)
  }

  private static func manifest(of family: String) -> String {
    """
    {
      "manifest": 1, "family": "\(family)", "displayName": "\(family)", "version": "1.0",
      "developer": { "name": "Test" }, "groups": ["group.test.\(family)"],
      "bundle": "\(SallyportProgram.root)/Tests/Fixtures/families",
      "app": {
        "executable": "setup.py", "interpreter": "/usr/bin/python3", "fitting": "files",
        "requests": ["authorization", "monitoring"], "limits": { "startMs": 10000 }
      },
      "extensions": [
        {
          "name": "monitor", "point": "monitor", "executable": "monitor.py", "interpreter": "/usr/bin/python3",
          "fitting": "files", "requests": ["settings"], "limits": { "startMs": 10000, "deadlineMs": 5000 }
        }
      ]
    }
    """
  }

  var isRunning: Bool { process.isRunning }
  var state: String { place + "/state" }

  // MARK: - The source

  /// The line of a record that starts and ends now.
  func record(of app: String, stream: String) throws -> String {
    let now = Int64(Date().timeIntervalSince1970 * 1_000)
    return
      #"{"v":1,"source":"replay","stream":"\#(stream)","kind":"app","id":"\#(app)","start":\#(now),"end":\#(now),"resolution":1}"#
      + "\n"
  }

  func feed(_ text: String) throws { try input.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }
  func closeInput() throws { try input.fileHandleForWriting.close() }

  // MARK: - Output

  /// Reads the timeline until one complete line contains all of `texts`.
  func waitForLine(_ texts: String...) throws { try read(output, into: &printed, until: texts) }
  /// Reads standard error until one complete line contains `text`.
  func waitForComplaint(_ text: String) throws { try read(complaints, into: &complained, until: [text]) }

  private func read(_ pipe: Pipe, into data: inout Data, until texts: [String]) throws {
    func isThere() -> Bool {
      String(decoding: data, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        .contains { line in texts.allSatisfy { line.contains($0) } }
    }
    while !isThere() {
      let next = pipe.fileHandleForReading.availableData
      try #require(!next.isEmpty, "It ended without \(texts): \(String(decoding: data, as: UTF8.self))")
      data += next
    }
  }

  // MARK: - The end

  func end(by signal: Int32) { kill(process.processIdentifier, signal) }

  func finish() throws -> SallyportProgram.Finished {
    printed += try output.fileHandleForReading.readToEnd() ?? Data()
    complained += try complaints.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return SallyportProgram.Finished(
      status: process.terminationStatus, reason: process.terminationReason,
      output: String(decoding: printed, as: UTF8.self), complaints: String(decoding: complained, as: UTF8.self))
  }

  /// The names of the host's threads. Workers of libdispatch are named after their quality of service.
  func threads() throws -> [String] {
    let tasks = "/proc/\(process.processIdentifier)/task"
    return try FileManager.default.contentsOfDirectory(atPath: tasks).compactMap {
      // The thread may have ended since the directory was read.
      try? String(contentsOfFile: "\(tasks)/\($0)/comm", encoding: .utf8)
    }
  }

  /// The peak memory of the host, in bytes.
  func peakMemory() throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try #require(line.split(separator: " ").compactMap { Int($0) }.first) * 1_024
  }
}
