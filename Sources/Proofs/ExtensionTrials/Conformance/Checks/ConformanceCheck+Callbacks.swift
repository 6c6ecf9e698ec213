// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionTransport
internal import FamilyManifests

extension ConformanceCheck {
  static let callbacks = ConformanceCheck(
    id: "CONF-6", title: "answers every callback in time, and unknown ones correctly"
  ) {
    bench in
    var own: [String] = []
    for one in try bench.baseline() {
      if let fault = bench.fault(one.answer, to: one.call) {
        return .failed(
          reason: "\(one.call.title): \(fault)",
          remedy:
            "Repeat it with `sallyport call` and the callback \(one.call.callback.name) to see request and answer."
        )
      }
      if case .failure(let error) = one.answer {
        own.append("\(one.call.title) returned the error “\(error.message)”")
      }
    }
    if let failed = try strangeCallback(bench) ?? strangeMethods(bench) { return failed }
    return own.isEmpty
      ? .passed(note: "\(try bench.baseline().count) calls")
      : .advice(reason: own.joined(separator: "; "), remedy: "Check with `sallyport call` whether this is intended.")
  }

  private static func strangeCallback(_ bench: ConformanceBench) throws -> TrialVerdict? {
    var params = try bench.lead().call.params(for: bench.subject).wire.members
    params["callback"] = "sallyportFuture"
    params["arguments"] = [:]
    let answer = try bench.talk { dialogue, _ in dialogue.perform(.object(params), deadline: bench.deadline) }
    switch answer {
    case .failure(let error) where error.code == .methodNotFound: return nil
    case .result(let value) where value.members["effects"] == nil || value.members["effects"] == []: return nil
    default:
      return .failed(
        reason: "an unknown callback got \(answer.spoken)",
        remedy: "Answer an unknown callback with {} or with error -32601.")
    }
  }

  private static func strangeMethods(_ bench: ConformanceBench) throws -> TrialVerdict? {
    guard !bench.subject.point.isSealed else { return nil }
    let lead = try bench.lead()
    let (request, after) = try bench.talk { dialogue, _ in
      let request = dialogue.ask("sallyportFuture", [:], deadline: bench.deadline)
      dialogue.notify("sallyportFuture", [:], deadline: bench.deadline)
      let params = lead.call.params(for: bench.subject).wire
      return (request, dialogue.perform(params, data: lead.call.data, deadline: bench.deadline))
    }
    guard case .failure(let error) = request, error.code == .methodNotFound else {
      return .failed(
        reason: "an unknown request got \(request.spoken)",
        remedy: "Answer an unknown request with error -32601.")
    }
    return try bench.difference(after).map {
      .failed(reason: "after an unknown notification: \($0)", remedy: "Ignore unknown notifications.")
    }
  }

  static let cancelling = ConformanceCheck(id: "CONF-8", title: "acknowledges and cancels, if confirmed") { bench in
    guard !bench.subject.point.isSealed else {
      return .skipped(reason: "a sealed process is neither acknowledged nor cancelled")
    }
    let lead = try bench.lead()
    let params = lead.call.params(for: bench.subject).wire
    return try bench.talk { dialogue, _ in
      let first = dialogue.send(Method.perform.rawValue, params, deadline: bench.deadline)
      _ = dialogue.answer(to: first, deadline: bench.deadline)
      if dialogue.features.contains(.ack), dialogue.acknowledged[first] ?? .seconds(99) > bench.pace.time(500) {
        return .failed(
          reason: "its acknowledgement took longer than 500 ms",
          remedy: "Acknowledge on the thread that reads, not on the one that runs callbacks.")
      }
      let second = dialogue.send(Method.perform.rawValue, params, deadline: bench.deadline)
      func cancel(_ id: RequestID) {
        dialogue.notify(Method.cancel.rawValue, Cancel(request: id, reason: .superseded).wire, deadline: bench.deadline)
      }
      cancel(second)
      let allowed =
        dialogue.features.contains(.cancel) ? bench.pace.time(250) : bench.pace.time(bench.subject.limits.deadlineMs)
      // The time limit starts at the cancellation, whatever the extension was doing before.
      switch dialogue.answer(to: second, deadline: .after(allowed)) {
      case .silence, .end:
        return .failed(
          reason: "a cancelled callback was not answered in time",
          remedy:
            "Answer it with the result so far or with error 1101; with the feature “cancel” within 250 ms.")
      case .result, .failure: break
      }
      cancel(second)
      let third = dialogue.ask(Method.perform.rawValue, params, deadline: bench.deadline)
      if let fault = bench.fault(third) {
        return .failed(
          reason: "after a cancellation that came too late: \(fault)",
          remedy: "Ignore the cancellation of an answered request.")
      }
      let words = dialogue.features.map(\.rawValue).sorted().joined(separator: ", ")
      return .passed(note: words.isEmpty ? "no feature confirmed" : "confirmed: \(words)")
    }
  }

