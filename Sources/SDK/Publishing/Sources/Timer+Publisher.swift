// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
public import Foundation

/// A publisher that starts when `connect()` is called.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
  func connect() -> any Cancellable
}

extension ConnectablePublisher {
  /// Starts with the first subscriber.
  public func autoconnect() -> AnyPublisher<Output, Failure> {
    AnyPublisher { relay in
      let subscription = self.relay(to: relay)
      let connection = self.connect()
      return AnyCancellable {
        connection.cancel()
        subscription.cancel()
      }
    }
  }
}

extension Timer {
  /// Publishes the time at regular intervals on the main queue. Run loops don't run in an extension, so `runLoop` and
  /// `mode` have no effect.
  ///
  /// - Parameter interval: The seconds between two values, at least a millisecond.
  public static func publish(
    every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop, in mode: RunLoop.Mode
  ) -> TimerPublisher {
    TimerPublisher(interval: interval)
  }

  public final class TimerPublisher: ConnectablePublisher, @unchecked Sendable {
    // SAFETY: the subject synchronizes its own access, and the other members are constants.
    public typealias Output = Date
    public typealias Failure = Never

    public let interval: TimeInterval
    private let subject = PassthroughSubject<Date, Never>()

    init(interval: TimeInterval) { self.interval = interval }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Date, S.Failure == Never {
      subject.receive(subscriber: subscriber)
    }

    public func connect() -> any Cancellable {
      let source = DispatchSource.makeTimerSource(queue: .main)
      let length = max(0.001, interval.isFinite ? interval : 0.001)
      source.schedule(deadline: .now() + length, repeating: length)
      source.setEventHandler { [subject] in subject.send(Date()) }
      source.resume()
      nonisolated(unsafe) let started = source  // SAFETY: from here on it is only cancelled, which any thread may do.
      return AnyCancellable { started.cancel() }
    }
  }
}
