// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension NotificationCenter {
  /// The notifications of a name as they are posted; ends with the task that reads them.
  public final class Notifications: AsyncSequence, Sendable {
    public typealias Element = Notification
    public typealias Failure = Never

    private let center: NotificationCenter
    private let name: Notification.Name
    nonisolated(unsafe) private let object: AnyObject?  // SAFETY: compared by the centre, never used.

    init(_ center: NotificationCenter, _ name: Notification.Name, _ object: AnyObject?) {
      self.center = center
      self.name = name
      self.object = object
    }

    public func makeAsyncIterator() -> AsyncStream<Notification>.Iterator {
      let center = center
      return AsyncStream<Notification> { continuation in
        let token = center.addObserver(forName: name, object: object, queue: nil) { notification in
          // SAFETY: handed to the one task that reads the sequence.
          nonisolated(unsafe) let notification = notification
          continuation.yield(notification)
        }
        nonisolated(unsafe) let registered = token  // SAFETY: given back to the centre, which is thread safe.
        continuation.onTermination = { _ in center.removeObserver(registered) }
      }.makeAsyncIterator()
    }
  }

  public func notifications(named name: Notification.Name, object: AnyObject? = nil) -> Notifications {
    Notifications(self, name, object)
  }
}
