// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

@Suite struct CombineTests {
  @Test func `Combine provides publishers and subscriptions`() {
    let subject = PassthroughSubject<Int, Never>()
    var heard: [String] = []
    let subscription: AnyCancellable = subject.map { $0 * 2 }.filter { $0 > 2 }.sink { heard.append("\($0)") }
    subject.send(1)
    subject.send(2)
    subscription.cancel()
    subject.send(3)
    #expect(heard == ["4"])
  }
}
