// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime

/// Settings for hiding, installing and removing applications.
public struct ApplicationSettings: ManagedSettingsGroup, DraftedSettings, Sendable {
  var draft: SettingsDraft

  init(draft: SettingsDraft) { self.draft = draft }

  /// Applications that are hidden and can't be opened. They have no shield, and no extension is called for them.
  public var blockedApplications: Set<Application>? {
    get {
      guard case .blockedApplications(let applications)? = draft[.blockedApplications] else { return nil }
      return Set(applications.compactMap(Application.init))
    }
    set { draft[.blockedApplications] = newValue.map { .blockedApplications($0.wireApplications) } }
  }

  /// The default of `blockedApplications`, which applies if no store sets it.
  public static let blockedApplications = SettingMetadata<Set<Application>>(defaultValue: [])

  /// Denies installing applications.
  public var denyAppInstallation: Bool? {
    get { draft[flag: .denyAppInstallation] }
    set { draft[flag: .denyAppInstallation] = newValue }
  }

  /// The default of `denyAppInstallation`, which applies if no store sets it.
  public static let denyAppInstallation = SettingMetadata(defaultValue: false)

  /// Denies removing applications, if the operator has installed a hook that enforces it.
  public var denyAppRemoval: Bool? {
    get { draft[flag: .denyAppRemoval] }
    set { draft[flag: .denyAppRemoval] = newValue }
  }

  /// The default of `denyAppRemoval`, which applies if no store sets it.
  public static let denyAppRemoval = SettingMetadata(defaultValue: false)
}
