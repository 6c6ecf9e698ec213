// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionTransport

/// A queue of pending events by simulated time; events at the same instant come in random order.
struct Agenda<Event> {
  private struct Entry {
    var time: MonotonicTime
    var order: UInt64
    var event: Event
  }

  private var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  /// The time of the next event.
  var nextTime: MonotonicTime? { next?.time }

  mutating func add(_ event: Event, at time: MonotonicTime, _ random: inout SimulationRandom) {
    entries.append(Entry(time: time, order: random.next(), event: event))
  }

  mutating func takeNext() -> (time: MonotonicTime, event: Event)? {
    guard let entry = next, let index = entries.firstIndex(where: { $0.order == entry.order }) else { return nil }
    entries.remove(at: index)
    return (entry.time, entry.event)
  }

  private var next: Entry? { entries.min { ($0.time.nanoseconds, $0.order) < ($1.time.nanoseconds, $1.order) } }
}
