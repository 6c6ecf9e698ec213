// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The SDK as compiled in one flavour.
package struct BuiltSDK: Hashable, Sendable {
  package let directory: String
  package let flavour: SDKFlavour

  /// The compiled interfaces of its Swift modules.
  var modules: String { directory + "/modules" }
  /// The archives, one per module.
  var archives: String { directory + "/lib" }
  /// The C modules, a directory each.
  var headers: String { directory + "/include" }

  /// The arguments to compile against the SDK.
  package var compilerArguments: [String] {
    let maps = names(in: headers).flatMap { ["-Xcc", "-fmodule-map-file=\(headers)/\($0)/module.modulemap"] }
    let macros = names(in: directory).filter { $0.hasSuffix("-tool") }.flatMap {
      ["-load-plugin-executable", "\(directory)/\($0)#\($0.dropLast(5))"]
    }
    return ["-I", modules] + maps + macros
  }

  /// The arguments to link against the SDK. Modules that the program doesn't use are left out by the linker, except
  /// those in C, which replace functions of the C library.
  package var linkerArguments: [String] {
    let swift = names(in: archives).filter { name in !isInC(name) }.map { "\(archives)/\($0)" }
    let inC = names(in: archives).filter(isInC).map { "\(archives)/\($0)" }
    return ["-Xlinker", "--whole-archive"] + inC + ["-Xlinker", "--no-whole-archive", "-Xlinker", "--start-group"]
      + swift + ["-Xlinker", "--end-group"]
  }

  private func isInC(_ archive: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(headers)/\(archive.dropFirst(3).dropLast(2))")
  }

  private func names(in directory: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []).sorted()
  }
}
