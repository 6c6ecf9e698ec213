// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime

/// Applications: which are hidden, and whether they come and go.
public struct ApplicationSettings: ManagedSettingsGroup, DraftedSettings, Sendable {
  var draft: SettingsDraft

  init(draft: SettingsDraft) { self.draft = draft }

  /// Applications that are hidden and can't be opened; they show no shield and ask no extension (M10).
  public var blockedApplications: Set<Application>? {
    get {
      guard case .blockedApplications(let applications)? = draft[.blockedApplications] else { return nil }
      return Set(applications.compactMap(Application.init))
    }
    set { draft[.blockedApplications] = newValue.map { .blockedApplications($0.wireApplications) } }
  }

  /// What `blockedApplications` is where no store says anything.
  public static let blockedApplications = SettingMetadata<Set<Application>>(defaultValue: [])

  /// Whether applications can be installed.
  public var denyAppInstallation: Bool? {
    get { draft[flag: .denyAppInstallation] }
    set { draft[flag: .denyAppInstallation] = newValue }
  }

  /// What `denyAppInstallation` is where no store says anything.
  public static let denyAppInstallation = SettingMetadata(defaultValue: false)

  /// Whether applications can be removed, as far as the operator's hooks reach (M14).
  public var denyAppRemoval: Bool? {
    get { draft[flag: .denyAppRemoval] }
    set { draft[flag: .denyAppRemoval] = newValue }
  }

  /// What `denyAppRemoval` is where no store says anything.
  public static let denyAppRemoval = SettingMetadata(defaultValue: false)
}
