// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import WallTrials

/// The programs in the build directory, beside the test bundle.
enum Programs {
  static let directory: String = {
    let executable = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let places = ([executable] + CommandLine.arguments).map { ($0 as NSString).deletingLastPathComponent }
    return places.first { FileManager.default.isExecutableFile(atPath: $0 + "/sallyport-launch") } ?? "."
  }()
  static let launcher = directory + "/sallyport-launch"
  static let attack = directory + "/sallyport-attack"

  /// Builds the attack program as a dynamic executable.
  static func dynamicAttack(in directory: String) throws -> String {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Attacks").path
    let names = try FileManager.default.contentsOfDirectory(atPath: sources).filter { $0.hasSuffix(".c") }.sorted()
    let program = directory + "/sallyport-attack"
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    compiler.arguments = ["cc", "-O1", "-pthread", "-o", program] + names.map { sources + "/" + $0 }
    try compiler.run()
    compiler.waitUntilExit()
    guard compiler.terminationStatus == 0 else { throw CocoaError(.executableNotLoadable) }
    return program
  }

  /// Where the worlds of attacks are made: the folder for temporary files, unless it lies below /tmp. The launcher mounts
  /// a program's scratch directory there, and refuses programs from below it.
  static let worlds: String = {
    let place = ProcessInfo.processInfo.environment["TMPDIR"] ?? ""
    return place.isEmpty || (place + "/").hasPrefix("/tmp/") ? "/var/tmp" : place
  }()

  static func trials() -> WallTrials { WallTrials(launcher: launcher, program: attack, scratch: "/tmp") }
}
