// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the compiler says about a source that imports the SDK as this build made it.
struct TypeCheck {
  /// The messages of all errors; empty if the source is accepted.
  let errors: [String]

  /// - Parameter mode: the language mode, 5 or 6.
  init(_ source: String, mode: Int) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "typecheck-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "Source.swift")
    try Data(source.utf8).write(to: file)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      [
        "swiftc", "-typecheck", "-parse-as-library", "-swift-version", "\(mode)", "-module-cache-path",
        folder.appending(path: "modules").path, "-I", Self.build.appending(path: "Modules").path,
      ] + (try Self.moduleMaps.flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)"] }) + [file.path]
    // A file takes any amount of output.
    let output = folder.appending(path: "output")
    try Data().write(to: output)
    process.standardError = try FileHandle(forWritingTo: output)
    try process.run()
    process.waitUntilExit()
    let text = try String(contentsOf: output, encoding: .utf8)
    errors = text.split(separator: "\n").compactMap { line in
      line.firstRange(of: ": error: ").map { String(line[$0.upperBound...]) }
    }
    guard errors.isEmpty == (process.terminationStatus == 0) else { throw CompilerFailed(output: text) }
  }

  struct CompilerFailed: Error { let output: String }

  /// The folder of the running test program.
  private static let build: URL = {
    let executable = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(filePath: executable).deletingLastPathComponent()
  }()

  /// The C modules that the SDK imports: those of the package's own targets and those of the system's libraries.
  private static var moduleMaps: [URL] {
    get throws {
      let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
      let targets = try FileManager.default.contentsOfDirectory(at: build, includingPropertiesForKeys: nil)
      let groups = try FileManager.default.contentsOfDirectory(
        at: repository.appending(path: "Sources"), includingPropertiesForKeys: nil)
      let own = try groups.filter(\.hasDirectoryPath).flatMap {
        try FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil)
      }
      return (targets + own).map { $0.appending(path: "module.modulemap") }
        .filter { FileManager.default.fileExists(atPath: $0.path) }
    }
  }
}
