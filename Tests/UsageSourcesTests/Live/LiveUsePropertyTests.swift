// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules
import Testing

@testable import UsageSources

/// Laws over generated histories of clocks and sources.
@Suite struct LiveUsePropertyTests {
  private typealias F = LiveFixture

  /// A computer: its clocks, and one sensor that repeats its record every 5 s.
  private struct Computer {
    var random: SyntheticRandom
    var boottime: Int64 = 1_000_000
    var asleep: Int64 = 0
    var wallOffset = F.epoch
    var isSynchronised = true
    var app = 0
    var since: Int64 = 1_000_000
    var sinceWall: Int64 = F.epoch + 1_000_000

    var reading: ClockReading {
      ClockReading(
        boot: F.boot, boottime: boottime, monotonic: boottime - asleep, wall: boottime + wallOffset,
        isSynchronised: isSynchronised, timeZone: "UTC")
    }

    var record: UsageSample {
      UsageSample(
        source: .sway, stream: "sway/a", claim: .app("app\(app)"), start: Timestamp(milliseconds: sinceWall),
        end: Timestamp(milliseconds: sinceWall + boottime - since), boot: .init(id: F.boot, up: since))
    }

    mutating func begin() {
      app = (app + 1) % 3
      (since, sinceWall) = (boottime, boottime + wallOffset)
    }
  }

  /// The use given to the device, and the clock changes it followed.
  private struct Run {
    var spans: [UseSpan] = []
    var followed: Int64 = 0
    var jumps = 0
  }

  /// Runs `steps` steps; with `wakes`, the host also reads at instants at which nothing happened.
  private func live(
    seed: UInt64, steps: Int, wakes: Bool, _ check: (Computer, LiveUse, [LiveInput]) -> Void = { _, _, _ in }
  ) throws -> Run {
    var computer = Computer(random: SyntheticRandom(seed: seed))
    var wakeRandom = SyntheticRandom(seed: seed ^ 0xABCD)
    var use = LiveUse.start(computer.reading, mark: nil, device: nil).use
    var fold = LiveFold()
    var run = Run()
    func look(_ events: [SampleFeedEvent]) {
      let inputs = use.advance(
        to: computer.reading, events.map { LiveUse.Report(feed: 1, place: .socket, event: $0) })
      for input in inputs {
        switch input {
        case .use(let span): run.spans.append(span)
        case .source(.clockSet(let milliseconds, .followed)):
          run.followed += milliseconds
          run.jumps += 1
        default: break
        }
      }
      check(computer, use, inputs)
    }
    look(try fold.add(computer.record))
    for _ in 0..<steps {
      var events: [SampleFeedEvent] = []
      let passes = Int64(computer.random.next() % 5_000) + 1
      if wakes {
        let early = Int64(wakeRandom.next() % UInt64(passes))
        computer.boottime += early
        look([])
        computer.boottime += passes - early
      } else {
        computer.boottime += passes
      }
      switch computer.random.next() % 20 {
      case 0:
        events += try fold.add(computer.record)
        computer.begin()
      case 1:
        events += try fold.add(computer.record)
        // A sensor that follows the protocol begins a new record after a sleep.
        look(events)
        events = []
        let sleep = Int64(computer.random.next() % 40_000_000) + 2_000
        (computer.boottime, computer.asleep) = (computer.boottime + sleep, computer.asleep + sleep)
        look([])
        computer.begin()
      case 2:
        events += try fold.add(computer.record)
        computer.wallOffset += Int64(computer.random.next() % 20_000_000) - 10_000_000
        computer.begin()
      case 3: computer.isSynchronised.toggle()
      default: break
      }
      events += try fold.add(computer.record)
      look(events)
    }
    return run
  }

  @Test(arguments: UInt64(1)...60) func `the device's time follows the boot clock except for accepted jumps`(
    _ seed: UInt64
  ) throws {
    var expected: Int64?
    var lastBoot: Int64 = 0
    var unvouched: Int64 = 0
    _ = try live(seed: seed, steps: 300, wakes: true) { computer, use, inputs in
      if computer.isSynchronised { unvouched = 0 }
      var followed: Int64 = 0
      for case .source(.clockJumped(let time)) in inputs {
        let before = inputs.compactMap { if case .time(let time) = $0 { time } else { nil } }.first ?? time
        followed += time.milliseconds(since: before)
      }
      if !computer.isSynchronised {
        unvouched += abs(followed)
        #expect(unvouched <= LiveClock.largestCorrection)
      }
      if let last = expected {
        #expect(use.clock.now.milliseconds == last + computer.boottime - lastBoot + followed)
      }
      if computer.isSynchronised {
        #expect(abs(use.clock.now.milliseconds - computer.reading.wall) <= LiveClock.tolerance)
      }
      (expected, lastBoot) = (use.clock.now.milliseconds, computer.boottime)
    }
  }

  @Test(arguments: UInt64(1)...60) func `use ascends, never overlaps, and is never longer than the computer was awake`(
    _ seed: UInt64
  ) throws {
    var frontier = Timestamp.distantPast
    var total: Int64 = 0
    var awake: Int64 = 0
    _ = try live(seed: seed, steps: 300, wakes: true) { computer, _, inputs in
      for input in inputs {
        switch input {
        case .use(let span):
          #expect(frontier <= span.start && span.start < span.end)
          frontier = span.end
          total += span.end.milliseconds(since: span.start)
        case .time(let time):
          #expect(frontier <= time)
          frontier = time
        case .source(.clockJumped(let time)): frontier = time
        case .source, .rejected, .rejectedMore: break
        }
      }
      awake = computer.boottime - 1_000_000 - computer.asleep
      #expect(total <= awake)
    }
    // The sensor is never silent for long, so all awake time is counted.
    #expect(total == awake)
  }

  @Test(arguments: UInt64(1)...60) func `the counted use does not depend on when the host looks`(_ seed: UInt64) throws
  {
    let (often, seldom) = (
      try live(seed: seed, steps: 300, wakes: true), try live(seed: seed, steps: 300, wakes: false)
    )
    #expect(UseLedger(often.spans) == UseLedger(seldom.spans))
    #expect(often.jumps == seldom.jumps && often.followed == seldom.followed)
  }

  @Test(arguments: UInt64(1)...20) func `a restarted host has the same time as one that was not restarted`(
    _ seed: UInt64
  ) throws {
    _ = try live(seed: seed, steps: 200, wakes: false) { computer, use, _ in
      let again = LiveClock.start(computer.reading, mark: use.clock.mark, device: use.clock.now)
      #expect(again.clock.now == use.clock.now && again.events.isEmpty)
    }
  }
}
