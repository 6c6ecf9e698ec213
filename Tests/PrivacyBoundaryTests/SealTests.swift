// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import Testing

/// Two claims need no test because violations don't compile: using a seal twice (`~Copyable`, `consuming`), and making
/// an `EncodedRequest` or a `LedgerReceipt` outside the boundary (their initialisers are internal).
@Suite struct SealTests {
  private func seal(
    _ fixture: BoundaryFixture, _ point: ExtensionPoint, profile: PrivacyProfile = .standard,
    family: String = "homework",
    entry: LedgerKind? = nil, differences: [String] = []
  ) throws -> Seal {
    let kind = entry ?? (point == .report ? .reportShown : .shieldShown)
    return try Seal(
      policy: fixture.policy, point: point, profile: profile, family: family, entry: fixture.receipt(kind)
    ) { differences }
  }

  @Test func `encodes a shield's item and a report's figures`() throws {
    let fixture = try BoundaryFixture()
    let shield = MaximalMessages.performs(.shieldConfiguration)[0]
    let shown = try seal(fixture, .shieldConfiguration).perform(shield)
    #expect(shown.request.body == shield.wire)
    #expect(shown.request.point == .shieldConfiguration)

    let report = MaximalMessages.performs(.report)[0]
    var request = try seal(fixture, .report).perform(report)
    #expect(request.request.body == report.wire)
    let first = MaximalMessages.data(isEnd: false)
    #expect(try request.frame(first).body == first.wire)
    #expect(try request.frame(MaximalMessages.data()).form == .call(.data))
    do {
      _ = try request.frame(MaximalMessages.data())
      Issue.record("a frame followed the last one")
    } catch {
      #expect(error.reason == .message)
    }
  }

  @Test func `a bundle identifier is encoded only under the profile open (T3)`() throws {
    let fixture = try BoundaryFixture()
    for profile in PrivacyProfile.allCases {
      var shield = MaximalMessages.performs(.shieldConfiguration)[0]
      shield.callback = MaximalMessages.shield(bundleID: "com.example.blocks")
      var reasons: [FlowPolicyError.Reason] = []
      do { _ = try seal(fixture, .shieldConfiguration, profile: profile).perform(shield) } catch let error
        as FlowPolicyError
      {
        reasons.append(error.reason)
      }
      var report = try seal(fixture, .report, profile: profile).perform(MaximalMessages.performs(.report)[0])
      do { _ = try report.frame(MaximalMessages.data(bundleID: "com.example.blocks")) } catch {
        reasons.append(error.reason)
      }
      #expect(reasons == (profile == .open ? [] : [.profile, .profile]))
    }
  }

  @Test func `a process that isn't confined as planned is not sealed`() throws {
    let fixture = try BoundaryFixture()
    do {
      _ = try seal(fixture, .report, differences: ["descriptor 7 is a socket"])
      Issue.record("sealed although it differs")
    } catch let error as SealError {
      #expect(error.reason == .differs(["descriptor 7 is a socket"]))
      #expect(error.description.contains("descriptor 7 is a socket"))
    }
  }

  @Test func `a seal requires a ledger entry of its own kind and family, checked before the audit`() throws {
    let fixture = try BoundaryFixture()
    for (kind, family) in [(LedgerKind.shieldShown, "homework"), (.widget, "homework"), (.reportShown, "worklog")] {
      do {
        _ = try seal(fixture, .report, family: family, entry: kind)
        Issue.record("sealed without an entry")
      } catch let error as SealError {
        #expect(error.reason == .unrecorded)
      }
    }
  }

  @Test func `an unsealed point can't be sealed`() throws {
    let fixture = try BoundaryFixture()
    for point in ExtensionPoint.allCases where !point.isSealed {
      do {
        _ = try seal(fixture, point)
        Issue.record("\(point) was sealed")
      } catch let error as SealError {
        #expect(error.reason == .point)
      }
    }
  }

