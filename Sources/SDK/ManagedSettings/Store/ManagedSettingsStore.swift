// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime
public import SwiftUI

/// A store of settings with a name, shared by the family's app and extensions.
///
/// ### On Linux
/// A read returns a value from the snapshot of the running callback, with the callback's own writes applied. The host
/// applies all writes of a callback together, or none of them. Outside a callback, each mutating call is a separate
/// transaction. A write that violates a rule is reported as `EffectViolation` and leaves the old value in place.
public class ManagedSettingsStore: ObservableObject, @unchecked Sendable {
  // SAFETY: `name` and `observation` are constants; the published properties synchronize their own access.
  private let name: String
  private let observation = SnapshotObservation()

  /// The merged value of all stores of the family; under the privacy profile `open`, of the stores of all families.
  @Published public private(set) var effectiveMaximumMovieRating: Int
  @Published public private(set) var effectiveMaximumTVShowRating: Int
  @Published public private(set) var effectiveDenyExplicitContent: Bool

  /// Opens the default store.
  public convenience init() { self.init(named: .default) }

  /// Opens the store with a name. All instances with the same name are one store, in every process of the family.
  public init(named name: Name) {
    TokenExpiryMessage.startPosting()
    self.name = name.rawValue
    let media = Self.effectiveMedia
    effectiveMaximumMovieRating = Int(media.maximumMovieRating)
    effectiveMaximumTVShowRating = Int(media.maximumTVShowRating)
    effectiveDenyExplicitContent = media.denyExplicitContent
    observation.start { [weak self] in self?.readEffectiveMedia() }
  }

  /// The name of a store. A family can have 50 stores in addition to `default`.
  public struct Name: RawRepresentable, Hashable, Sendable {
    /// The name of the store that `init()` opens.
    public static let `default` = Name("Default")

    /// The name as text of 1 to 256 bytes.
    public let rawValue: String

    /// Creates a name.
    public init(_ rawValue: String) { self.rawValue = rawValue }
    /// Creates a name from its raw value.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// Settings for the accounts on the device.
  public var account: AccountSettings {
    get { read() }
    set { write(newValue) }
  }
  /// Settings for hiding, installing and removing applications.
  public var application: ApplicationSettings {
    get { read() }
    set { write(newValue) }
  }
  /// Settings for purchases and age ratings.
  public var appStore: AppStoreSettings {
    get { read() }
    set { write(newValue) }
  }
  /// Settings for cellular data.
  public var cellular: CellularSettings {
    get { read() }
    set { write(newValue) }
  }
  /// Settings for date and time.
  public var dateAndTime: DateAndTimeSettings {
    get { read() }
    set { write(newValue) }
  }
  /// Settings for multiplayer games and friends.
  public var gameCenter: GameCenterSettings {
    get { read() }
    set { write(newValue) }
  }
  /// Settings for films, television, books and music.
  public var media: MediaSettings {
    get { read() }
    set { write(newValue) }
  }
  /// Settings for the passcode.
  public var passcode: PasscodeSettings {
    get { read() }
    set { write(newValue) }
  }
  /// Settings for cookies and for filling in forms.
  public var safari: SafariSettings {
    get { read() }
    set { write(newValue) }
  }
  /// Settings that shield applications and web domains.
  public var shield: ShieldSettings {
    get { read() }
    set { write(newValue) }
  }
  /// Settings for Siri.
  public var siri: SiriSettings {
    get { read() }
    set { write(newValue) }
  }
  /// Settings for blocking web domains.
  public var webContent: WebContentSettings {
    get { read() }
    set { write(newValue) }
  }

  /// Removes every value of this store, including values that others have written since the snapshot.
  public func clearAllSettings() { ExtensionSession.current?.write([.clearStore(name)]) }

  /// Indicates whether the store's values are merged. An inactive store keeps its values.
  public var isActive: Bool {
    get { ExtensionSession.current?.snapshot?.store(named: name).isActive ?? true }
    set { ExtensionSession.current?.write([.setStoreActive(store: name, isActive: newValue)]) }
  }

  /// Deletes the store's values and its active state. The instance stays usable.
  public func deleteStore() { ExtensionSession.current?.write([.deleteStore(name)]) }

  /// The stores that hold a value or are inactive.
  public static var stores: Set<Name> {
    Set(ExtensionSession.current?.snapshot?.stores.map { Name($0.name) } ?? [])
  }

  /// Deletes several stores. Names without a store are ignored.
  public static func deleteStores(_ storeNames: Set<Name>) {
    let names = storeNames.map(\.rawValue).sorted { $0.precedesInUTF8($1) }
    ExtensionSession.current?.write(names.map { .deleteStore($0) })
  }
}

// MARK: - Values

extension ManagedSettingsStore {
  private func read<Group: DraftedSettings>() -> Group {
    let store = ExtensionSession.current?.snapshot?.store(named: name)
    return Group(draft: SettingsDraft(values: store?.settings ?? [:]))
  }

  private func write(_ group: some DraftedSettings) {
    let draft = group.draft
    ExtensionSession.current?.write(
      draft.assigned.map { .setSetting(store: name, key: $0, value: draft.values[$0]) })
  }

  private static var effectiveMedia: EffectiveMedia {
    ExtensionSession.current?.snapshot?.effective ?? EffectiveMedia()
  }

  private func readEffectiveMedia() {
    let media = Self.effectiveMedia
    if effectiveMaximumMovieRating != Int(media.maximumMovieRating) {
      effectiveMaximumMovieRating = Int(media.maximumMovieRating)
    }
    if effectiveMaximumTVShowRating != Int(media.maximumTVShowRating) {
      effectiveMaximumTVShowRating = Int(media.maximumTVShowRating)
    }
    if effectiveDenyExplicitContent != media.denyExplicitContent {
      effectiveDenyExplicitContent = media.denyExplicitContent
    }
  }
}
