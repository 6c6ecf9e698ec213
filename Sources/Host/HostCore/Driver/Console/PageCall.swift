// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import Foundation
import Pages
import ScreenTimeRules

/// Answers calls for pages.
struct PageCall {
  private let facts: DeviceFacts
  private let guardian: GuardianFile
  /// A page is far below the 4 MiB of an answer; a longer one is refused as a whole.
  private let codec = JSONCodec(
    limits: LineLimits(
      lineBytes: HostConnection.maximumOutput, depth: 64, elementsPerArray: 65_536, valuesPerLine: 524_288))

  init(_ facts: DeviceFacts, _ guardian: GuardianFile) {
    self.facts = facts
    self.guardian = guardian
  }

  func answer(_ address: PageAddress, hidesNames: Bool) throws -> HostAnswer.Body {
    do {
      let maker = PageMaker(facts, hasPasscode: try guardian.passcode() != nil, hidesNames: hidesNames)
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let page = try encoder.encode(try maker.page(address))
      do throws(LineViolation) {
        return .ok(["page": try codec.decode(Array(page))])
      } catch {
        return .error(.tooLarge, "The page is longer than an answer may be: \(error)")
      }
    } catch let error as HostError {
      return .error(.notFound, error.description)
    }
  }
}
