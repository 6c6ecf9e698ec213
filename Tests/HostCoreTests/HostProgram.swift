// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The built `sallyport`, run as a user would run it.
enum HostProgram {
  struct Finished {
    var status: Int32
    var output: String
    var complaints: String
  }

  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  /// The path of `sallyport`, which is in the same build directory as the test bundle.
  static let path = find()

  static func find() -> String {
    // `make torture` starts two thousand hosts, so it sets the path of the optimised build.
    if let path = ProcessInfo.processInfo.environment["SALLYPORT_PROGRAM"] { return path }
    let executable = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let places = [executable] + CommandLine.arguments
    let candidates = places.map { ($0 as NSString).deletingLastPathComponent + "/sallyport" }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0) } ?? "sallyport"
  }

  static func process(_ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    return process
  }

  /// Runs a command to its end.
  static func run(_ arguments: [String]) throws -> Finished {
    let scratch = Scratch()
    let (output, complaints) = (scratch.path + "/output", scratch.path + "/complaints")
    let process = process(arguments)
    process.standardOutput = try scratch.file("output")
    process.standardError = try scratch.file("complaints")
    try process.run()
    process.waitUntilExit()
    func text(_ path: String) -> String {
      String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    }
    return Finished(status: process.terminationStatus, output: text(output), complaints: text(complaints))
  }

  /// The programs directory that all runs of these tests share, since programs take 60 MB.
  static let programs: String = {
    atexit { try? FileManager.default.removeItem(atPath: HostProgram.programsPath) }
    return programsPath
  }()

  private static let programsPath = NSTemporaryDirectory() + "sallyport-test-programs-\(getpid())"

  /// Arguments for a run of the example families. Other tests keep the machine busy, so programs get much time.
  static func examples(
    state: String, families: [String] = [], press: String = "none", answers: String = root + "/demo/answers.json"
  ) throws -> [String] {
    let monitor = root + "/.build-extensions/release/HomeworkMonitor"
    try #require(
      FileManager.default.isExecutableFile(atPath: monitor),
      "The example extensions are not built; run `make extensions`.")
    return [
      "run", "--manifests", root + "/manifests", "--answers", answers, "--press", press, "--state", state,
      "--programs", programs, "--patience", "60",
    ] + families.flatMap { ["--family", $0] }
  }
}

/// A temporary directory for one test, deleted with the instance.
final class Scratch: Sendable {
  let path: String

  private static let parentPath = NSTemporaryDirectory() + "sallyport-host-\(getpid())"

  /// Removed at exit for instances that exist as long as the process.
  private static let parent: String = {
    atexit { try? FileManager.default.removeItem(atPath: Scratch.parentPath) }
    return parentPath
  }()

  init() {
    path = Self.parent + "/\(UUID().uuidString.prefix(8))"
    try? FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// An empty file, open for writing.
  func file(_ name: String) throws -> FileHandle {
    try Data().write(to: URL(filePath: path + "/" + name))
    return try FileHandle(forWritingTo: URL(filePath: path + "/" + name))
  }

  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    let file = path + "/" + name
    try FileManager.default.createDirectory(
      atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o755])
    try Data(text.utf8).write(to: URL(filePath: file))
    return file
  }
}
