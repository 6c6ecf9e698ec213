// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import PrivacyBoundary
package import ScreenTimeRules

/// Requests for time and time grants.
extension DeviceFacts {
  /// The requests, oldest first: all open ones, and the answered ones that are kept.
  package var timeRequests: [TimeRequest] { owners.persons.timeRequests.requests }

  /// The end of an item's own time grant; `nil` if none runs.
  package func grantEnd(of item: Item) -> Timestamp? { state.grants[item].flatMap { state.now < $0 ? $0 : nil } }

  func meaning(ofAsking name: String, seconds: Int64, reason: String, _ order: PersonOrder) throws(HostError)
    -> OrderMeaning
  {
    let item = try item(named: name)
    guard TimeRequest.lengths.contains(seconds) else {
      throw HostError(
        .usage, "Ask for \(TimeRequest.lengths.lowerBound / 60) to \(TimeRequest.lengths.upperBound / 60) minutes.")
    }
    guard reason.utf8.count <= TimeRequest.reasonBytes else {
      throw HostError(.usage, "The reason has \(reason.utf8.count) bytes; the limit is \(TimeRequest.reasonBytes).")
    }
    if let open = owners.persons.timeRequests.open(for: item) {
      return .already(
        "Time for \(self.name(of: item)) was asked for at \(owners.chronicle.calendar.spoken(open.askedAt)).")
    }
    return .input(.person(PersonAct(.asksTime(item, seconds: seconds, reason: reason), order)))
  }

  func meaning(ofWithdrawing name: String, _ order: PersonOrder) throws(HostError) -> OrderMeaning {
    let item = try item(named: name)
    guard owners.persons.timeRequests.open(for: item) != nil else {
      return .already("No request for \(self.name(of: item)) waits.")
    }
    return .input(.person(PersonAct(.withdrawsTime(item), order)))
  }

  func meaning(
    ofAllowing target: PersonOrder.TimeTarget, _ length: GrantLength, _ order: PersonOrder
  ) throws(HostError) -> OrderMeaning {
    let item: Item
    switch target {
    case .item(let name): item = try self.item(named: name)
    case .request(let number):
      let request = try request(number)
      switch request.outcome {
      case nil: item = request.item
      case .allowed: return .already("Request \(number) was allowed at \(answered(request)).")
      case .refused, .withdrawn:
        throw HostError(
          .failed, "Request \(number) was \(request.outcome?.rawValue ?? "") at \(answered(request)).", as: .settled)
      }
    }
    return .input(.person(PersonAct(.allowsTime(item, length, by: order.role.authority), order)))
  }

  func meaning(ofRefusing number: Int64, _ order: PersonOrder) throws(HostError) -> OrderMeaning {
    let request = try request(number)
    switch request.outcome {
    case nil: return .input(.person(PersonAct(.refusesTime(number, by: order.role.authority), order)))
    case .refused: return .already("Request \(number) was refused at \(answered(request)).")
    case .allowed, .withdrawn:
      throw HostError(
        .failed, "Request \(number) was \(request.outcome?.rawValue ?? "") at \(answered(request)).", as: .settled)
    }
  }

  func meaning(ofEnding name: String, _ order: PersonOrder) throws(HostError) -> OrderMeaning {
    let item = try grantable(name)
    guard grantEnd(of: item) != nil else { return .already("No time grant for \(self.name(of: item)) runs.") }
    return .input(.person(PersonAct(.endsGrant(item), order)))
  }

  /// Where a grant may also be for a category.
  private func grantable(_ name: String) throws(HostError) -> Item {
    if let granted = state.grants.keys.first(where: { $0.id == name }) { return granted }
    return try item(named: name)
  }

  private func answered(_ request: TimeRequest) -> String {
    request.answeredAt.map { owners.chronicle.calendar.spoken($0) } ?? "an unknown time"
  }

  private func request(_ number: Int64) throws(HostError) -> TimeRequest {
    guard let request = owners.persons.timeRequests[number] else {
      throw HostError(.usage, "There is no request \(number); `sallyport overview requests` lists them.")
    }
    return request
  }
}
