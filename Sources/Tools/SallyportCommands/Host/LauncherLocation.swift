// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostCore

/// The path of `sallyport-launch`: beside the running program, unless `SALLYPORT_LAUNCHER` is set.
enum LauncherLocation {
  static func find() throws -> String {
    if let path = ProcessInfo.processInfo.environment["SALLYPORT_LAUNCHER"] { return path }
    let program =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
    let path = URL(filePath: program).deletingLastPathComponent().appending(path: "sallyport-launch").path
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw HostError(.failed, "The launcher \(path) is missing; build sallyport-launch, or set SALLYPORT_LAUNCHER.")
    }
    return path
  }
}
