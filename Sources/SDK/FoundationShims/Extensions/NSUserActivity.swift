// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A description of a person's activity, passed between parts of an app.
///
/// ### On Linux
/// The object only holds its values. It is not indexed, advertised or handed to another device.
open class NSUserActivity: NSObject {
  public let activityType: String
  open var title: String?
  open var userInfo: [AnyHashable: Any]?
  open var webpageURL: URL?
  open var targetContentIdentifier: String?
  open var isEligibleForSearch = false
  open var isEligibleForHandoff = false
  open var isEligibleForPrediction = false

  public init(activityType: String) { self.activityType = activityType }

  open func becomeCurrent() {}
  open func resignCurrent() {}
  open func invalidate() {}

  open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
    userInfo = (userInfo ?? [:]).merging(otherDictionary) { _, new in new }
  }
}
