// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Foundation
import Synchronization
import Testing

@testable import Sandboxing

/// The addresses of a ticket, from random words that the test chooses: every page and every place in it can be drawn, and a
/// page that is taken is not.
@Suite(.serialized, .enabled(if: SandboxFixture.isRoot, "needs a filter for one thread")) struct TicketPlaceTests {
  private static let page = UInt64(sysconf(Int32(_SC_PAGESIZE)))

  /// The result of one call of `getrandom`: two words, a shorter length, or an error.
  private enum Random {
    case words(UInt64, UInt64)
    case result(Int)
  }

  private struct Drawn: Sendable {
    var result: Int32
    var calls: Int
    /// The addresses of the path, the arguments and the variables.
    var places: [UInt64] = []
  }

  private static func draw(_ random: [Random]) throws -> Drawn {
    let calls = Mutex(0)
    let drawn = Mutex<Drawn?>(nil)
    try AnsweredCalls.run([.init(name: "getrandom")]) { call in
      calls.withLock { calls in
        calls += 1
        switch random[min(calls - 1, random.count - 1)] {
        case .words(let first, let second):
          let words = UnsafeMutablePointer<UInt64>(bitPattern: UInt(call.arguments[0]))
          words?[0] = first
          words?[1] = second
          return 16
        case .result(let result): return result
        }
      }
    } _: {
      var plan = csandbox_plan()
      let made = UnsafeMutablePointer<csandbox_ticket>.allocate(capacity: 1)
      defer { made.deallocate() }
      let word = strdup("word")
      plan.argv.0 = word
      plan.environment.0 = word
      let result = csandbox_draw_ticket(&plan, made)
      var own = Drawn(result: result, calls: 0)
      if result == 0 {
        let ticket = made.pointee
        own.places = [UInt64(UInt(bitPattern: ticket.path))]
        own.places.append(UInt64(UInt(bitPattern: ticket.argv)))
        own.places.append(UInt64(UInt(bitPattern: ticket.environment)))
        #expect(ticket.path[0] == 0 && ticket.argv[0] == word && ticket.argv[1] == nil)
        #expect(ticket.environment[0] == word && ticket.environment[1] == nil)
        for place in own.places { munmap(UnsafeMutableRawPointer(bitPattern: UInt(place & ~(page - 1))), Int(page)) }
      }
      free(word)
      drawn.withLock { $0 = own }
    }
    var own = try #require(drawn.withLock { $0 })
    own.calls = calls.withLock { $0 }
    return own
  }

  /// Pages that nothing uses: the kernel gives addresses from the stack downwards.
  private static func freePages(_ count: Int) -> [UInt64] { (0..<count).map { 0x2345_0000_0000 + UInt64($0) * page } }

  @Test(arguments: [0, 1, 7, 4_094, 4_095, 4_096, 1 << 40 + 12_345, UInt64.max - 1, .max])
  func `the places are those of the drawn words, up to the last one of the page`(_ word: UInt64) throws {
    let pages = Self.freePages(3)
    let drawn = try Self.draw(pages.map { .words($0 / Self.page, word) })
    #expect(drawn.result == 0 && drawn.calls == 3)
    let plan = csandbox_plan()
    let sizes = [MemoryLayout.size(ofValue: plan.argv), MemoryLayout.size(ofValue: plan.environment)]
    let arrays = sizes.map { word % ((Self.page - UInt64($0)) / 8 + 1) * 8 }
    #expect(drawn.places == [pages[0] + word % Self.page, pages[1] + arrays[0], pages[2] + arrays[1]])
  }

  @Test func `a page may be any of the user's half, and a taken one is drawn again`() throws {
    let pages = Self.freePages(3)
    var here = 0
    let taken = withUnsafePointer(to: &here) { UInt64(UInt(bitPattern: $0)) / Self.page }
    // The number of pages is a power of two: higher words mean the same page.
    let bits = 64 - (taken * Self.page).leadingZeroBitCount
    let all = (UInt64(1) << bits) / Self.page
    let words = [taken, pages[0] / Self.page + all, taken + 5 * all, pages[1] / Self.page, pages[2] / Self.page]
    let drawn = try Self.draw(words.map { .words($0, 0) })
    #expect(drawn.result == 0 && drawn.calls == 5 && drawn.places == pages)
    let full = try Self.draw([.words(taken, 0)])
    #expect(full.result == -EEXIST && full.calls == 64)
  }

  @Test func `without random words there is no ticket`() throws {
    for (results, result, calls) in [
      ([-Int(ENOSYS)], -ENOSYS, 1), ([15], -EIO, 1), ([0], -EIO, 1), ([-Int(EINTR)], -EINTR, 1),
    ] as [([Int], Int32, Int)] {
      let drawn = try Self.draw(results.map(Random.result))
      #expect(drawn.result == result && drawn.calls == calls)
    }
    let pages = Self.freePages(2)
    for count in 1...2 {
      let drawn = try Self.draw(pages.prefix(count).map { .words($0 / Self.page, 3) } + [.result(-Int(EIO))])
      #expect(drawn.result == -EIO && drawn.calls == count + 1)
      for page in pages.prefix(count) { munmap(UnsafeMutableRawPointer(bitPattern: UInt(page)), Int(Self.page)) }
    }
  }
}
