// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The files that Landlock permits: every right of the detected ABI is restricted, a few are granted.
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

    /// The name of each right in messages.
    private static let names: [(Rights, String)] = [
      (.readFile, "read files"), (.readDirectory, "list directories"), (.execute, "execute"),
      (.writeFile, "write files"), (.truncate, "truncate"), (.makeRegular, "make files"),
      (.makeDirectory, "make directories"), (.removeFile, "remove files"), (.removeDirectory, "remove directories"),
      (.refer, "rename between directories"),
    ]

    /// The names of all rights in the set; a right without a name is shown by its number.
    var words: [String] {
      let unnamed = Self.names.reduce(self) { $0.subtracting($1.0) }
      return Self.names.filter { contains($0.0) }.map(\.1) + (unnamed.isEmpty ? [] : ["right \(unnamed.rawValue)"])
    }
  }
  struct Grant: Hashable, Sendable {
    var path: String
    var rights: Rights
  }

  /// ABI 1 and 2 don't restrict `truncate`.
  static let minimumABI: Int32 = 3

  var abi: UInt32
  var grants: [Grant]

  /// All file rights of the ABI: 13 bits, then REFER, TRUNCATE and IOCTL_DEV.
  var handledFiles: UInt64 { (1 << (abi >= 5 ? 16 : 15)) - 1 }
  /// TCP bind and connect, which are never granted.
  var handledNetwork: UInt64 { abi >= 4 ? 3 : 0 }
  /// Abstract sockets and signals, always both.
  var scopes: UInt64 { abi >= 6 ? 3 : 0 }

}

// MARK: - Grants

extension LandlockPolicy {
  /// The inputs to the grants of a launch: its point and the kind of its program. The list of mounts is deliberately
  /// not one, so that an error in it does not affect both protections.
  struct Subject: Hashable, Sendable {
    /// The executable, or a script's interpreter.
    var program: String
    var bundle = InnerPath.bundle
    var container: String?
    var containerIsWritable = false
    var isDynamic = false
    /// The directory of the runtime; on a flat launch, of the time zones.
    var runtime: String?
    var showsProcesses = false
    var hasScratch = false
  }

  init(abi: UInt32, _ subject: Subject) {
    var grants = [Grant(path: subject.program, rights: .program), Grant(path: subject.bundle, rights: .read)]
    // The kernel opens the loader to execute it with the program; libraries are only read.
    if subject.isDynamic { grants.append(Grant(path: InnerPath.loaderFile, rights: .program)) }
    if let runtime = subject.runtime { grants.append(Grant(path: runtime, rights: .read)) }
    if let container = subject.container {
      grants.append(Grant(path: container, rights: subject.containerIsWritable ? .readWrite : .read))
    }
    if subject.showsProcesses { grants.append(Grant(path: InnerPath.processes, rights: .read)) }
    if subject.hasScratch { grants.append(Grant(path: InnerPath.scratch, rights: .readWrite)) }
    self.init(abi: abi, grants: grants)
  }
}
