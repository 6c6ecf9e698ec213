// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

private let areFiguresWanted = ProcessInfo.processInfo.environment["SALLYPORT_FIGURES"] != nil

/// Figures of the console, which `Benchmarks/console` prints. They need a quiet machine, so `make test` leaves them out.
@Suite(.serialized, .enabled(if: areFiguresWanted, "a benchmark: run Benchmarks/console"))
struct FigureTests {
  private func percentile(_ values: [Double], _ share: Double) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, Int((Double(sorted.count) * share).rounded(.up)) - 1)]
  }

  private func milliseconds(_ time: Duration) -> Double {
    Double(time.components.seconds) * 1_000 + Double(time.components.attoseconds) / 1e15
  }

  @Test func `a change reaches 100 open pages within 50 ms`() throws {
    let host = try FakeHost()
    let console = try ConsoleProcess(state: host.state)
    let bearer = try console.enter()
    let streams = try (0..<100).map { _ in
      let client = try RawClient(port: console.port)
      client.send(console.text("GET", "/api/1/events", bearer: bearer))
      return client
    }
    for stream in streams {
      var text = ""
      while !text.contains(": open") { text += try #require(stream.some()) }
    }
    var delays: [Double] = []
    for _ in 0..<20 {
      // Changes that come faster share an event.
      Thread.sleep(forTimeInterval: 0.5)
      let began = ContinuousClock.now
      host.change()
      var waiting = Dictionary(uniqueKeysWithValues: streams.map { ($0.descriptor, $0) })
      while !waiting.isEmpty {
        var polled = waiting.keys.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        try #require(poll(&polled, nfds_t(polled.count), 5_000) > 0, "no event came in 5 s")
        for one in polled where one.revents != 0 {
          let text = try #require(waiting[one.fd]?.some())
          guard text.contains("data: {\"host\"") else { continue }
          waiting[one.fd] = nil
          delays.append(milliseconds(.now - began))
        }
      }
    }
    let (middle, most) = (percentile(delays, 0.5), percentile(delays, 0.99))
    print("change to event, 100 pages open: p50 \(middle) ms, p99 \(most) ms")
    #expect(most <= 50)
  }

  @Test func `500 half-open connections do no harm`() throws {
    let host = try FakeHost()
    let console = try ConsoleProcess(state: host.state)
    let bearer = try console.enter()
    let half = try (0..<500).map { _ in try RawClient(port: console.port) }
    let began = ContinuousClock.now
    // Places become free after ten seconds at the latest.
    while try console.ask("GET", "/api/1/today", bearer: bearer).status != 200 {
      try #require(ContinuousClock.now - began < .seconds(30))
      Thread.sleep(forTimeInterval: 0.1)
    }
    print("500 half-open connections: others are served after \(milliseconds(.now - began)) ms")
    _ = half
    #expect(ContinuousClock.now - began < .seconds(12))
  }

  @Test(.enabled(if: Browser.path != nil, "needs Debian's chromium"))
  func `a page over a year of data is painted within 300 ms`() throws {
    let directory = try #require(ProcessInfo.processInfo.environment["SALLYPORT_YEAR"], "Benchmarks/console sets it")
    let warm = try Browser()
    func paint(_ page: String, in browser: Browser) throws -> Double {
      try browser.open("file://\(directory)/\(page).html")
      try browser.wait("performance.getEntriesByName('first-contentful-paint').length > 0")
      return try #require(
        try browser.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime") as? Double)
    }
    _ = try paint("gallery", in: warm)
    for page in ["today", "week", "day", "device"] {
      // The first page of a browser also waits for the browser itself.
      let cold = try (0..<3).map { _ in try paint(page, in: try Browser()) }
      let paints = try (0..<10).map { _ in try paint(page, in: warm) }
      print(
        "first paint of \(page), a year of data: p50 \(percentile(paints, 0.5)) ms, most \(paints.max() ?? 0) ms; "
          + "as the first page of a browser \(percentile(cold, 0.5)) ms")
      #expect(percentile(paints, 0.5) <= 300)
    }
  }
}
