// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionTransport
internal import FamilyManifests

extension ConformanceCheck {
  /// CONF-6
  static let callbacks = ConformanceCheck(id: "C6", title: "answers every callback in time, and strangers by the book")
  {
    bench in
    var own: [String] = []
    for one in try bench.baseline() {
      if let fault = bench.fault(one.answer) {
        return .failed(
          reason: "\(one.call.title): \(fault)",
          remedy:
            "Repeat it with `sallyport call` and the callback \(one.call.callback.name); its request and answer are shown there."
        )
      }
      if case .failure(let error) = one.answer {
        own.append("\(one.call.title) ends with its own error “\(error.message)”")
      }
    }
    if let failed = try strangeCallback(bench) ?? strangeMethods(bench) { return failed }
    return own.isEmpty
      ? .passed(note: "\(try bench.baseline().count) calls")
      : .advice(reason: own.joined(separator: "; "), remedy: "See with `sallyport call` whether that is meant.")
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
        remedy: "Answer a callback you do not know with {} or with error -32601.")
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
        remedy: "Answer a request you do not know with error -32601.")
    }
    return try bench.difference(after).map {
      .failed(reason: "after an unknown notification: \($0)", remedy: "Ignore a notification you do not know.")
    }
  }

  /// CONF-8
  static let cancelling = ConformanceCheck(id: "C8", title: "acknowledges and lets itself be cancelled") { bench in
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
          remedy: "Acknowledge from the thread that reads, not from the one that runs callbacks.")
      }
      let second = dialogue.send(Method.perform.rawValue, params, deadline: bench.deadline)
      func cancel(_ id: RequestID) {
        dialogue.notify(Method.cancel.rawValue, Cancel(request: id, reason: .superseded).wire, deadline: bench.deadline)
      }
      cancel(second)
      let allowed =
        dialogue.features.contains(.cancel) ? bench.pace.time(250) : bench.pace.time(bench.subject.limits.deadlineMs)
      // What it was doing when the line came is its own affair: the limit counts from the cancellation.
      switch dialogue.answer(to: second, deadline: .after(allowed)) {
      case .silence, .end:
        return .failed(
          reason: "a cancelled callback was not answered in time",
          remedy:
            "Answer it all the same, with what there is or with error 1101; with the feature “cancel” within 250 ms.")
      case .result, .failure: break
      }
      cancel(second)
      let third = dialogue.ask(Method.perform.rawValue, params, deadline: bench.deadline)
      if let fault = bench.fault(third) {
        return .failed(
          reason: "after a cancellation that came too late: \(fault)",
          remedy: "Ignore a cancellation of what has been answered.")
      }
      let words = dialogue.features.map(\.rawValue).sorted().joined(separator: ", ")
      return .passed(note: words.isEmpty ? "it confirms no feature" : "it confirms \(words)")
    }
  }

  /// CONF-9
  static let commits = ConformanceCheck(id: "C9", title: "bears the refusal of a commit, and a host that reads late") {
    bench in
    guard !bench.subject.point.isSealed else { return .skipped(reason: "a sealed process asks for nothing") }
    let lead = try bench.lead()
    let late = try bench.talk { dialogue, _ in
      let id = dialogue.send(
        Method.perform.rawValue, lead.call.params(for: bench.subject).wire, deadline: bench.deadline)
      Pause.seconds(1)
      return dialogue.answer(to: id, deadline: bench.deadline)
    }
    if let difference = try bench.difference(late) {
      return .failed(
        reason: "read a second late: \(difference)", remedy: "Write with patience: a full pipe is no error.")
    }
    let committing = try bench.baseline().filter { $0.requests.contains(Method.commit.rawValue) }
    guard let call = committing.first?.call else { return .passed(note: "no callback tried makes a commit") }
    for code in [
      ErrorCode.busy, .denied, .schema, .tooLarge, .conflict, .limit, .unknownToken, .unauthorized, .monitoring,
    ] {
      let answer = try bench.talk { dialogue, host in
        host.commitFailure = ErrorObject(code, "Refused on trial.", pointer: "/params/effects/0")
        return dialogue.perform(call.params(for: bench.subject).wire, data: call.data, deadline: bench.deadline)
      }
      guard let fault = bench.fault(answer) else { continue }
      return .failed(
        reason: "its commit was refused with \(code.rawValue): \(fault)",
        remedy: "Answer the callback whatever becomes of a commit.")
    }
    return .passed(note: "commits in \(call.title)")
  }

  /// CONF-12
  static let repeating = ConformanceCheck(id: "C12", title: "answers the same request with the same bytes") { bench in
    let lead = try bench.lead()
    let unsteady = try bench.unsteadyPlaces()
    // An app that is open may remember; nothing else may.
    if !bench.subject.point.isSealed, bench.subject.point != .app {
      let params = lead.call.params(for: bench.subject).wire
      let (warm, after) = try bench.talk { dialogue, _ in
        _ = dialogue.perform(params, deadline: bench.deadline)
        let warm = dialogue.perform(params, deadline: bench.deadline)
        for other in try bench.calls() where other != lead.call {
          _ = dialogue.perform(other.params(for: bench.subject).wire, deadline: bench.deadline)
        }
        return (warm, dialogue.perform(params, deadline: bench.deadline))
      }
      for (what, answer) in [("asked twice", warm), ("asked again after other callbacks", after)] {
        guard let difference = try bench.difference(answer) else { continue }
        return .failed(
          reason: "\(what): \(difference)",
          remedy: "Take everything from the request: a process may be fresh or used, and nobody promises which.")
      }
    }
    guard let place = unsteady.sorted().first else { return .passed() }
    return .advice(
      reason:
        "two fresh processes answer differently at \(place.isEmpty ? "the root" : place): it rolls dice or reads a clock of its own",
      remedy: "Take chance from delivery.seed and time from delivery.now, or a recording can't be replayed.")
  }

  /// CONF-13
  static let capabilities = ConformanceCheck(id: "C13", title: "asks for what it may, anywhere in the world") { bench in
    var used: Set<Capability> = []
    for one in try bench.baseline() {
      let reading = one.answer.value.map { ReplyReading($0, of: bench.subject, assets: bench.subject.assetCatalog) }
      if let refusal = reading?.refusals.first {
        return .failed(
          reason: "\(one.call.title): \(refusal)",
          remedy: "Ask for the capability in the manifest, or leave the effect out; see the table of effects.")
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
    return .passed(note: unused.isEmpty ? nil : "not used on trial: \(unused.map(\.rawValue).joined(separator: ", "))")
  }
}

extension Dialogue.Answer {
  /// What came, in few words.
  var spoken: String {
    switch self {
    case .result(let value): "the result \(CanonicalText.text(of: value).prefix(80))"
    case .failure(let error): "error \(error.code.rawValue)"
    case .silence: "no answer"
    case .end: "no answer: it left"
    }
  }
}
