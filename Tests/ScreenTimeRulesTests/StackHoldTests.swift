// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// How long a stack keeps its front, to the millisecond, and what it looks at after that.
@Suite struct StackHoldTests {
  private let now = Bench.time("2026-10-19 08:00Z")

  private func after(minutes: Int64) -> Timestamp { now.advanced(by: minutes * 60_000) }

  /// Two widgets, of which the second becomes relevant at minute 10.
  private var contents: [String: WidgetContent] {
    var (first, second) = (WidgetContent(), WidgetContent())
    _ = first.accept([WidgetArchive.Entry(date: now, number: 0)], .never, digest: "a", at: now)
    _ = second.accept(
      [WidgetArchive.Entry(date: after(minutes: 10), score: 5_000, number: 0)], .never, digest: "b", at: now)
    return ["a": first, "b": second]
  }

  @Test func `a rotation holds for 30 minutes and the person's choice for 60`() {
    var stack = WidgetStack(of: ["a", "b"], front: "a", at: now)
    stack.look("b", at: after(minutes: 10))
    #expect(stack.front == "b" && stack.heldUntil == after(minutes: 40))
    stack.choose("a", at: after(minutes: 12))
    #expect(stack.front == "a" && stack.heldUntil == after(minutes: 72))
    stack.add("c", at: after(minutes: 13))
    #expect(stack.front == "c" && stack.heldUntil == after(minutes: 73))
  }

  @Test func `nothing comes to the front before it is due, also if it has begun while the front is held`() {
    let all = contents
    let end = after(minutes: 65)
    var stack = WidgetStack(of: ["a", "b"], front: "a", at: now)
    stack.choose("a", at: after(minutes: 5))
    #expect(stack.nextLook { all[$0] } == end)
    for early in [after(minutes: 9), after(minutes: 10), after(minutes: 20), end.advanced(by: -1)] {
      #expect(stack.next({ all[$0] }, at: early) == nil)
    }
    for due in [end, end.advanced(by: 1)] { #expect(stack.next({ all[$0] }, at: due) == "b") }
  }

  @Test func `after the clock was set a stack looks at what begins at the new time, and at nothing before it`() {
    let all = contents
    let begin = after(minutes: 10)
    for late in [-1, 0, 1, 2] as [Int64] {
      var stack = WidgetStack(of: ["a", "b"], front: "a", at: after(minutes: 60))
      #expect(stack.nextLook { all[$0] } == nil)
      stack.clockWasSet(from: after(minutes: 60), to: begin.advanced(by: late))
      #expect(stack.nextLook { all[$0] } == (late > 0 ? nil : begin), "\(late) ms later")
    }
  }
}
