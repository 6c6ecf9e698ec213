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

  static func trials() -> WallTrials { WallTrials(launcher: launcher, program: attack, scratch: "/tmp") }
}
