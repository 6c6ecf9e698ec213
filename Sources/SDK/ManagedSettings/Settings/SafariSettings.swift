// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime

/// The browser. Stored and merged; no organ of this device enforces it (M13).
public struct SafariSettings: ManagedSettingsGroup, DraftedSettings, Sendable {
  var draft: SettingsDraft

  init(draft: SettingsDraft) { self.draft = draft }

  /// Whether forms are filled in automatically.
  public var denyAutoFill: Bool? {
    get { draft[flag: .denyAutoFill] }
    set { draft[flag: .denyAutoFill] = newValue }
  }

  /// What `denyAutoFill` is where no store says anything.
  public static let denyAutoFill = SettingMetadata(defaultValue: false)

  /// Which cookies are accepted.
  public var cookiePolicy: CookiePolicy? {
    get {
      guard case .cookiePolicy(let policy)? = draft[.cookiePolicy] else { return nil }
      return CookiePolicy(rawValue: policy.rawValue)
    }
    set {
      draft[.cookiePolicy] = newValue.flatMap { SettingValue.CookiePolicy(rawValue: $0.rawValue) }
        .map(SettingValue.cookiePolicy)
    }
  }

  /// What `cookiePolicy` is where no store says anything.
  public static let cookiePolicy = SettingMetadata(defaultValue: CookiePolicy.always)

  /// From the strictest to the mildest; the strictest store wins.
  public enum CookiePolicy: String, Comparable, CaseIterable, Sendable {
    case never, currentWebsite, visitedWebsites, always

    /// By how much is let in: `never` is the strictest.
    public static func < (left: CookiePolicy, right: CookiePolicy) -> Bool {
      let order = CookiePolicy.allCases
      return order.firstIndex(of: left) ?? 0 < order.firstIndex(of: right) ?? 0
    }
  }
}
