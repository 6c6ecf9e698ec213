// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Which files Landlock leaves (section 7): every right of the probed ABI is handled, a few are granted.
struct LandlockPolicy: Hashable, Sendable {
  struct Rights: OptionSet, Hashable, Sendable {
    let rawValue: UInt64
    static let execute = Rights(rawValue: 1 << 0)
    static let writeFile = Rights(rawValue: 1 << 1)
    static let readFile = Rights(rawValue: 1 << 2)
    static let readDirectory = Rights(rawValue: 1 << 3)
    static let removeDirectory = Rights(rawValue: 1 << 4)
    static let removeFile = Rights(rawValue: 1 << 5)
    static let makeDirectory = Rights(rawValue: 1 << 7)
    static let makeRegular = Rights(rawValue: 1 << 8)
    static let refer = Rights(rawValue: 1 << 13)
    static let truncate = Rights(rawValue: 1 << 14)

    static let program: Rights = [.readFile, .execute]
    static let read: Rights = [.readFile, .readDirectory]
    static let readWrite: Rights = [
      .readFile, .readDirectory, .writeFile, .truncate, .removeFile, .removeDirectory, .makeRegular, .makeDirectory,
      .refer,
    ]
  }
  struct Grant: Hashable, Sendable {
    var path: String
    var rights: Rights
  }

  /// ABI 1 and 2 leave `truncate` open.
  static let minimumABI: Int32 = 3

  var abi: UInt32
  var grants: [Grant]

  /// All file rights of the ABI: 13 bits, then REFER, TRUNCATE and IOCTL_DEV.
  var handledFiles: UInt64 { (1 << (abi >= 5 ? 16 : 15)) - 1 }
  /// TCP bind and connect; none is ever granted.
  var handledNetwork: UInt64 { abi >= 4 ? 3 : 0 }
  /// Abstract sockets and signals, always both.
  var scopes: UInt64 { abi >= 6 ? 3 : 0 }

  /// The same grants at other places.
  func moved(_ move: (String) -> String) -> LandlockPolicy {
    var policy = self
    for index in grants.indices { policy.grants[index].path = move(grants[index].path) }
    return policy
  }
}
