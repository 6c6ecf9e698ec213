// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionAdoption
import Foundation
import TextEscaping

/// Compiles the optimised SDK in the background, after a command made do with the one that is compiled sooner. The next
/// command then finds it.
enum BackgroundCompilation {
  /// - Parameter flavour: The flavour that was used. Nothing is started after the optimised one.
  static func start(after flavour: SDKFlavour, sdk: SDKLocation, swift: String) {
    let optimised = SDKFlavour(isOptimised: true, isStatic: flavour.isStatic)
    let cache = SDKCache(
      directory: SDKCache.standardDirectory(), sdk: sdk, toolchain: Toolchain(swift: swift))
    guard !flavour.isOptimised, (try? cache.isCompiling(optimised)) == false,
      let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    else { return }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    // A session of its own, so that it outlives the terminal.
    process.arguments = [
      "setsid", "nice", "-n", "10", program, "sdk", "--compiled", "--flavour",
      optimised.rawValue, "--sdk", sdk.path, "--swift", swift,
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return }
    Terminal.note("The optimised SDK is being compiled in the background; later builds use it.")
  }
}
