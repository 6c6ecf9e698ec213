// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime
public import SwiftUI

/// Settings of the family under one name, shared by its app and all its extensions (M1).
///
/// ### On Linux
/// Reads are answered from the snapshot of the running callback plus its own writes; writes are applied by the host
/// together with the callback, or not at all. Outside a callback each mutating call is a transaction of its own. A write
/// that breaks a rule leaves the old value readable and is reported as `EffectViolation`.
public class ManagedSettingsStore: ObservableObject, @unchecked Sendable {
  // SAFETY: `name` and `observation` are constants; the published properties guard themselves.
  private let name: String
  private let observation = SnapshotObservation()

  /// The merged value of all stores of the family, under the privacy profile `open` of all families (M9).
  @Published public private(set) var effectiveMaximumMovieRating: Int
  @Published public private(set) var effectiveMaximumTVShowRating: Int
  @Published public private(set) var effectiveDenyExplicitContent: Bool

  /// The store `default`.
  public convenience init() { self.init(named: .default) }

  /// A store by name; all instances of one name are the same store, in every process of the family (M1).
  public init(named name: Name) {
    TokenExpiryMessage.startPosting()
    self.name = name.rawValue
    let media = Self.effectiveMedia
    effectiveMaximumMovieRating = Int(media.maximumMovieRating)
    effectiveMaximumTVShowRating = Int(media.maximumTVShowRating)
    effectiveDenyExplicitContent = media.denyExplicitContent
    observation.start { [weak self] in self?.readEffectiveMedia() }
  }

  /// The name of a store; up to 50 besides `default`.
  public struct Name: RawRepresentable, Hashable, Sendable {
    /// The store that `init()` opens.
    public static let `default` = Name("Default")

    /// 1 to 256 bytes (§4).
    public let rawValue: String

    /// A name as it is written in sources.
    public init(_ rawValue: String) { self.rawValue = rawValue }
    /// A name as it is stored.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// Accounts of the device: whether they may be changed.
  public var account: AccountSettings {
    get { read() }
    set { write(newValue) }
  }
  /// Which apps may be opened, installed and removed.
  public var application: ApplicationSettings {
    get { read() }
    set { write(newValue) }
  }
  /// Purchases and age ratings.
  public var appStore: AppStoreSettings {
    get { read() }
    set { write(newValue) }
  }
  /// Whether cellular settings may be changed.
  public var cellular: CellularSettings {
    get { read() }
    set { write(newValue) }
  }
  /// Whether the clock is set by itself.
  public var dateAndTime: DateAndTimeSettings {
    get { read() }
    set { write(newValue) }
  }
  /// Whom one may play with.
  public var gameCenter: GameCenterSettings {
    get { read() }
    set { write(newValue) }
  }
  /// Which films, shows, books and music are let through.
  public var media: MediaSettings {
    get { read() }
    set { write(newValue) }
  }
  /// Whether the passcode may be changed.
  public var passcode: PasscodeSettings {
    get { read() }
    set { write(newValue) }
  }
  /// Cookies and filling in of forms.
  public var safari: SafariSettings {
    get { read() }
    set { write(newValue) }
  }
  /// What is covered by a shield (S1).
  public var shield: ShieldSettings {
    get { read() }
    set { write(newValue) }
  }
  /// Whether the assistant may be used.
  public var siri: SiriSettings {
    get { read() }
    set { write(newValue) }
  }
  /// Which web domains are blocked.
  public var webContent: WebContentSettings {
    get { read() }
    set { write(newValue) }
  }

  /// Removes every value of this store, also those written by others since the snapshot (C11).
  public func clearAllSettings() { ExtensionSession.current?.write([.clearStore(name)]) }

  /// Whether the merge counts this store; its values stay either way (M5).
  public var isActive: Bool {
    get { ExtensionSession.current?.snapshot?.store(named: name).isActive ?? true }
    set { ExtensionSession.current?.write([.setStoreActive(store: name, isActive: newValue)]) }
  }

  /// Removes values and flag; the instance stays usable (M6).
  public func deleteStore() { ExtensionSession.current?.write([.deleteStore(name)]) }

  /// The stores that hold a value or are inactive (M6).
  public static var stores: Set<Name> {
    Set(ExtensionSession.current?.snapshot?.stores.map { Name($0.name) } ?? [])
  }

  /// Removes several stores; missing names are ignored.
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
