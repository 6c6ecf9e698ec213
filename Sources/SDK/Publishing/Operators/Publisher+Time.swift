// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension Publisher {
  /// Delivers values on `scheduler`, in order. A value for the main queue that is sent on the main thread arrives at
  /// once.
  public func receive<S: Scheduler>(on scheduler: S, options: S.SchedulerOptions? = nil) -> AnyPublisher<
    Output, Failure
  > {
    AnyPublisher { relay in
      self.relay(
        to: Relay(
          value: { value in scheduler.schedule(options: options) { relay.value(value) } },
          completion: { completion in scheduler.schedule(options: options) { relay.completion(completion) } }))
    }
  }

  /// Subscribes on `scheduler`.
  public func subscribe<S: Scheduler>(
    on scheduler: S, options: S.SchedulerOptions? = nil
  ) -> AnyPublisher<Output, Failure> {
    AnyPublisher { relay in
      let subscription = RelaySubscription()
      scheduler.schedule(options: options) { subscription.hold(self.relay(to: relay)) }
      return AnyCancellable { subscription.cancel() }
    }
  }

  /// Publishes the last value of a burst, after `dueTime` has passed without another.
  public func debounce<S: Scheduler>(
    for dueTime: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
  ) -> AnyPublisher<Output, Failure> {
    AnyPublisher { relay in
      let turn = Locked(0)
      return self.relay(
        to: Relay(
          value: { value in
            let mine = turn.withLock { turn in
              turn += 1
              return turn
            }
            scheduler.schedule(after: scheduler.now.advanced(by: dueTime), tolerance: dueTime, options: options) {
              if turn.withLock({ $0 }) == mine { relay.value(value) }
            }
          }, completion: relay.completion))
    }
  }

  /// Publishes at most one value per interval: its first value or, with `latest`, its last.
  public func throttle<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride, scheduler: S, latest: Bool
  ) -> AnyPublisher<Output, Failure> {
    AnyPublisher { relay in
      let waiting = Locked((isOpen: false, value: Output?.none))
      return self.relay(
        to: Relay(
          value: { value in
            let isFirst = waiting.withLock { waiting in
              if !waiting.isOpen || latest { waiting.value = waiting.isOpen ? value : nil }
              defer { waiting.isOpen = true }
              return !waiting.isOpen
            }
            guard isFirst else { return }
            relay.value(value)
            scheduler.schedule(after: scheduler.now.advanced(by: interval), tolerance: interval, options: nil) {
              let last = waiting.withLock { waiting in
                defer { waiting = (false, nil) }
                return waiting.value
              }
              if let last { relay.value(last) }
            }
          }, completion: relay.completion))
    }
  }

  public func delay<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride, scheduler: S
  ) -> AnyPublisher<Output, Failure> {
    AnyPublisher { relay in
      func later(_ action: @escaping () -> Void) {
        scheduler.schedule(after: scheduler.now.advanced(by: interval), tolerance: interval, options: nil, action)
      }
      return self.relay(
        to: Relay(
          value: { value in later { relay.value(value) } },
          completion: { completion in later { relay.completion(completion) } }))
    }
  }
}
