// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The modules that a source may import here.
struct ModuleKnowledge: Hashable, Sendable {
  /// The modules of the toolchain.
  static let toolchain: Set<String> = [
    "Cxx", "Dispatch", "Distributed", "Foundation", "FoundationEssentials", "FoundationInternationalization",
    "FoundationNetworking", "FoundationXML", "Glibc", "Observation", "RegexBuilder", "Swift", "Synchronization",
    "_Concurrency", "_StringProcessing", "_Differentiation",
  ]

  /// The modules of the SDK in use.
  let sdk: Set<String>

  func has(_ module: String) -> Bool { sdk.contains(module) || Self.toolchain.contains(module) }

  /// Apple's modules without a counterpart here.
  var absent: Set<String> { AppleFrameworks.names.subtracting(sdk).subtracting(Self.toolchain) }

  /// Modules whose import a source may leave out, as it would on Apple's systems. The toolchain's own networking needs
  /// a library that static programs don't have, and an extension has no network: the SDK's requests all fail.
  static let needless: Set<String> = ["FoundationNetworking"]

  /// The reason that a module can't be imported, or `nil` if it can.
  func objection(to module: String, ownModules: Set<String>) -> String? {
    guard !has(module) else { return nil }
    if ownModules.contains(module) { return nil }
    // An import of one of Apple's modules compiles: an empty module is made for it.
    if AppleFrameworks.names.contains(module) { return nil }
    return
      "the module “\(module)” is a third-party package or another target; pass its sources to the command too, or exclude it with #if canImport(\(module))"
  }
}
