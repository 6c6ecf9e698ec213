// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension NotificationCenter {
  public struct Publisher: Publishing.Publisher {
    public typealias Output = Notification
    public typealias Failure = Never

    public let center: NotificationCenter
    public let name: Notification.Name
    public let object: AnyObject?

    public init(center: NotificationCenter, name: Notification.Name, object: AnyObject? = nil) {
      self.center = center
      self.name = name
      self.object = object
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Notification, S.Failure == Never {
      let (center, name, object) = (center, name, object)
      AnyPublisher<Notification, Never> { relay in
        nonisolated(unsafe) let relay = relay  // SAFETY: called on the thread that posts, as with Combine.
        let token = center.addObserver(forName: name, object: object, queue: nil) { relay.value($0) }
        return AnyCancellable { center.removeObserver(token) }
      }.receive(subscriber: subscriber)
    }
  }

  public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> Publisher {
    Publisher(center: self, name: name, object: object)
  }
}
