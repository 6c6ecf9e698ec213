// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// One callback for one extension, made from a sample and the person's changes to it.
package struct CallRequest: Hashable, Sendable {
  package var params: PerformParams
  package var data: [ReportElement]

  /// - Parameters:
  ///   - callback: a callback's name on the wire, such as `eventDidReachThreshold`.
  ///   - json: members of the arguments, or an object with any of `arguments`, `snapshot`, `delivery` and `data`.
  ///     Missing members come from the sample.
  ///   - contexts: the report's contexts; the first is used unless `json` names another.
  ///   - description: the answer of a widget or a Focus filter to its `describe`; the sample is made from it.
  /// - Throws: `ExtensionTrialError` with the callback or member at fault.
  package init(
    _ callback: String, json: WireValue?, for subject: TrialSubject, contexts: [String] = [],
    description: WireValue? = nil
  ) throws {
    let names = subject.point.callbackNames
    guard names.contains(callback) else {
      let other = ExtensionPoint.allCases.first { $0.callbackNames.contains(callback) }
      let hint = other.map { "; “\(callback)” is a callback of \($0.rawValue)" } ?? ""
      throw ExtensionTrialError(
        "\(subject.id) is at the point \(subject.point.rawValue), whose callbacks are \(names.joined(separator: ", "))\(hint)."
      )
    }
    let parts = try Parts(json)
    let samples = SampleCall.all(
      of: subject.point, contexts: contexts.isEmpty ? ["Context"] : contexts, description: description)
    let sample = samples.first { $0.callback.name == callback }
    var wire = (sample ?? samples[0]).params(for: subject).wire.members
    wire["callback"] = .string(callback)
    let sampled = sample?.callback.arguments ?? [:]
    wire["arguments"] = parts.arguments.map { sampled.merged(with: $0) } ?? sampled
    for (name, value) in [("snapshot", parts.snapshot), ("delivery", parts.delivery)] {
      if let value { wire[name] = (wire[name] ?? [:]).merged(with: value) }
    }
    do throws(WireError) {
      // As strict as for lines of an extension: an unknown member is a typing error, not a member of a newer host.
      params = try PerformParams(wire: .object(wire), at: "", from: .extension)
      data = sample?.data ?? []
      if let given = parts.data {
        data = try [ReportElement](wire: given, at: "/data", from: .extension, atMost: 100_000)
      }
    } catch {
      throw ExtensionTrialError(
        "The JSON does not fit \(callback): \(error.description). Its arguments are \(Self.shape(sampled)).")
    }
    guard data.isEmpty || subject.point == .report else {
      throw ExtensionTrialError(
        "“data” is for reports only; \(subject.id) is at the point \(subject.point.rawValue).")
    }
  }

  /// The sample's arguments, to show the expected form.
  private static func shape(_ arguments: WireValue) -> String {
    String(decoding: CanonicalText.bytes(of: arguments), as: UTF8.self)
  }

  private struct Parts {
    var arguments, snapshot, delivery, data: WireValue?

    init(_ json: WireValue?) throws {
      guard let json else { return }
      guard case .object(let object) = json else {
        throw ExtensionTrialError("The JSON must be an object with the callback's arguments by name.")
      }
      let known: Set = ["arguments", "snapshot", "delivery", "data"]
      guard object.members.contains(where: { known.contains($0.name) }) else {
        arguments = json
        return
      }
      if let stranger = object.members.first(where: { !known.contains($0.name) }) {
        throw ExtensionTrialError(
          "“\(stranger.name)” can't stand beside “arguments”, “snapshot”, “delivery” and “data”; put it into “arguments”."
        )
      }
      (arguments, snapshot) = (object["arguments"], object["snapshot"])
      (delivery, data) = (object["delivery"], object["data"])
    }
  }
}

extension WireValue {
  /// The members of an object; empty for any other value.
  var members: WireObject { if case .object(let object) = self { object } else { WireObject() } }

  /// Merges objects member by member and replaces any other value; `null` removes a member.
  func merged(with other: WireValue) -> WireValue {
    guard case .object(var own) = self, case .object(let theirs) = other else { return other }
    for (name, value) in theirs.members {
      own[name] = value == .null ? nil : own[name]?.merged(with: value) ?? value
    }
    return .object(own)
  }
}
