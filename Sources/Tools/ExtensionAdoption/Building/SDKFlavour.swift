// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A way to compile the SDK. Programs are static, because they start several times faster and need no files in the
/// sandbox.
package enum SDKFlavour: String, CaseIterable, Sendable {
  /// Optimised.
  case release = "static-release"
  /// Not optimised: compiled in about a third of the time.
  case debug = "static-debug"

  /// The arguments of the package manager. Without optimisation a module is still compiled as a whole, because that is
  /// the fastest way to compile all of it.
  var buildArguments: [String] {
    ["-c", "release", "--static-swift-stdlib"] + (self == .debug ? ["-Xswiftc", "-Onone"] : [])
  }

  /// The arguments of the compiler for an extension. The debug flavour keeps the symbols that a debugger reads.
  var compilerArguments: [String] {
    self == .debug ? ["-Onone", "-g"] : ["-O", "-Xlinker", "-s"]
  }
}
