// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import Synchronization

public typealias CFString = NSString
public typealias CFDictionary = NSDictionary
public typealias CFIndex = Int

/// The name of a Core Foundation notification.
public struct CFNotificationName: RawRepresentable, Hashable, @unchecked Sendable {
  // SAFETY: holds a private copy that is never changed.
  public let rawValue: CFString

  public init(_ rawValue: CFString) { self.init(rawValue: rawValue) }

  public init(rawValue: CFString) { self.rawValue = NSString(string: rawValue.description) }
}

/// The function called for an observer: centre, observer pointer, name, object and user info.
public typealias CFNotificationCallback = (
  CFNotificationCenter?, UnsafeMutableRawPointer?, CFNotificationName?, UnsafeRawPointer?, CFDictionary?
) -> Void

public enum CFNotificationSuspensionBehavior: Int, Sendable {
  case drop = 1
  case coalesce, hold, deliverImmediately
}

/// The centre for notifications without values between processes on a device.
///
/// ### On Linux
/// Observers in the same process receive a notification at once, on the posting thread, as with `deliverImmediately`.
/// Other processes don't receive it: extensions can't communicate with other processes, and sealed ones must not.
/// Processes of a family receive each other's changes with their next snapshot (`screen-time.md`), which is what most
/// such notifications announce.
public final class CFNotificationCenter: Sendable {
  static let darwin = CFNotificationCenter()

  private struct Observer: @unchecked Sendable {
    // SAFETY: the pointer is passed back unchanged, and the callback is called on the posting thread, as on Apple's
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

/// Returns the centre of this process; see `CFNotificationCenter`.
public func CFNotificationCenterGetDarwinNotifyCenter() -> CFNotificationCenter! { .darwin }

/// Posts a notification to observers in this process.
///
/// - Parameters:
///   - object: Ignored, as in the Darwin centre.
///   - userInfo: Ignored, as in the Darwin centre.
///   - deliverImmediately: Ignored, because delivery is always immediate.
public func CFNotificationCenterPostNotification(
  _ center: CFNotificationCenter!, _ name: CFNotificationName!, _ object: UnsafeRawPointer?,
  _ userInfo: CFDictionary?, _ deliverImmediately: Bool
) {
  guard let center, let name else { return }
  center.post(name)
}

/// Adds an observer for notifications in this process.
///
/// - Parameters:
///   - observer: The pointer passed to `callBack`, which also identifies the observer for removal.
///   - name: The name to observe, or `nil` for all names.
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
