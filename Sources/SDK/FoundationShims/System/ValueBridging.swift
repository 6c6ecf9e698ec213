// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The value types that Foundation turns into objects: one at least for each part of Foundation that knows how.
///
/// `UserDefaults`, `NSArray` and the coders ask the Swift runtime for these bridges by type, which names nothing to a
/// linker. A static executable holds only those members of an archive that something names, so without this list an
/// array of `Data` was a box that no property list can hold, and Core Foundation ends the process at the first such
/// value that is set. Nobody reads the list: to name the bridges is its whole use.
package enum ValueBridging {
  package static var types: [any _ObjectiveCBridgeable.Type] {
    [
      AffineTransform.self, AnyHashable.self, [Any].self, Bool.self, CGFloat.self, Calendar.self, CharacterSet.self,
      CocoaError.self, Data.self, Date.self, DateComponents.self, DateInterval.self, Decimal.self, [String: Any].self,
      IndexPath.self, IndexSet.self, Locale.self, Measurement<Unit>.self, NSAttributedString.Key.self,
      Notification.self, PersonNameComponents.self, Set<AnyHashable>.self, String.self, TimeZone.self, URL.self,
      URLComponents.self, URLQueryItem.self, UUID.self,
    ]
  }
}

/// Of all numbers only this one has no bridge on Linux, although `UserDefaults` takes it for a number and then ends the
/// process over its box.
extension CGFloat: @retroactive _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: Double(self)) }

  public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout CGFloat?) {
    result = CGFloat(source.doubleValue)
  }

  public static func _conditionallyBridgeFromObjectiveC(_ source: NSNumber, result: inout CGFloat?) -> Bool {
    result = CGFloat(source.doubleValue)
    return true
  }

  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> CGFloat {
    CGFloat(source?.doubleValue ?? 0)
  }
}
