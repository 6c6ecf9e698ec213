// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import CExtensionShims
internal import ExtensionProtocol
internal import Foundation
internal import Synchronization

/// Learns which suites of defaults the code of this process uses: Foundation keeps no list, and `UserDefaults` can't be
/// replaced. It looks for a suite's file before the first use of it, wherever there is no home to find one in.
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

  /// The domains behind `UserDefaults.standard`, which no group names. Known before the first report: whoever reports is
  /// inside Foundation, which must not be asked anything then.
  private static let ownDomains: Set<String> = [
    ProcessInfo.processInfo.processName, Bundle.main.bundleIdentifier ?? "",
  ]

  private static func isOfProcess(_ suite: String) -> Bool { suite.hasPrefix(".") || ownDomains.contains(suite) }
}

extension ExtensionSession {
  fileprivate func noteSuite(_ suite: String) { state.withLock { _ = $0.suitesTouched.insert(suite) } }

  /// The suites that no group of the manifest names and that hold something now, by their bytes.
  private var undeclaredWrites: [String] {
    let (touched, listed) = state.withLock { ($0.suitesTouched, $0.snapshot?.defaults.map(\.suite) ?? []) }
    return touched.subtracting(listed).filter { DefaultsDomain($0).hasValues }.sorted { $0.precedesInUTF8($1) }
  }

  /// Finds what was written to groups that the manifest does not declare, and empties them (C14). In `appleCompatible`
  /// the values stay, in this process only.
  ///
  /// - Returns: the breach, named after the first of them.
  func takeUndeclaredWrites() -> EffectViolation? {
    let suites = undeclaredWrites
    guard terms?.behaviour == .strict, let first = suites.first else { return nil }
    for suite in suites { DefaultsDomain(suite).seed([]) }
    return EffectViolation(
      .groupUndeclared, rule: "C14", subject: "The suite “\(first)”",
      detail: "is no group of the manifest, so what was written to it can't be kept")
  }
}
