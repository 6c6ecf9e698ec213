// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The family's notification settings, which follow from the manifest's capability and the operator's grant.
public final class UNNotificationSettings: NSObject, Sendable {
  public let authorizationStatus: UNAuthorizationStatus
  public let alertSetting: UNNotificationSetting
  public let notificationCenterSetting: UNNotificationSetting
  public let lockScreenSetting: UNNotificationSetting
  public let badgeSetting: UNNotificationSetting
  public let timeSensitiveSetting: UNNotificationSetting
  public let soundSetting: UNNotificationSetting
  public let criticalAlertSetting: UNNotificationSetting
  public let announcementSetting: UNNotificationSetting
  public let carPlaySetting: UNNotificationSetting
  public let scheduledDeliverySetting: UNNotificationSetting

  init(isAllowed: Bool, mayBadge: Bool) {
    let shown: UNNotificationSetting = isAllowed ? .enabled : .disabled
    authorizationStatus = isAllowed ? .authorized : .denied
    (alertSetting, notificationCenterSetting, timeSensitiveSetting) = (shown, shown, shown)
    badgeSetting = mayBadge ? .enabled : .disabled
    (lockScreenSetting, soundSetting, criticalAlertSetting) = (.notSupported, .notSupported, .notSupported)
    (announcementSetting, carPlaySetting, scheduledDeliverySetting) = (.notSupported, .notSupported, .notSupported)
  }
}
