// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import Synchronization

public typealias CFString = NSString
public typealias CFDictionary = NSDictionary
public typealias CFIndex = Int

/// The name of a notification of Core Foundation.
public struct CFNotificationName: RawRepresentable, Hashable, @unchecked Sendable {
  // SAFETY: a copy is kept, and nobody changes it.
  public let rawValue: CFString

  public init(_ rawValue: CFString) { self.init(rawValue: rawValue) }

  public init(rawValue: CFString) { self.rawValue = NSString(string: rawValue.description) }
}

/// What an observer is called with: centre, the pointer it was added with, name, object, values.
public typealias CFNotificationCallback = (
  CFNotificationCenter?, UnsafeMutableRawPointer?, CFNotificationName?, UnsafeRawPointer?, CFDictionary?
) -> Void

public enum CFNotificationSuspensionBehavior: Int, Sendable {
  case drop = 1
  case coalesce, hold, deliverImmediately
}

/// The centre of notifications without values that processes of a device send each other.
///
/// ### On Linux
/// Observers in the same process hear of a post at once, on the thread that posts, as with `deliverImmediately`. Other
/// processes don't: an extension has no way to another process, and a sealed one must have none. Processes of a family
/// learn of each other's changes from their next snapshot (`screen-time.md`), and that is what such a notification
/// says nearly always.
public final class CFNotificationCenter: Sendable {
  static let darwin = CFNotificationCenter()

  private struct Observer: @unchecked Sendable {
    // SAFETY: the pointer is handed back as it came, and the callback is called on the thread that posts, as on Apple's
    // systems.
    var pointer: UnsafeRawPointer?
    var name: String?
    var callback: CFNotificationCallback
  }

  private let observers = Mutex<[Observer]>([])

  func add(_ pointer: UnsafeRawPointer?, name: String?, callback: @escaping CFNotificationCallback) {
    let observer = Observer(pointer: pointer, name: name, callback: callback)
    observers.withLock { $0.append(observer) }
  }

  func remove(_ pointer: UnsafeRawPointer?, name: String?) {
    nonisolated(unsafe) let pointer = pointer  // SAFETY: compared, never followed.
    observers.withLock { all in
      all.removeAll { $0.pointer == pointer && (name == nil || $0.name == name) }
    }
  }

  func post(_ name: CFNotificationName) {
    let heard = observers.withLock { all in all.filter { $0.name == nil || $0.name == name.rawValue.description } }
    for observer in heard {
      observer.callback(self, UnsafeMutableRawPointer(mutating: observer.pointer), name, nil, nil)
    }
  }
}

/// The centre of this process; see `CFNotificationCenter`.
public func CFNotificationCenterGetDarwinNotifyCenter() -> CFNotificationCenter! { .darwin }

/// - Parameters:
///   - object: ignored, as by the Darwin centre.
///   - userInfo: ignored, as by the Darwin centre.
///   - deliverImmediately: ignored: delivery is always at once.
public func CFNotificationCenterPostNotification(
  _ center: CFNotificationCenter!, _ name: CFNotificationName!, _ object: UnsafeRawPointer?,
  _ userInfo: CFDictionary?, _ deliverImmediately: Bool
) {
  guard let center, let name else { return }
  center.post(name)
}

/// - Parameters:
///   - observer: given to `callBack`; also what the observer is removed by.
///   - name: `nil` hears every name.
public func CFNotificationCenterAddObserver(
  _ center: CFNotificationCenter!, _ observer: UnsafeRawPointer?, _ callBack: CFNotificationCallback?,
  _ name: CFString?, _ object: UnsafeRawPointer?, _ suspensionBehavior: CFNotificationSuspensionBehavior
) {
  guard let center, let callBack else { return }
  center.add(observer, name: name?.description, callback: callBack)
}

public func CFNotificationCenterRemoveObserver(
  _ center: CFNotificationCenter!, _ observer: UnsafeRawPointer?, _ name: CFNotificationName?,
  _ object: UnsafeRawPointer?
) {
  center?.remove(observer, name: name?.rawValue.description)
}

public func CFNotificationCenterRemoveEveryObserver(_ center: CFNotificationCenter!, _ observer: UnsafeRawPointer?) {
  center?.remove(observer, name: nil)
}
