// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import Foundation

/// The compiled SDK, shared by every family of a user: one directory per toolchain and SDK, with one directory per
/// flavour in it.
package struct SDKCache: Sendable {
  /// The directory of all compiled SDKs.
  let directory: String
  let sdk: SDKLocation
  let toolchain: Toolchain

  /// Beyond this size the least recently used SDKs are deleted.
  private static let mostBytes: Int64 = 2 << 30

  package init(directory: String, sdk: SDKLocation, toolchain: Toolchain) {
    self.directory = directory
    self.sdk = sdk
    self.toolchain = toolchain
  }

  /// `$XDG_CACHE_HOME/sallyport/sdk`.
  package static func standardDirectory() -> String {
    standardDirectory(environment: ProcessInfo.processInfo.environment)
  }

  static func standardDirectory(environment: [String: String]) -> String {
    let cache = environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (cache ?? (environment["HOME"] ?? "/var/lib") + "/.cache") + "/sallyport/sdk"
  }

  /// The SDK to compile against: the optimised one if it is there or asked for, else the one that is compiled sooner.
  ///
  /// - Parameters:
  ///   - flavour: The flavour to insist on, or `nil` for the best that is there.
  ///   - isStatic: Which flavours to choose from.
  package func built(
    _ flavour: SDKFlavour? = nil, isStatic: Bool = false, progress: (String) -> Void = { _ in }
  ) throws -> BuiltSDK {
    let home = "\(directory)/\(try key())"
    if let flavour { return try built(flavour, in: home, progress) }
    let sooner = SDKFlavour(isOptimised: false, isStatic: isStatic)
    return try Self.existing(SDKFlavour(isOptimised: true, isStatic: isStatic), in: home)
      ?? built(sooner, in: home, progress)
  }

  /// Whether another command is compiling a flavour now.
  package func isCompiling(_ flavour: SDKFlavour) throws -> Bool {
    FileLock.isHeld(Self.lockFile(of: flavour, in: "\(directory)/\(try key())"))
  }

  private static func lockFile(of flavour: SDKFlavour, in home: String) -> String {
    "\(home)/\(flavour.rawValue).lock"
  }

  private func built(_ flavour: SDKFlavour, in home: String, _ progress: (String) -> Void) throws -> BuiltSDK {
    if let sdk = Self.existing(flavour, in: home) { return sdk }
    try FileWriting.makeDirectory(home)
    // Another command may be compiling it now. The lock ends with its process.
    let lock = try FileLock(Self.lockFile(of: flavour, in: home))
    defer { lock.release() }
    if let sdk = Self.existing(flavour, in: home) { return sdk }
    progress("compiling the SDK (\(flavour.isOptimised ? "" : "not ")optimised), once for this toolchain")
    let temporary = "\(home)/.\(flavour.rawValue)"
    try? FileManager.default.removeItem(atPath: temporary)
    try SDKBuild(sdk: sdk, toolchain: toolchain, flavour: flavour, scratch: temporary + "/build").fill(
      temporary + "/sdk")
    let place = "\(home)/\(flavour.rawValue)"
    do {
      try FileManager.default.moveItem(atPath: temporary + "/sdk", toPath: place)
    } catch { throw AdoptionError("\(place) can't be written: \(error.localizedDescription)") }
    try? FileManager.default.removeItem(atPath: temporary)
    evict(except: place)
    return BuiltSDK(directory: place, flavour: flavour)
  }

  /// A compiled SDK, marked as used now.
  private static func existing(_ flavour: SDKFlavour, in home: String) -> BuiltSDK? {
    let place = "\(home)/\(flavour.rawValue)"
    guard FileManager.default.fileExists(atPath: place) else { return nil }
    try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: place)
    return BuiltSDK(directory: place, flavour: flavour)
  }

  /// Digest of all that decides the compiled modules: the toolchain, the flags and the sources.
  func key() throws -> String {
    var hash = SHA256()
    func add(_ text: String) { hash.update(data: Data((text + "\0").utf8)) }
    add(try toolchain.version())
    for flavour in SDKFlavour.allCases { add("\(flavour.buildArguments) \(flavour.environment.keys.sorted())") }
    for folder in ["Sources/SDK", "Sources/Wire", SDKLocation.compatibility + "/Sources"] {
      let names = FileManager.default.enumerator(atPath: sdk.path + "/" + folder)?.compactMap { $0 as? String } ?? []
      for name in names.sorted() where [".swift", ".c", ".h", ".modulemap"].contains(where: name.hasSuffix) {
        add(name)
        add(String(decoding: try InputFile.data("\(sdk.path)/\(folder)/\(name)"), as: UTF8.self))
      }
    }
    for manifest in ["Package.swift", SDKLocation.compatibility + "/Package.swift"] {
      add((try? InputFile.data("\(sdk.path)/\(manifest)")).map { String(decoding: $0, as: UTF8.self) } ?? "")
    }
    return hash.finalize().prefix(12).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  // MARK: - Size

  /// Deletes the least recently used SDKs until the rest is within the limit.
  private func evict(except place: String) {
    let manager = FileManager.default
    var known = (manager.enumerator(atPath: directory)?.compactMap { $0 as? String } ?? [])
      .filter { path in
        path.split(separator: "/").count == 2 && SDKFlavour.allCases.contains { path.hasSuffix("/" + $0.rawValue) }
      }
      .map { name -> (path: String, used: Date, bytes: Int64) in
        let path = "\(directory)/\(name)"
        let used = (try? manager.attributesOfItem(atPath: path))?[.modificationDate] as? Date
        return (path, used ?? .distantPast, Self.bytes(of: path))
      }
      .sorted { $0.used > $1.used }
    while known.map(\.bytes).reduce(0, +) > Self.mostBytes, let oldest = known.popLast() {
      if oldest.path != place { try? manager.removeItem(atPath: oldest.path) }
    }
  }

  private static func bytes(of directory: String) -> Int64 {
    (FileManager.default.enumerator(atPath: directory)?.compactMap { $0 as? String } ?? []).reduce(0) { sum, name in
      let size = (try? FileManager.default.attributesOfItem(atPath: "\(directory)/\(name)"))?[.size] as? NSNumber
      return sum + (size?.int64Value ?? 0)
    }
  }
}
