// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime

extension ShieldSettings.ActivityCategoryPolicy {
  init(_ wire: SettingValue.CategoryPolicy) {
    switch wire {
    case .none: self = .none
    case .specific(let categories, let except): self = .specific(Set(categories), except: Set(except))
    case .all(let except): self = .all(except: Set(except))
    }
  }

  var wire: SettingValue.CategoryPolicy {
    switch self {
    case .none: .none
    case .specific(let categories, let except):
      .specific(categories: categories.wireTokens(), except: except.wireTokens())
    case .all(let except): .all(except: except.wireTokens())
    }
  }
}
