// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTrials
import FamilyManifests
import Foundation
import Testing

/// A correct extension with one fault, ready for a trial.
struct FaultyExtension {
  let subject: TrialSubject
  let stage: TrialStage

  /// - Parameter fault: the row that has to fail, with an optional way after a full stop, or `none`.
  init(_ fault: String, at point: ExtensionPoint, wire: ExtensionDeclaration.Channel = .fds) throws {
    let directory = NSTemporaryDirectory() + "sallyport-faulty-\(getpid())-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let path = try point.isSealed ? Self.program(fault, in: directory) : Self.script(fault, in: directory)
    try self.init(program: path, at: point, wire: wire)
  }

  /// A correct extension in Python, or as a dynamic program in C; a sealed point runs it with filesystem access.
  init(_ language: Language, at point: ExtensionPoint) throws {
    let directory = NSTemporaryDirectory() + "sallyport-right-\(getpid())-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try self.init(program: Self.program(in: language, directory), at: point)
  }

  enum Language: CaseIterable {
    case python
    case dynamicC
  }

  private static func program(in language: Language, _ directory: String) throws -> String {
    switch language {
    case .python: return try script("none", in: directory)
    case .dynamicC:
      let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Sealed/main.c").path
      let path = directory + "/dynamic"
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["cc", "-D_GNU_SOURCE", "-o", path, source]
      try process.run()
      process.waitUntilExit()
      try #require(process.terminationStatus == 0)
      return path
    }
  }

  init(program: String, at point: ExtensionPoint, wire: ExtensionDeclaration.Channel = .fds) throws {
    subject = try TrialSubject(executable: program, point: point, wire: wire)
    stage = try TrialStage(subject, launcherPath: Self.launcherPath)
  }

  /// A program in C, because sealed points run no interpreter by default.
  private static func program(_ fault: String, in directory: String) throws -> String {
    let built = launcherPath.replacingOccurrences(of: "sallyport-launch", with: "faulty-sealed")
    let path = "\(directory)/faulty-\(fault)"
    try FileManager.default.copyItem(atPath: built, toPath: path)
    return path
  }

  private static func script(_ fault: String, in directory: String) throws -> String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Faulty/extension.py")
    let source = try String(contentsOf: folder, encoding: .utf8)
      .replacingOccurrences(of: "FAULT = \"none\"", with: "FAULT = \"\(fault)\"")
    let path = directory + "/extension.py"
    try source.write(toFile: path, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return path
  }

  /// Long timeouts: several trials run at once, on machines with other load.
  static let pace = TrialPace(patience: 20, starts: 1)

  static let launcherPath: String = {
    let executable = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return ([executable] + CommandLine.arguments)
      .map { URL(filePath: $0).deletingLastPathComponent().appending(path: "sallyport-launch").path }
      .first(where: FileManager.default.isExecutableFile) ?? "sallyport-launch"
  }()
}
