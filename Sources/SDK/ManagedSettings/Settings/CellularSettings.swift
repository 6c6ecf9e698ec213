// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime

/// Cellular data. Stored and merged; no organ of this device enforces it (M13).
public struct CellularSettings: ManagedSettingsGroup, DraftedSettings, Sendable {
  var draft: SettingsDraft

  init(draft: SettingsDraft) { self.draft = draft }

  /// Whether the use of cellular data by applications can be changed.
  public var lockAppCellularData: Bool? {
    get { draft[flag: .lockAppCellularData] }
    set { draft[flag: .lockAppCellularData] = newValue }
  }

  /// What `lockAppCellularData` is where no store says anything.
  public static let lockAppCellularData = SettingMetadata(defaultValue: false)

  /// Whether the plan can be changed.
  public var lockCellularPlan: Bool? {
    get { draft[flag: .lockCellularPlan] }
    set { draft[flag: .lockCellularPlan] = newValue }
  }

  /// What `lockCellularPlan` is where no store says anything.
  public static let lockCellularPlan = SettingMetadata(defaultValue: false)

  /// Whether the embedded SIM can be changed.
  public var lockESIM: Bool? {
    get { draft[flag: .lockESIM] }
    set { draft[flag: .lockESIM] = newValue }
  }

  /// What `lockESIM` is where no store says anything.
  public static let lockESIM = SettingMetadata(defaultValue: false)
}
