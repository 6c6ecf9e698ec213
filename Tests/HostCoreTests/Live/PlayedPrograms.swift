// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import HostCore
import ProcessSupervision
import Synchronization

@testable import ExtensionTransport

/// Simulated programs that run as test threads: real conversations, no processes.
struct PlayedPrograms: ProgramSource {
  /// The behaviour of a program that receives a request.
  enum Part: Sendable {
    /// Asks the person, then registers the day with a threshold of one minute.
    case setsUp
    case answers(WireValue)
    /// Asks `count` questions, then answers.
    case asks(count: Int)
    /// Commits each list of effects, then answers.
    case commits([[WireValue]])
    case hangs
    case crashes
    case repliesTwice
    /// Asks the person, then shields every app.
    case shieldsAll
    /// Answers with the look of the item of this name; crashes without one.
    case looks(@Sendable (String) -> WireValue?)
    /// Answers when the test signals the semaphore.
    case waits(for: DispatchSemaphore)
    /// Asks the person, then answers each request with the next reply.
    case answersInTurn([WireValue])
    /// Asks the person, then presents each report.
    case presents([WireValue])
    /// Answers a request for a report when all of its data has arrived and the test signals the semaphore.
    case draws(WireValue, after: DispatchSemaphore)
    /// Answers requests for which the closure is true, and crashes on others.
    case answersIf(@Sendable (Stage.Heard) -> Bool)

    var features: [String] { if case .commits = self { [Feature.commit.rawValue] } else { [] } }
  }

  var parts: [String: Part]
  /// Differs between two builds of all programs.
  var installation = ""
  let stage = Stage()

  func program(
    _ declaration: ExtensionDeclaration, of family: LoadedFamily, granted: Set<Capability>
  ) throws -> PreparedProgram {
    let launching = PlayedLaunching(
      id: declaration.id, version: family.manifest.version, part: parts[declaration.id] ?? .answers(["effects": []]),
      stage: stage)
    return PreparedProgram(launching: launching, build: ProgramBuild(installation: installation) { "played" })
  }

  /// Requests that all simulated programs have received.
  final class Stage: Sendable {
    struct Heard: Sendable {
      var program: String
      var callback: String
      var event: String?
      /// The button of a press.
      var action: String?
      /// All messages that the program received.
      var params: WireValue = .null
      /// The instants of receipt, on the machine's clock.
      var at = ScaledFeed.machine
    }

    /// Signalled after each received request.
    let news = DispatchSemaphore(value: 0)
    private let heard = Mutex<[Heard]>([])
    private let refused = Mutex<[String: Int]>([:])
    private let holds = Mutex<[String]>([])
    private let lives = Mutex<[String]>([])
    private let texts = Mutex<[String]>([])

    var requests: [Heard] { heard.withLock { $0 } }
    /// Counts of refused questions, by code.
    var refusals: [String: Int] { refused.withLock { $0 } }

    func hear(_ request: Heard) {
      heard.withLock { $0.append(request) }
      news.signal()
    }
    /// The texts of refusals, as programs received them.
    var refusalTexts: [String] { texts.withLock { $0 } }

    /// The suspensions of processes and their ends, in order.
    var suspensions: [String] { holds.withLock { $0 } }

    func suspend(_ program: String, _ what: String) { holds.withLock { $0.append("\(program) \(what)") } }

    /// The starts and ends of processes, in order.
    var processes: [String] { lives.withLock { $0 } }

    func live(_ program: String, _ what: String) {
      lives.withLock { $0.append("\(program) \(what)") }
      news.signal()
    }

    func refuse(_ code: String, _ text: String) {
      refused.withLock { $0[code, default: 0] += 1 }
      texts.withLock { $0.append(text) }
    }
  }
}

private final class PlayedLaunching: ExtensionLaunching {
  let id: String
  let version: String
  let part: PlayedPrograms.Part
  let stage: PlayedPrograms.Stage