  static let commits = ConformanceCheck(id: "CONF-9", title: "handles a refused commit, and a host that reads late") {
    bench in
    guard !bench.subject.point.isSealed else { return .skipped(reason: "a sealed process sends no requests") }
    let lead = try bench.lead()
    let late = try bench.talk { dialogue, _ in
      let id = dialogue.send(
        Method.perform.rawValue, lead.call.params(for: bench.subject).wire, deadline: bench.deadline)
      Pause.seconds(1)
      return dialogue.answer(to: id, deadline: bench.deadline)
    }
    if let difference = try bench.difference(late) {
      return .failed(
        reason: "read a second late: \(difference)", remedy: "Wait until a full pipe has room.")
    }
    let committing = try bench.baseline().filter { $0.requests.contains(Method.commit.rawValue) }
    guard let call = committing.first?.call else { return .passed(note: "no tested callback commits") }
    for code in [
      ErrorCode.busy, .denied, .schema, .tooLarge, .conflict, .limit, .unknownToken, .unauthorized, .monitoring,
    ] {
      let answer = try bench.talk { dialogue, host in
        host.commitFailure = ErrorObject(code, "Refused by the conformance suite.", pointer: "/params/effects/0")
        return dialogue.perform(call.params(for: bench.subject).wire, data: call.data, deadline: bench.deadline)
      }
      guard let fault = bench.fault(answer, to: call) else { continue }
      return .failed(
        reason: "its commit was refused with \(code.rawValue): \(fault)",
        remedy: "Answer the callback even if a commit is refused.")
    }
    return .passed(note: "commits in \(call.title)")
  }

  static let repeating = ConformanceCheck(id: "CONF-12", title: "answers the same request with the same bytes") {
    bench in
    let lead = try bench.lead()
    let unsteady = try bench.unsteadyPlaces()
    // Only an app may keep state between callbacks.
    if !bench.subject.point.isSealed, bench.subject.point != .app {
      let params = lead.call.params(for: bench.subject).wire
      let (warm, after) = try bench.talk { dialogue, _ in
        _ = dialogue.perform(params, deadline: bench.deadline)
        let warm = dialogue.perform(params, deadline: bench.deadline)
        for other in try bench.calls() where other != lead.call && !other.callback.isAlone {
          _ = dialogue.perform(other.params(for: bench.subject).wire, deadline: bench.deadline)
        }
        return (warm, dialogue.perform(params, deadline: bench.deadline))
      }
      for (what, answer) in [("asked twice", warm), ("asked again after other callbacks", after)] {
        guard let difference = try bench.difference(answer) else { continue }
        return .failed(
          reason: "\(what): \(difference)",
          remedy: "Take all state from the request: a callback may run in a fresh or in a used process.")
      }
    }
    guard let place = unsteady.sorted().first else { return .passed() }
    return .advice(
      reason:
        "two fresh processes answer differently at \(place.isEmpty ? "the root" : place): randomness or a clock",
      remedy: "Take random numbers from delivery.seed and time from delivery.now, or a recording can't be replayed.")
  }

  static let capabilities = ConformanceCheck(id: "CONF-13", title: "uses granted capabilities only, in any time zone") {
    bench in
    var used: Set<Capability> = []
    for one in try bench.baseline() {
      let reading = one.answer.value.map {
        ReplyReading($0, to: one.call.callback.name, of: bench.subject, assets: bench.subject.assetCatalog)
      }
      if let refusal = reading?.refusals.first {
        return .failed(
          reason: "\(one.call.title): \(refusal)",
          remedy: "Add the capability to the manifest's requests, or omit the effect.")
      }
      used.formUnion((one.committed + (reading?.effects ?? [])).map(\.kind.capability))
    }
    let lead = try bench.lead()
    for place in SampleWorld.places {
      var params = lead.call.params(for: bench.subject)
      params.snapshot = SampleWorld.snapshot(for: bench.subject, environment: place.environment)
      params.delivery = SampleWorld.delivery(for: bench.subject.point, now: place.now)
      let answer = try bench.talk(change: .init(timeZone: place.environment.timeZone)) { dialogue, _ in
        dialogue.perform(params.wire, data: lead.call.data, deadline: bench.deadline)
      }
      guard let fault = bench.fault(answer) else { continue }
      return .failed(
        reason: "in \(place.environment.timeZone) with \(place.environment.locale): \(fault)",
        remedy: "Take calendar, zone and locale from snapshot.environment; days have 23 to 25 hours.")
    }
    let unused = bench.subject.capabilities.filter {
      !used.contains($0) && ![.containerRead, .containerWrite].contains($0)
    }
    return .passed(note: unused.isEmpty ? nil : "not used here: \(unused.map(\.rawValue).joined(separator: ", "))")
  }
}

extension Dialogue.Answer {
  /// A short description of the answer.
  var spoken: String {
    switch self {
    case .result(let value): "the result \(CanonicalText.text(of: value).prefix(80))"
    case .failure(let error): "error \(error.code.rawValue)"
    case .silence: "no answer"
    case .end: "no answer: the process exited"
    }
  }
}
