// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// Answers an extension's requests like a cooperative host and person: approves, picks, presents.
package final class SampleHost {
  private let snapshot: Snapshot
  private var revision: Int64
  private var trees: Int64 = 0
  private var surfaces = 0
  /// Effects committed during the callback, shown before those of the answer.
  package private(set) var committed: [Effect] = []
  /// The last window that an app presented.
  package private(set) var window: WireValue?
  /// The error with which to answer every `commit`, if any.
  package var commitFailure: ErrorObject?

  package init(_ snapshot: Snapshot) {
    self.snapshot = snapshot
    revision = snapshot.revision ?? 0
  }

  package func answer(_ method: String, _ params: WireValue) -> Result<WireValue, ErrorObject> {
    do {
      return .success(try result(Method(rawValue: method), params))
    } catch let error as WireError {
      return .failure(ErrorObject(.invalidParams, error.description, pointer: error.pointer))
    } catch let error as ErrorObject {
      return .failure(error)
    } catch {
      return .failure(ErrorObject(.extensionError, "\(error)"))
    }
  }

  private func result(_ method: Method?, _ params: WireValue) throws -> WireValue {
    switch method {
    case .commit:
      if let commitFailure { throw commitFailure }
      let commit = try CommitParams(wire: params, at: "/params", from: .extension)
      committed += commit.effects
      revision += 1
      var after = snapshot
      after.revision = revision
      return CommitResult(revision: revision, snapshot: after).wire
    case .authorize:
      _ = try AuthorizeParams(wire: params, at: "/params", from: .extension)
      return AuthorizeResult(authorization: .approved).wire
    case .pick:
      _ = try PickParams(wire: params, at: "/params", from: .extension)
      return PickResult(selection: SampleWorld.selection).wire
    case .presentReport:
      let request = try PresentReportParams(wire: params, at: "/params", from: .extension)
      surfaces += 1
      let presentsAt = request.dismiss == true ? nil : SampleWorld.now + 1_000
      return PresentReportResult(surface: request.surface ?? "s\(surfaces)", presentsAt: presentsAt).wire
    case .presentWindow:
      window = try PresentWindowParams(wire: params, at: "/params", from: .extension).view
      trees += 1
      return PresentWindowResult(tree: trees).wire
    case .hello, .perform, .data, .cancel, .shutdown, .ack, nil:
      throw ErrorObject(.methodNotFound, "This host has no method of that name.")
    }
  }
}