  init(id: String, version: String, part: PlayedPrograms.Part, stage: PlayedPrograms.Stage) {
    (self.id, self.version, self.part, self.stage) = (id, version, part, stage)
  }

  func launch() throws(LaunchFailure) -> any ExtensionChild {
    PlayedChild(id: id, version: version, part: part, stage: stage)
  }
}

private final class PlayedChild: ExtensionChild {
  private static let setUp: WireValue = [
    "effects": [
      [
        "kind": "startMonitoring", "activity": "day",
        "schedule": [
          "start": ["hour": 0, "minute": 0], "end": ["hour": 23, "minute": 59], "repeats": true,
        ],
        "events": [
          [
            "name": "minute", "threshold": ["minute": 1], "applications": [], "categories": [], "webDomains": [],
            "includesPastActivity": false,
          ]
        ],
      ]
    ]
  ]

  private static let shield: WireValue = [
    "effects": [
      [
        "kind": "setSetting", "store": "s", "key": "shield.applicationCategories",
        "value": ["policy": "all", "except": []],
      ]
    ]
  ]

  let channel: any MessageChannel
  private let id: String
  private let stage: PlayedPrograms.Stage
  let processID: Int32 = 1
  let grade = "none"
  private let player: MessageConnection
  private let toPlayer = InMemoryBytes(capacity: InMemoryPipe.capacityBytes)
  private let toHost = InMemoryBytes(capacity: InMemoryPipe.capacityBytes)
  private let exit = Mutex<ChildExit?>(nil)
  private let ended = DispatchSemaphore(value: 0)

  init(id: String, version: String, part: PlayedPrograms.Part, stage: PlayedPrograms.Stage) {
    (self.id, self.stage) = (id, stage)
    channel = MessageConnection(
      stream: InMemoryStream(incoming: toHost, outgoing: toPlayer), limits: .host(receiving: .helloReply))
    player = MessageConnection(
      stream: InMemoryStream(incoming: toPlayer, outgoing: toHost), limits: .extension(sending: .app))
    stage.live(id, "started")
    Thread.detachNewThread { [self] in
      play(id, version, part, stage)
      stage.live(id, "ended")
      exit.withLock { $0 = $0 ?? .signalled(11) }
      toPlayer.closeReading()
      toHost.closeWriting()
      ended.signal()
    }
  }

  private func play(_ id: String, _ version: String, _ part: PlayedPrograms.Part, _ stage: PlayedPrograms.Stage) {
    var report: RequestID?
    while let value = try? player.receive(), let envelope = Self.envelope(value) {
      guard case .request(let request, let method, let params) = envelope else {
        if case .draws(let view, let gate) = part, let report, Self.isEnd(envelope) {
          gate.wait()
          send(.result(id: report, result: view))
        }
        continue
      }
      switch method {
      case "hello":
        send(.result(id: request, result: HelloResult(features: part.features, extension: id, version: version).wire))
      case "perform":
        stage.hear(Self.heard(id, params))
        report = request
        if !perform(part, request, params, stage) { return }
      default:
        send(.result(id: request, result: [:]))
        exit.withLock { $0 = .exited(status: 0) }
        return
      }
    }
  }

