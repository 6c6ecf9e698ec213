// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// References to the value types that Foundation bridges to objects, at least one per part of Foundation that contains
/// bridges.
///
/// `UserDefaults`, `NSArray` and the coders look up these bridges by type at run time, so the linker sees no reference
/// to them. A static executable contains only the archive members that are referenced. Without this list an array of
/// `Data` was bridged to a box that a property list can't contain, and setting such a value made Core Foundation end
/// the process. Nothing reads the list; the references are its purpose.
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

/// `CGFloat` is the only number type without a bridge on Linux. `UserDefaults` accepts it as a number but then ends the
/// process because it is boxed.
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
