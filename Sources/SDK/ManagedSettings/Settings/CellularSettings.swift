// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime

/// Settings for cellular data. Values are stored and merged, but this host does not enforce them.
public struct CellularSettings: ManagedSettingsGroup, DraftedSettings, Sendable {
  var draft: SettingsDraft

  init(draft: SettingsDraft) { self.draft = draft }

  /// Denies changing the use of cellular data by applications.
  public var lockAppCellularData: Bool? {
    get { draft[flag: .lockAppCellularData] }
    set { draft[flag: .lockAppCellularData] = newValue }
  }

  /// The default of `lockAppCellularData`, which applies if no store sets it.
  public static let lockAppCellularData = SettingMetadata(defaultValue: false)

  /// Denies changing the cellular plan.
  public var lockCellularPlan: Bool? {
    get { draft[flag: .lockCellularPlan] }
    set { draft[flag: .lockCellularPlan] = newValue }
  }

  /// The default of `lockCellularPlan`, which applies if no store sets it.
  public static let lockCellularPlan = SettingMetadata(defaultValue: false)

  /// Denies changing the eSIM.
  public var lockESIM: Bool? {
    get { draft[flag: .lockESIM] }
    set { draft[flag: .lockESIM] = newValue }
  }

  /// The default of `lockESIM`, which applies if no store sets it.
  public static let lockESIM = SettingMetadata(defaultValue: false)
}
