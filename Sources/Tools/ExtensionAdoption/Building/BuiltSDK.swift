// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The SDK as compiled in one flavour.
package struct BuiltSDK: Hashable, Sendable {
  package let directory: String
  package let flavour: SDKFlavour

  /// The compiled interfaces of its Swift modules.
  var modules: String { directory + "/modules" }
  /// The archive and the object of `linkerArguments`.
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

  /// The arguments to link against the SDK. The linker leaves out modules that the program doesn't use, except those in
  /// C, which replace functions of the C library.
  package var linkerArguments: [String] {
    [archives + "/" + Self.overrides, archives + "/" + Self.archive].filter(FileManager.default.fileExists)
  }

  /// An object for each Swift module.
  static let archive = "libsallyport.a"
  /// All modules in C.
  static let overrides = "overrides.o"

  private func names(in directory: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []).sorted()
  }
}
