// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime

/// Settings for the browser. Values are stored and merged, but this host does not enforce them.
public struct SafariSettings: ManagedSettingsGroup, DraftedSettings, Sendable {
  var draft: SettingsDraft

  init(draft: SettingsDraft) { self.draft = draft }

  /// Denies filling in forms automatically.
  public var denyAutoFill: Bool? {
    get { draft[flag: .denyAutoFill] }
    set { draft[flag: .denyAutoFill] = newValue }
  }

  /// The default of `denyAutoFill`, which applies if no store sets it.
  public static let denyAutoFill = SettingMetadata(defaultValue: false)

  /// The cookies that the browser accepts.
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

  /// The default of `cookiePolicy`, which applies if no store sets it.
  public static let cookiePolicy = SettingMetadata(defaultValue: CookiePolicy.always)

  /// The cookies to accept, strictest policy first. If stores differ, the strictest applies.
  public enum CookiePolicy: String, Comparable, CaseIterable, Sendable {
    case never, currentWebsite, visitedWebsites, always

    /// Orders policies by strictness; `never` is the smallest.
    public static func < (left: CookiePolicy, right: CookiePolicy) -> Bool {
      let order = CookiePolicy.allCases
      return order.firstIndex(of: left) ?? 0 < order.firstIndex(of: right) ?? 0
    }
  }
}
