// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Publishing
import Testing

private struct Mishap: Error, Equatable {}

@Suite struct PublishingTests {
  private func values<P: Publisher>(of publisher: P) -> [String] where P.Failure == Never {
    var heard: [String] = []
    _ = publisher.sink(receiveCompletion: { heard.append("\($0)") }, receiveValue: { heard.append("\($0)") })
    return heard
  }

  @Test func `operators apply in order and pass the completion on`() {
    let publisher = [1, 2, 2, 3, 4].publisher.removeDuplicates().map { $0 * 10 }.filter { $0 > 10 }.dropFirst()
    #expect(values(of: publisher) == ["30", "40", "finished"])
    #expect(values(of: [1, 2, 3].publisher.scan(0, +)) == ["1", "3", "6", "finished"])
    #expect(values(of: [1, 2, 3].publisher.reduce(0, +)) == ["6", "finished"])
    #expect(values(of: [1, 2, 3].publisher.prefix(2)) == ["1", "2", "finished"])
    #expect(values(of: [1, nil, 3].publisher.compactMap { $0 }.last()) == ["3", "finished"])
  }

  @Test func `a failure ends the stream, and replaceError replaces it`() {
    let publisher = [1, 2, 3].publisher.tryMap { value -> Int in
      if value == 2 { throw Mishap() }
      return value
    }
    #expect(values(of: publisher.replaceError(with: 9)) == ["1", "9", "finished"])
    var end: (any Error)?
    _ = publisher.sink {
      if case .failure(let error) = $0 { end = error }
    } receiveValue: { _ in
    }
    #expect(end is Mishap)
  }

  @Test func `flatMap forwards every publisher, switchToLatest the newest one`() {
    let (first, second) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let outer = PassthroughSubject<PassthroughSubject<Int, Never>, Never>()
    var (all, newest): ([Int], [Int]) = ([], [])
    let subscriptions = [
      outer.flatMap { $0 }.sink { all.append($0) }, outer.switchToLatest().sink { newest.append($0) },
    ]
    outer.send(first)
    first.send(1)
    outer.send(second)
    first.send(2)
    second.send(3)
    #expect(all == [1, 2, 3])
    #expect(newest == [1, 3])
    for subscription in subscriptions { subscription.cancel() }
    first.send(4)
    #expect(all == [1, 2, 3])
  }

  @Test func `combineLatest pairs the newest values, zip the n-th with the n-th`() {
    let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<String, Never>())
    var (latest, zipped): ([String], [String]) = ([], [])
    let subscriptions = [
      Publishers.CombineLatest(a, b).sink { latest.append("\($0)\($1)") },
      Publishers.Zip(a, b).sink { zipped.append("\($0)\($1)") },
    ]
    a.send(1)
    a.send(2)
    b.send("x")
    b.send("y")
    #expect(latest == ["2x", "2y"])
    #expect(zipped == ["1x", "2y"])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `a subject with a current value sends it first, and nothing after its completion`() {
    let subject = CurrentValueSubject<Int, Never>(1)
    var heard: [String] = []
    let subscription = subject.sink(
      receiveCompletion: { heard.append("\($0)") }, receiveValue: { heard.append("\($0)") })
    subject.value = 2
    subject.send(completion: .finished)
    subject.send(3)
    #expect(heard == ["1", "2", "finished"])
    #expect(subject.value == 2)
    #expect(values(of: subject) == ["finished"])
    subscription.cancel()
  }

  @Test func `a released subscription receives nothing more`() {
    let subject = PassthroughSubject<Int, Never>()
    var count = 0
    var subscription: AnyCancellable? = subject.map { $0 }.sink { count += $0 }
    subject.send(1)
    withExtendedLifetime(subscription) {}
    subscription = nil
    subject.send(1)
    #expect(count == 1)
  }

  @Test func `share subscribes to its source once and cancels with the last subscriber`() {
    var (started, stopped) = (0, 0)
    let subject = PassthroughSubject<Int, Never>()
    let shared = Deferred { () -> PassthroughSubject<Int, Never> in
      started += 1
      return subject
    }.handleEvents(receiveCancel: { stopped += 1 }).share()
    let (one, two) = (shared.sink { _ in }, shared.sink { _ in })
    #expect(started == 1)
    one.cancel()
    #expect(stopped == 0)
    two.cancel()
    #expect(stopped == 1)
  }

  @Test func `a future sends its value to late subscribers as well`() async {
    let future = Future<Int, Never> { promise in
      promise(.success(7))
      promise(.success(8))
    }
    #expect(values(of: future) == ["7", "finished"])
    #expect(await future.value == 7)
  }

  @Test func `assign updates a published property`() {
    final class Model: ObservableObject {
      @Published var count = 0
    }
    let (model, source) = (Model(), PassthroughSubject<Int, Never>())
    source.assign(to: &model.$count)
    source.send(5)
    #expect(model.count == 5)
  }

  @Test func `debounce sends one value per burst`() async {
    let subject = PassthroughSubject<Int, Never>()
    let stream = subject.debounce(for: .milliseconds(20), scheduler: DispatchQueue.global()).values
    var iterator = stream.makeAsyncIterator()
    for value in 1...3 { subject.send(value) }
    #expect(await iterator.next() == 3)
  }

  @Test func `notifications arrive until the subscription is cancelled`() {
    let center = NotificationCenter()
    var count = 0
    let subscription = center.publisher(for: Notification.Name("n")).sink { _ in count += 1 }
    center.post(name: Notification.Name("n"), object: nil)
    subscription.cancel()
    center.post(name: Notification.Name("n"), object: nil)
    #expect(count == 1)
  }
}
