// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime

/// Settings for web content.
public struct WebContentSettings: ManagedSettingsGroup, DraftedSettings, Sendable {
  var draft: SettingsDraft

  init(draft: SettingsDraft) { self.draft = draft }

  /// The domains to block. Any policy but `.none` also turns off private browsing in browsers whose connector supports
  /// it.
  public var blockedByFilter: FilterPolicy? {
    get {
      guard case .webFilter(let filter)? = draft[.blockedByFilter] else { return nil }
      return FilterPolicy(filter)
    }
    set { draft[.blockedByFilter] = newValue.map { .webFilter($0.wire) } }
  }

  /// The default of `blockedByFilter`, which applies if no store sets it.
  public static let blockedByFilter = SettingMetadata(defaultValue: FilterPolicy.none)

  /// The web domains to filter. A domain includes its subdomains.
  public enum FilterPolicy: Equatable, Sendable {
    case none
    case specific(Set<WebDomain>)
    case auto(Set<WebDomain> = [], except: Set<WebDomain> = [])
    case all(except: Set<WebDomain> = [])
  }
}
