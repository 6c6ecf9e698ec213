// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime

/// Web content.
public struct WebContentSettings: ManagedSettingsGroup, DraftedSettings, Sendable {
  var draft: SettingsDraft

  init(draft: SettingsDraft) { self.draft = draft }

  /// Which domains are blocked; any policy but `.none` also turns private browsing off where a browser connector can.
  public var blockedByFilter: FilterPolicy? {
    get {
      guard case .webFilter(let filter)? = draft[.blockedByFilter] else { return nil }
      return FilterPolicy(filter)
    }
    set { draft[.blockedByFilter] = newValue.map { .webFilter($0.wire) } }
  }

  /// What `blockedByFilter` is where no store says anything.
  public static let blockedByFilter = SettingMetadata(defaultValue: FilterPolicy.none)

  /// A domain stands for itself and its subdomains (M11).
  public enum FilterPolicy: Equatable, Sendable {
    case none
    case specific(Set<WebDomain>)
    case auto(Set<WebDomain> = [], except: Set<WebDomain> = [])
    case all(except: Set<WebDomain> = [])
  }
}
