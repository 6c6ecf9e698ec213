// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ProcessSupervision

/// Everything but the surface that one sealed request left behind: equal in every world, and best of all nothing.
struct SealedOutcome: Sendable {
  /// What is compared exactly.
  struct Traits: Hashable, Sendable {
    /// `result`, `error`, `garbled` or `none`.
    var reply = "none"
    var linesAfterReply = 0
    var exit = "ended by the host"
    var logBytes: Int64 = 0
    /// `answered` or `fallback`, as the host judged.
    var judged = ""
    var differences: [String] = []
    var members: [String] = []
    /// Its log was stored, not only counted.
    var keptLog = false
  }

  private(set) var traits = Traits()
  private(set) var measure: Measure?
  /// What stands on the surface: for the checks that it may differ, and for programs that tell what they tried.
  private(set) var surface: WireValue?
  /// A request went to a process that had been started for an earlier one.
  var wasReused: Bool { wasAsked && !wasLaunched }
  /// It was started and asked; otherwise the machine has no answer to give.
  private(set) var wasAsked = false
  private var wasLaunched = false

  init(_ crossings: [Crossing], at point: ExtensionPoint) {
    for crossing in crossings where crossing.point == point {
      switch crossing.event {
      case .launched: wasLaunched = true
      case .toProgram(.object(let line)) where line["method"] == "perform": wasAsked = true
      case .toProgram: break
      case .fromProgram(.object(let line)) where wasAsked: take(line)
      case .fromProgram, .placed: break
      case .garbled:
        if traits.reply == "none" { traits.reply = "garbled" } else { traits.linesAfterReply += 1 }
      case .ended(let ending):
        traits.logBytes = ending.logBytes
        traits.keptLog = !ending.log.isEmpty
        traits.differences = ending.differences
        measure = ending.measure
        // Status 0 at the end of its input is how a process leaves in good order (§14 of the protocol).
        if let exit = ending.ownExit, exit != .exited(status: 0) { traits.exit = "\(exit)" }
      case .judged(let word): traits.judged = word
      }
    }
  }

  private mutating func take(_ line: WireObject) {
    guard traits.reply == "none" else {
      traits.linesAfterReply += 1
      return
    }
    traits.reply = line["error"] != nil ? "error" : line["result"] != nil ? "result" : "a request"
    if case .object(let result)? = line["result"] {
      traits.members = result.members.map(\.name)
      surface = line["result"]
    }
  }

  /// The attempts that the host took away, in words.
  var attempts: [String] {
    var attempts: [String] = []
    if traits.reply != "result" { attempts.append("reply: \(traits.reply)") }
    if traits.linesAfterReply > 0 { attempts.append("\(traits.linesAfterReply) more lines") }
    if traits.exit != "ended by the host" { attempts.append("exit: \(traits.exit)") }
    if traits.logBytes > 0 { attempts.append("printed") }
    if traits.reply == "result", traits.judged == "fallback" { attempts.append("reply refused") }
    if !traits.differences.isEmpty { attempts.append("not as launched: \(traits.differences.joined(separator: ", "))") }
    return attempts
  }
}

extension SealedOutcome.Traits {
  /// The channels by which two outcomes differ, each with what was seen and the rule that takes it away.
  func differences(from other: Self) -> [(channel: String, left: String, right: String, removedBy: String)] {
    var found: [(channel: String, left: String, right: String, removedBy: String)] = []
    func compare(_ channel: String, _ left: String, _ right: String, _ rule: String) {
      if left != right { found.append((channel, left, right, rule)) }
    }
    compare("whether it answers", reply, other.reply, "SE6")
    compare("lines after the reply", "\(linesAfterReply)", "\(other.linesAfterReply)", "SE2")
    compare("exit status", exit, other.exit, "SE5")
    compare("bytes printed", "\(logBytes)", "\(other.logBytes)", "SE5")
    compare("members of the reply", members.joined(separator: " "), other.members.joined(separator: " "), "FP5")
    compare("launch", launchDifferences, other.launchDifferences, "SE2")
    if found.isEmpty { compare("reply taken", judged, other.judged, "FP5") }
    return found
  }

  private var launchDifferences: String { differences.joined(separator: ", ") }
}
