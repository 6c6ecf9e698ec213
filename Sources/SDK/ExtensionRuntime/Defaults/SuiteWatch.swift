// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import CExtensionShims
internal import ExtensionProtocol
internal import Foundation
internal import Synchronization

/// Detects which suites of defaults this process uses. Foundation keeps no list and `UserDefaults` can't be replaced,
/// but Foundation tries to open a suite's file before its first use of the suite, whether or not the file exists.
enum SuiteWatch {
  static func start() {
    _ = ownDomains
    unsafe cextensionshims_watch_suites { name, length in
      let bytes = unsafe UnsafeRawBufferPointer(start: name, count: length)
      let suite = unsafe String(decoding: bytes, as: UTF8.self)
      guard !SuiteWatch.isOfProcess(suite) else { return }
      ExtensionSession.current?.noteSuite(suite)
    }
  }

  /// The domains behind `UserDefaults.standard`, which are not groups. Computed before the first report, because a
  /// report comes from inside Foundation, where Foundation must not be called.
  private static let ownDomains: Set<String> = [
    ProcessInfo.processInfo.processName, Bundle.main.bundleIdentifier ?? "",
  ]

  private static func isOfProcess(_ suite: String) -> Bool { suite.hasPrefix(".") || ownDomains.contains(suite) }
}

extension ExtensionSession {
  fileprivate func noteSuite(_ suite: String) { state.withLock { _ = $0.suitesTouched.insert(suite) } }

  /// The non-empty suites that the manifest does not declare as groups, in byte order.
  private var undeclaredWrites: [String] {
    let (touched, listed) = state.withLock { ($0.suitesTouched, $0.snapshot?.defaults.map(\.suite) ?? []) }
    return touched.subtracting(listed).filter { DefaultsDomain($0).hasValues }.sorted { $0.precedesInUTF8($1) }
  }

  /// Finds and empties suites that the manifest does not declare as groups (C14). Under `appleCompatible` the values
  /// stay in this process.
  ///
  /// - Returns: A violation that names the first of these suites.
  func takeUndeclaredWrites() -> EffectViolation? {
    let suites = undeclaredWrites
    guard terms?.behaviour == .strict, let first = suites.first else { return nil }
    for suite in suites { DefaultsDomain(suite).seed([]) }
    return EffectViolation(
      .groupUndeclared, rule: "C14", subject: "The suite “\(first)”",
      detail: "is not a group in the manifest, so its values can't be saved")
  }
}
