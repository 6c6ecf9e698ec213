// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A way to compile the SDK and the programs that use it.
///
/// A program contains the parts of the SDK that it uses. The Swift runtime and Foundation are shared libraries, which
/// the host copies into a family's runtime image once; a static program contains them too, 60 MB for each.
package enum SDKFlavour: String, CaseIterable, Sendable {
  /// Optimised.
  case release
  /// Not optimised: compiled in about a third of the time.
  case debug
  case staticRelease = "static-release"
  case staticDebug = "static-debug"

  package init(isOptimised: Bool, isStatic: Bool) {
    self =
      switch (isOptimised, isStatic) {
      case (true, false): .release
      case (false, false): .debug
      case (true, true): .staticRelease
      case (false, true): .staticDebug
      }
  }

  package var isOptimised: Bool { self == .release || self == .staticRelease }
  package var isStatic: Bool { self == .staticRelease || self == .staticDebug }

  /// The arguments of the package manager. Without optimisation a module is still compiled as a whole, because that is
  /// the fastest way to compile all of it.
  ///
  /// The interface of a module is written in the same step as its code; by default a second compiler writes it, which
  /// checks the whole module again. Debug information of the SDK costs a third of the time, and backtraces name its
  /// functions without it.
  var buildArguments: [String] {
    ["-c", "release", "-Xswiftc", "-no-emit-module-separately-wmo", "-debug-info-format", "none"]
      + (isStatic ? ["--static-swift-stdlib"] : [])
  }

  /// The environment of the package manager. The SDK's manifest leaves out the host, and decides what is optimised.
  var environment: [String: String] {
    ["SALLYPORT_SDK_ONLY": "1"].merging(isOptimised ? [:] : ["SALLYPORT_SDK_UNOPTIMISED": "1"]) { $1 }
  }

  /// The arguments to link an extension. The path of the toolchain's libraries does not exist in a sandbox, so it is
  /// left out.
  var linkerArguments: [String] { isStatic ? ["-static-executable"] : ["-no-toolchain-stdlib-rpath"] }
}