  /// - Returns: Whether the program continues.
  private func perform(
    _ part: PlayedPrograms.Part, _ request: RequestID, _ params: WireValue, _ stage: PlayedPrograms.Stage
  ) -> Bool {
    switch part {
    case .shieldsAll:
      _ = ask("authorize", ["member": "individual"], 1, stage)
      send(.result(id: request, result: Self.shield))
    case .looks(let look):
      guard case .object(let members) = params, case .object(let arguments)? = members["arguments"],
        case .object(let item)? = arguments["item"], case .string(let name)? = item["name"], let reply = look(name)
      else { return false }
      send(.result(id: request, result: ["configuration": reply]))
    case .setsUp:
      _ = ask("authorize", ["member": "individual"], 1, stage)
      send(.result(id: request, result: Self.setUp))
    case .answers(let reply): send(.result(id: request, result: reply))
    case .asks(let count):
      for number in 1...count { _ = ask("authorize", ["member": "individual"], number, stage) }
      send(.result(id: request, result: ["effects": []]))
    case .commits(let savepoints):
      for (number, effects) in savepoints.enumerated() {
        _ = ask("commit", ["effects": .array(effects), "within": request.wire], number + 1, stage)
      }
      send(.result(id: request, result: ["effects": []]))
    case .answersInTurn(let replies):
      _ = ask("authorize", ["member": "individual"], 1, stage)
      let count = stage.requests.count { $0.program == id }
      send(.result(id: request, result: replies[min(count, replies.count) - 1]))
    case .presents(let reports):
      _ = ask("authorize", ["member": "individual"], 1, stage)
      for (number, report) in reports.enumerated() { _ = ask("presentReport", report, number + 2, stage) }
      send(.result(id: request, result: ["effects": []]))
    // The data follows the request.
    case .draws: break
    case .hangs: _ = try? player.receive()
    case .crashes: return false
    case .repliesTwice:
      for _ in 1...2 { send(.result(id: request, result: ["effects": []])) }
    case .answersIf(let isAnswered):
      guard isAnswered(Self.heard("", params)) else { return false }
      send(.result(id: request, result: ["effects": []]))
    case .waits(let semaphore):
      semaphore.wait()
      send(.result(id: request, result: ["effects": []]))
    }
    return true
  }

  private func ask(_ method: String, _ params: WireValue, _ number: Int, _ stage: PlayedPrograms.Stage) -> WireValue? {
    send(.request(id: RequestID(.extension, Int64(number)), method: method, params: params))
    guard let value = try? player.receive() else { return nil }
    if case .failure(_, let error)? = Self.envelope(value) {
      stage.refuse(error.code.kind ?? "\(error.code)", error.message)
    }
    return value
  }

  private func send(_ envelope: Envelope) { _ = try? player.send(envelope.wire) }

  private static func envelope(_ value: WireValue) -> Envelope? { try? Envelope(wire: value, from: .host) }

  /// Whether it is the last frame of a report's data.
  private static func isEnd(_ envelope: Envelope) -> Bool {
    guard case .notification(_, .object(let members)) = envelope else { return false }
    return members["end"] == true
  }

  private static func heard(_ id: String, _ params: WireValue) -> PlayedPrograms.Stage.Heard {
    guard case .object(let members) = params, case .string(let callback)? = members["callback"] else {
      return .init(program: id, callback: "")
    }
    var heard = PlayedPrograms.Stage.Heard(program: id, callback: callback, params: params)
    if case .object(let arguments)? = members["arguments"], case .string(let event)? = arguments["event"] {
      heard.event = event
    }
    if case .object(let arguments)? = members["arguments"], case .string(let action)? = arguments["action"] {
      heard.action = action
    }
    return heard
  }

  // MARK: - ExtensionChild

  func holdStill() -> Bool {
    stage.suspend(id, "held")
    return true
  }

  func letGo() { stage.suspend(id, "let go") }
  func move(to cores: [Int]) -> [Int]? { nil }

  func kill() {
    exit.withLock { $0 = $0 ?? .signalled(9) }
    // A thread that is blocked in receive holds its connection, so end the byte streams below it.
    toPlayer.closeWriting()
    toHost.closeReading()
    toHost.closeWriting()
  }

  func waitForExit(atMost timeout: Duration) -> ChildExit? {
    guard ended.wait(timeout: .now() + timeout / .seconds(1)) == .success else { return nil }
    ended.signal()
    return exit.withLock { $0 }
  }

  func log() -> CapturedLog { CapturedLog(isCountedOnly: false) }
  func sealDifferences() -> [String] { [] }
  func release() {}
}
