// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftUI
import Testing

private final class Model: ObservableObject {
  @Published var count = 0
}

@Suite struct ObservationTests {
  @Test func `a publisher sends the current value, then every change`() {
    let model = Model()
    var seen: [Int] = []
    let subscription = model.$count.sink { seen.append($0) }
    model.count = 1
    model.count = 1
    subscription.cancel()
    model.count = 2
    #expect(seen == [0, 1, 1])
  }

  @Test func `removeDuplicates skips equal values`() {
    let model = Model()
    var seen: [Int] = []
    var subscriptions: Set<AnyCancellable> = []
    model.$count.removeDuplicates().sink { seen.append($0) }.store(in: &subscriptions)
    model.count = 0
    model.count = 3
    model.count = 3
    #expect(seen == [0, 3])
  }

  @Test func `objectWillChange precedes the change`() {
    let model = Model()
    var before: [Int] = []
    let subscription = model.objectWillChange.sink { [unowned model] in before.append(model.count) }
    model.count = 7
    #expect(before == [0])
    #expect(model.count == 7)
    subscription.cancel()
  }

  @Test func `a released subscription ends`() {
    let model = Model()
    var seen: [Int] = []
    do { _ = model.$count.sink { seen.append($0) } }
    model.count = 1
    #expect(seen == [0])
  }

  @Test func `values is an asynchronous sequence`() async {
    let model = Model()
    let values = model.$count.values
    model.count = 1
    var seen: [Int] = []
    for await value in values {
      seen.append(value)
      if seen.count == 2 { break }
    }
    #expect(seen == [0, 1])
  }

  @Test func `each object has its own publisher`() {
    let (first, second) = (Model(), Model())
    #expect(first.objectWillChange === first.objectWillChange)
    #expect(first.objectWillChange !== second.objectWillChange)
  }
}
