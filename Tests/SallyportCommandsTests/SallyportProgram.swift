// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The built `sallyport` as a process, over one state that the tests only read.
enum SallyportProgram {
  struct Finished {
    var status: Int32
    var reason: Process.TerminationReason
    var output: String
    var complaints: String

    /// The result of `--format json`.
    var json: Any {
      get throws { try JSONSerialization.jsonObject(with: Data(output.utf8), options: .fragmentsAllowed) }
    }
  }

  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  /// The path of `sallyport`, in the build directory of the test bundle.
  static let path: String = {
    let executable = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let places = [executable] + CommandLine.arguments
    let candidates = places.map { ($0 as NSString).deletingLastPathComponent + "/sallyport" }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0) } ?? "sallyport"
  }()

  static let scratch: String = {
    atexit {
      for path in [SallyportProgram.scratchPath, SallyportProgram.programs] {
        try? FileManager.default.removeItem(atPath: path)
      }
    }
    try? FileManager.default.createDirectory(
      atPath: scratchPath, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    return scratchPath
  }()

  private static let scratchPath = NSTemporaryDirectory() + "sallyport-commands-\(getpid())"
  /// Shared with the tests of the host, because the programs take 60 MB each.
  private static let programs = NSTemporaryDirectory() + "sallyport-test-programs-\(getpid())"

  @discardableResult
  static func run(_ arguments: String...) throws -> Finished { try run(arguments) }

  /// - Parameters:
  /// - program: the executable to run instead of `sallyport`.
  /// - output: where to write results; `nil` captures them.
  /// - columns: the value of `COLUMNS`; `nil` removes it.
  /// - input: the standard input; `nil` for none.
  static func run(
    _ arguments: [String], program: String? = nil, output: FileHandle? = nil, columns: String? = nil,
    input: String? = nil, attempts: Int = 500
  ) throws -> Finished {
    let place = scratch + "/" + UUID().uuidString
    let process = Process()
    process.executableURL = URL(filePath: program ?? path)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    if let input {
      try Data(input.utf8).write(to: URL(filePath: place + ".input"))
      process.standardInput = try FileHandle(forReadingFrom: URL(filePath: place + ".input"))
    }
    var environment = ProcessInfo.processInfo.environment
    environment["COLUMNS"] = columns
    environment["XDG_CONFIG_HOME"] = scratch + "/nobody"
    environment["XDG_STATE_HOME"] = scratch + "/nobody"
    process.environment = environment
    for name in ["output", "complaints"] { try Data().write(to: URL(filePath: "\(place).\(name)")) }
    process.standardOutput = try output ?? FileHandle(forWritingTo: URL(filePath: place + ".output"))
    process.standardError = try FileHandle(forWritingTo: URL(filePath: place + ".complaints"))
    do {
      try process.run()
    } catch {
      guard attempts > 1, isBusy(error) else { throw error }
      // A program that another thread started at the same moment still holds a file that this test has just written.
      usleep(10_000)
      return try run(
        arguments, program: program, output: output, columns: columns, input: input, attempts: attempts - 1)
    }
    process.waitUntilExit()
    func text(_ name: String) throws -> String { try String(contentsOfFile: "\(place).\(name)", encoding: .utf8) }
    return Finished(
      status: process.terminationStatus, reason: process.terminationReason, output: try text("output"),
      complaints: try text("complaints"))
  }

  private static func isBusy(_ error: any Error) -> Bool {
    let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError ?? error as NSError
    return cause.domain == NSPOSIXErrorDomain && cause.code == Int(ETXTBSY)
  }

  /// The state after one day of both example families. The day ends with a shield on screen.
  static let day = Result { () -> String in
    let state = scratch + "/day"
    try #require(
      FileManager.default.isExecutableFile(atPath: root + "/.build-extensions/release/Homework"),
      "The example extensions are not built; run `make extensions`.")
    let finished = try run(
      "run", "--synthetic-week", "--days", "1", "--manifests", root + "/manifests", "--answers",
      root + "/demo/answers.json", "--press", "secondary", "--state", state, "--programs", programs, "--output",
      scratch + "/pages")
    try #require(finished.status == 0, "\(finished.complaints)")
    return state
  }

  /// A copy of that state, for a test that changes it.
  static func ownDay() throws -> String {
    let copy = scratch + "/" + UUID().uuidString
    try FileManager.default.copyItem(atPath: try day.get(), toPath: copy)
    return copy
  }
}

/// The order of members in JSON text.
enum JSONOrder {
  /// Whether the members of each object in `text` are sorted; one pass over the text, strings skipped.
  static func isSorted(_ text: String) -> Bool {
    var stack: [String] = []
    var characters = Array(text)[...]
    while let character = characters.popFirst() {
      switch character {
      case "{": stack.append("")
      case "}": stack.removeLast()
      case "\"":
        var word = ""
        while let next = characters.popFirst(), next != "\"" {
          word.append(next)
          if next == "\\", let escaped = characters.popFirst() { word.append(escaped) }
        }
        guard characters.first(where: { $0 != " " }) == ":", let last = stack.last else { continue }
        guard last <= word else { return false }
        stack[stack.count - 1] = word
      default: break
      }
    }
    return true
  }
}