  @Test func `attempt and seed are constant behind a seal`() throws {
    let fixture = try BoundaryFixture()
    for (attempt, seed) in [(2, 0), (1, 7)] as [(Int64, Int64)] {
      var params = MaximalMessages.performs(.report)[0]
      params.delivery.attempt = attempt
      params.delivery.seed = seed
      do {
        _ = try seal(fixture, .report).perform(params)
        Issue.record("attempt \(attempt) and seed \(seed) were sent")
      } catch let error as FlowPolicyError {
        #expect(error.field == "perform/delivery")
      }
    }
  }

  @Test func `a request without a seed is sent, as one with the seed 0`() throws {
    let fixture = try BoundaryFixture()
    for seed in [nil, 0] as [Int64?] {
      var params = MaximalMessages.performs(.report)[0]
      params.delivery.seed = seed
      let sealed = try seal(fixture, .report).perform(params)
      #expect(sealed.request.body == params.wire)
    }
  }

  @Test(arguments: [0, 1, 255, 256, 257, 512, 600])
  func `a report's usage is sent in frames of at most 256 elements, and only the last is marked as the end`(
    _ count: Int
  ) throws {
    let fixture = try BoundaryFixture()
    let elements = (0..<count).map { number in
      ReportElement.category(token: MaximalMessages.category, name: "Category \(number)", totalMs: Int64(number))
    }
    let message = SealedMessage(
      MaximalMessages.performs(.report)[0], to: .report, of: "homework", under: fixture.policy, profile: .standard,
      consent: nil, receipt: try fixture.receipt(.reportShown), elements: elements)
    let sent = try message.outgoing(as: RequestID(.host, 2), toProcessWith: [])
    let frames = try sent.data.map { try ReportData(wire: $0, at: "", from: .host) }
    #expect(frames.count == count / 256 + 1)
    #expect(frames.map(\.frame) == (1...Int64(frames.count)).map { $0 })
    #expect(frames.map(\.isEnd) == frames.indices.map { $0 == frames.count - 1 })
    #expect(frames.allSatisfy { $0.elements.count <= 256 && $0.request == RequestID(.host, 2) })
    #expect(frames.flatMap(\.elements) == elements)
  }

  @Test(arguments: [1, 40, 64, 71, 72, 73, 200, 1_000])
  func `a frame of a report's usage is no longer than its line may be, whatever the names are`(_ length: Int) throws {
    // Half of the names are as long as they can be when written.
    let elements = (0..<1_200).map { number in
      ReportElement.category(
        token: MaximalMessages.category, name: String(repeating: number % 2 == 0 ? "\u{1}" : "é", count: length),
        totalMs: Int64(number))
    }
    let frames = ReportData.frames(elements, request: RequestID(.host, 2))
    #expect(frames.flatMap(\.elements) == elements)
    #expect(frames.map(\.isEnd) == frames.indices.map { $0 == frames.count - 1 })
    let lines = frames.map {
      Envelope.notification(method: Method.data.rawValue, params: $0.wire).wire.canonicalBytes + 1
    }
    #expect(lines.allSatisfy { $0 <= WireLimits.dataLineBytes })
    // None could take the first element of the next.
    for (number, (frame, next)) in zip(frames, frames.dropFirst()).enumerated() {
      let more = (next.elements.first?.wire.canonicalBytes ?? 0) + 64
      #expect(frame.elements.count == 256 || lines[number] + more > WireLimits.dataLineBytes)
    }
  }

  @Test func `sequence, cause and revision aren't encoded behind a seal`() throws {
    let fixture = try BoundaryFixture()
    for change in 0..<3 {
      var params = MaximalMessages.performs(.report)[0]
      switch change {
      case 0: params.delivery.sequence = 5
      case 1: params.delivery.cause = .natural
      default: params.snapshot.revision = 17
      }
      do {
        _ = try seal(fixture, .report).perform(params)
        Issue.record("a number was shown")
      } catch let error as FlowPolicyError {
        #expect(error.reason == .point)
      }
    }
  }

  @Test func `a shield receives no report frame`() throws {
    let fixture = try BoundaryFixture()
    var request = try seal(fixture, .shieldConfiguration).perform(MaximalMessages.performs(.shieldConfiguration)[0])
    do {
      _ = try request.frame(MaximalMessages.data())
      Issue.record("a shield was shown usage")
    } catch {
      #expect(error.reason == .message)
    }
  }
}
