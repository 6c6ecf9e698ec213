// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import ScreenTimeRules
import Testing
import UsageSources

/// Short forms of readings, records and feeds. Times are seconds of one boot; the wall clock is `epoch` ahead.
enum LiveFixture {
  static let epoch: Int64 = 1_600_000_000_000
  static let boot = "5c1e07aa"

  static func reading(
    _ second: Double, asleep: Double = 0, wallAhead: Double = 0, isSynchronised: Bool = true,
    boot: String = LiveFixture.boot, zone: String = "UTC"
  ) -> ClockReading {
    let boottime = Int64((second * 1_000).rounded())
    return ClockReading(
      boot: boot, boottime: boottime, monotonic: boottime - Int64(asleep * 1_000),
      wall: epoch + boottime + Int64(wallAhead * 1_000), isSynchronised: isSynchronised, timeZone: zone)
  }

  static func time(_ second: Double) -> Timestamp { Timestamp(milliseconds: epoch + Int64((second * 1_000).rounded())) }

  static func sample(
    _ claim: UsageSample.Claim, _ start: Double, _ end: Double, stream: String = "sway/a", wallAhead: Double = 0,
    boot: String = LiveFixture.boot, resolution: Int64 = 1
  ) -> UsageSample {
    UsageSample(
      source: .sway, stream: stream, claim: claim, start: time(start + wallAhead), end: time(end + wallAhead),
      resolution: resolution, boot: .init(id: boot, up: Int64((start * 1_000).rounded())))
  }

  static func line(_ claim: UsageSample.Claim, _ start: Double, _ end: Double, stream: String = "sway/a") -> String {
    sample(claim, start, end, stream: stream).line + "\n"
  }

  /// Whether a feed has data to read.
  static func isReadable(_ feed: some SampleFeed) -> Bool { poll(feed, milliseconds: 0) }

  /// Waits until a feed has data to read, since the kernel needs a moment for a terminal.
  static func becomesReadable(_ feed: some SampleFeed) -> Bool { poll(feed, milliseconds: 60_000) }

  private static func poll(_ feed: some SampleFeed, milliseconds: CInt) -> Bool {
    var poll = pollfd(fd: feed.descriptor, events: Int16(POLLIN), revents: 0)
    return Glibc.poll(&poll, 1, milliseconds) == 1
  }

  /// Reads until nothing is left, as a driver does.
  static func drain(_ feed: some SampleFeed) -> [SampleFeedEvent] {
    var events: [SampleFeedEvent] = []
    while isReadable(feed) { events += feed.read() }
    return events
  }

  /// Events as words: `opened app`, `lost writer-left`, `rejected not-json`.
  static func words(_ events: [SampleFeedEvent]) -> [String] { events.map(word) }

  static func word(_ event: SampleFeedEvent) -> String {
    switch event {
    case .appeared: "appeared"
    case .lost(let loss): "lost \(loss.rawValue)"
    case .opened(let sample): "opened \(claim(sample))"
    case .grown(let sample): "grown \(claim(sample))"
    case .closed(let sample): "closed \(claim(sample))"
    case .late(let sample): "late \(claim(sample))"
    case .gap(let sample): "gap \(claim(sample))"
    case .rejected(let rejection):
      "rejected \(rejection.error.name.rawValue) at \(rejection.connection).\(rejection.line)"
    case .rejectedMore(let count): "and \(count) more"
    }
  }

  private static func claim(_ sample: UsageSample) -> String {
    switch sample.claim {
    case .app(let id): id
    case .web(let host, _): host
    case .gap(let track, let why): "\(track.rawValue) \(why.rawValue)"
    case .none: "none"
    case .active: "active"
    case .idle: "idle"
    case .lock: "lock"
    case .off(let why): why.rawValue
    }
  }

  /// Inputs as text, with use in seconds.
  static func words(_ inputs: [LiveInput]) -> [String] {
    inputs.compactMap { input in
      switch input {
      case .use(let span):
        let parts = [
          "\(seconds(span.start))–\(seconds(span.end))", span.app?.id, span.web?.id, span.isPresent ? "present" : nil,
        ]
        return parts.compactMap(\.self).joined(separator: " ")
      case .time: return nil
      case .source(let event): return word(event)
      case .rejected(_, let rejection): return "rejected \(rejection.error.name.rawValue)"
      case .rejectedMore(_, let count): return "and \(count) more"
      }
    }
  }

  private static func word(_ event: SourceEvent) -> String {
    switch event {
    case .appeared(let place): "appeared \(place.rawValue)"
    case .lost(let place, let loss): "lost \(place.rawValue) \(loss.rawValue)"
    case .blind(let track, let why, let since): "blind \(track.rawValue) \(why.rawValue) since \(seconds(since))"
    case .sighted(let track, let time): "sighted \(track.rawValue) at \(seconds(time))"
    case .clockJumped(let time): "jumped to \(seconds(time))"
    case .clockSet(let milliseconds, let response): "set by \(milliseconds) \(response.rawValue)"
    case .suspended(let span): "suspended \(seconds(span.start))–\(seconds(span.end))"
    case .zoneChanged(let place): "zone \(place.timeZone)"
    case .clockMarked: "marked"
    }
  }

  private static func seconds(_ time: Timestamp) -> String {
    let milliseconds = time.milliseconds - epoch
    return milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000)" : "\(Double(milliseconds) / 1_000)"
  }

  /// Runs `body` with a temporary directory, which is deleted afterwards.
  static func inDirectory<Result>(_ body: (String) throws -> Result) throws -> Result {
    let directory = FileManager.default.temporaryDirectory.path + "/sallyport-feed-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(atPath: directory) }
    return try body(directory)
  }

  /// Writes all bytes to a descriptor.
  static func write(_ text: String, to descriptor: CInt) { write(Array(text.utf8), to: descriptor) }

  static func write(_ bytes: [UInt8], to descriptor: CInt) {
    #expect(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
  }

  static func append(_ text: String, to path: String) throws {
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
    try #require(file >= 0)
    write(text, to: file)
    close(file)
  }

  /// A connection to a Unix socket.
  static func connect(_ path: String) throws -> CInt {
    let connection = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(connection, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(code == 0, "connect failed: \(errno)")
    return connection
  }

  /// The data that the host wrote on a connection so far.
  static func answer(on connection: CInt) -> String {
    var buffer = [UInt8](repeating: 0, count: 1_024)
    let count = recv(connection, &buffer, buffer.count, CInt(MSG_DONTWAIT))
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  }
}
