// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ProcessSupervision

/// Everything except the surface that one sealed request left behind. It must be equal in every world.
struct SealedOutcome: Sendable {
  /// The traits that are compared exactly.
  struct Traits: Hashable, Sendable {
    /// `result`, `error`, `garbled` or `none`.
    var reply = "none"
    var linesAfterReply = 0
    var exit = "ended by the host"
    var logBytes: Int64 = 0
    /// The host's verdict: `answered` or `fallback`.
    var judged = ""
    var differences: [String] = []
    var members: [String] = []
    /// Whether its log was stored, not only counted.
    var keptLog = false
    /// The calls that the sandbox refused, by name.
    var refused: [String: Int] = [:]
  }

  private(set) var traits = Traits()
  private(set) var measure: Measure?
  /// The surface's content: to check that it may differ, and to read the attempts that a planted program reports there.
  private(set) var surface: WireValue?
  /// Whether a request went to a process that was started for an earlier one.
  var wasReused: Bool { wasAsked && !wasLaunched }
  /// Whether a request was sent; if not, the machine was too busy to start the program.
  private(set) var wasAsked = false
  private var wasLaunched = false

  /// Why there is no surface; `nil` if there is one.
  private(set) var silence: Silence?

  init(_ crossings: [Crossing], at point: ExtensionPoint) {
    for crossing in crossings where crossing.point == point {
      switch crossing.event {
      case .launched: wasLaunched = true
      case .toProgram(.object(let line)) where line["method"] == "perform": wasAsked = true
      case .toProgram: break
      case .fromProgram(.object(let line)) where wasAsked: take(line)
      case .fromProgram, .placed, .notLaunched, .answered: break
      case .garbled:
        if traits.reply == "none" { traits.reply = "garbled" } else { traits.linesAfterReply += 1 }
      case .ended(let ending):
        traits.logBytes = ending.logBytes
        traits.keptLog = !ending.log.isEmpty
        traits.differences = ending.differences
        traits.refused = ending.refused
        measure = ending.measure
        // Exit status 0 at the end of input is a normal exit.
        if let exit = ending.ownExit, exit != .exited(status: 0) { traits.exit = "\(exit)" }
      case .judged(let word): traits.judged = word
      }
    }
    if surface == nil { silence = Silence(of: point, in: crossings) }
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

  /// The attempts that the host suppressed, as text. A program that was never asked has attempted nothing.
  var attempts: [String] {
    guard wasAsked else { return [] }
    var attempts: [String] = []
    if traits.reply != "result" { attempts.append("reply: \(traits.reply)") }
    if traits.linesAfterReply > 0 { attempts.append("\(traits.linesAfterReply) more lines") }
    if traits.exit != "ended by the host" { attempts.append("exit: \(traits.exit)") }
    if traits.logBytes > 0 { attempts.append("printed") }
    if !traits.refused.isEmpty { attempts.append("refused: \(traits.refusedCalls)") }
    if traits.reply == "result", traits.judged == "fallback" { attempts.append("reply refused") }
    if !traits.differences.isEmpty { attempts.append("not as launched: \(traits.differences.joined(separator: ", "))") }
    return attempts
  }
}

extension SealedOutcome.Traits {
  /// The channels in which two outcomes differ, each with the values and the rule that hides it.
  func differences(from other: Self) -> [(channel: String, left: String, right: String, removedBy: String)] {
    var found: [(channel: String, left: String, right: String, removedBy: String)] = []
    func compare(_ channel: String, _ left: String, _ right: String, _ rule: String) {
      if left != right { found.append((channel, left, right, rule)) }
    }
    compare("whether it answers", reply, other.reply, "a sealed process lives until its deadline")
    compare(
      "lines after the reply", "\(linesAfterReply)", "\(other.linesAfterReply)",
      "a sealed process is ended after its reply")
    compare("exit status", exit, other.exit, "the status of a sealed process is dropped")
    compare("bytes printed", "\(logBytes)", "\(other.logBytes)", "the output of a sealed process is dropped")
    let strict = "a reply that breaks the form or a limit is refused"
    compare("members of the reply", members.joined(separator: " "), other.members.joined(separator: " "), strict)
    compare("launch", launchDifferences, other.launchDifferences, "a process that differs from its plan is ended")
    // How often is not compared: each thread that a runtime starts makes some of these calls.
    compare("refused system calls", refusedNames, other.refusedNames, "the sandbox refuses them")
    if found.isEmpty { compare("reply taken", judged, other.judged, strict) }
    return found
  }

  /// Such as `connect 1, socket 2`; empty for none.
  var refusedCalls: String { refused.sorted { $0.key < $1.key }.map { "\($0) \($1)" }.joined(separator: ", ") }

  private var refusedNames: String { refused.keys.sorted().joined(separator: ", ") }

  private var launchDifferences: String { differences.joined(separator: ", ") }
}
