// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension NotificationCenter {
  /// An asynchronous sequence of the notifications with a name. It ends with the task that iterates it.
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
          // SAFETY: passed only to the task that iterates the sequence.
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
