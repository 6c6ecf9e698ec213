// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import ScreenTimeRules

extension PropertyValue {
  init(_ value: DefaultValue) {
    switch value {
    case .bool(let flag): self = .bool(flag)
    case .integer(let number): self = .integer(number)
    case .decimal(let text): self = .decimal(text)
    case .string(let text): self = .string(text)
    case .date(let time): self = .date(time.milliseconds)
    case .url(let text): self = .url(text)
    case .data(let data): self = .data(data.base64EncodedString())
    case .list(let values): self = .list(values.map(PropertyValue.init))
    case .map(let values):
      self = .map(
        values.sorted { $0.key.precedesInUTF8($1.key) }.map { Entry(key: $0.key, value: PropertyValue($0.value)) })
    }
  }
}
