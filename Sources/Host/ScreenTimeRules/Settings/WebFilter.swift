// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// `FilterPolicy` of `webContent.blockedByFilter`. Lists are sorted.
package enum WebFilter: Hashable, Codable, Sendable {
  case none
  case specific([ItemReference])
  case auto([ItemReference], except: [ItemReference])
  case all(except: [ItemReference])

  package var domains: [ItemReference] {
    switch self {
    case .none, .all: []
    case .specific(let domains), .auto(let domains, _): domains
    }
  }

  package var exceptions: [ItemReference] {
    switch self {
    case .none, .specific: []
    case .auto(_, let except), .all(let except): except
    }
  }
}
