// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A sound of a notification. The host plays no sounds.
public final class UNNotificationSound: NSObject, Sendable {
  public static let `default` = UNNotificationSound(named: UNNotificationSoundName("default"))
  public static let defaultCritical = UNNotificationSound(named: UNNotificationSoundName("defaultCritical"))
  public static let defaultRingtone = UNNotificationSound(named: UNNotificationSoundName("defaultRingtone"))

  private let name: UNNotificationSoundName

  public init(named name: UNNotificationSoundName) { self.name = name }

  public static func criticalSoundNamed(_ name: UNNotificationSoundName) -> UNNotificationSound { .init(named: name) }
  public static func criticalSoundNamed(
    _ name: UNNotificationSoundName, withAudioVolume volume: Float
  ) -> UNNotificationSound { .init(named: name) }
  public static func defaultCriticalSound(withAudioVolume volume: Float) -> UNNotificationSound { .defaultCritical }

  public override func isEqual(_ object: Any?) -> Bool { (object as? UNNotificationSound)?.name == name }
  public override var hash: Int { name.hashValue }
}

/// The name of a sound file.
public struct UNNotificationSoundName: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.rawValue = rawValue }
}
