// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// One instruction of a classic BPF program, as the kernel's `struct sock_filter`.
public struct FilterInstruction: Hashable, Sendable {
  public var code: UInt16
  public var jumpTrue: UInt8
  public var jumpFalse: UInt8
  public var value: UInt32

  init(_ code: UInt16, _ value: UInt32, jumpTrue: UInt8 = 0, jumpFalse: UInt8 = 0) {
    self.code = code
    self.value = value
    self.jumpTrue = jumpTrue
    self.jumpFalse = jumpFalse
  }

  static let loadWord: UInt16 = 0x20
  static let and: UInt16 = 0x54
  static let exclusiveOr: UInt16 = 0xa4
  static let orIndex: UInt16 = 0x4c
  static let toIndex: UInt16 = 0x07
  static let jumpAlways: UInt16 = 0x05
  static let jumpEqual: UInt16 = 0x15
  static let jumpAtLeast: UInt16 = 0x35
  static let jumpAnySet: UInt16 = 0x45
  static let answer: UInt16 = 0x06
}

/// The kernel's answer to a system call.
public enum FilterAnswer: Hashable, Sendable {
  case allow
  /// The call returns this error; 0 is success without any effect.
  case error(UInt16)
  /// The process is killed with SIGSYS: the call is never legitimate here.
  case kill
  /// The kernel asks the host; SECCOMP_RET_USER_NOTIF.
  case ask

  var code: UInt32 {
    switch self {
    case .allow: 0x7fff_0000
    case .error(let number): 0x0005_0000 | UInt32(number)
    case .kill: 0x8000_0000
    case .ask: 0x7fc0_0000
    }
  }
}

/// A finished filter and the offsets where the launcher writes the process's pid and the halves of its exec ticket.
public struct FilterProgram: Hashable, Sendable {
  public let instructions: [FilterInstruction]
  public let pidOffsets: [UInt32]
  public let ticketOffsets: [UInt32]
  /// The encoding used in a plan, computed once since the same filter is part of many launches.
  let bytes: [UInt8]

  init(instructions: [FilterInstruction], pidOffsets: [UInt32], ticketOffsets: [UInt32]) {
    self.instructions = instructions
    self.pidOffsets = pidOffsets
    self.ticketOffsets = ticketOffsets
    var bytes: [UInt8] = []
    for offsets in [pidOffsets, ticketOffsets] {
      bytes += LaunchPlan.bytes(UInt32(offsets.count)) + offsets.flatMap { LaunchPlan.bytes($0) }
    }
    bytes.reserveCapacity(bytes.count + instructions.count * 8)
    for instruction in instructions {
      bytes += LaunchPlan.bytes(instruction.code)
      bytes.append(instruction.jumpTrue)
      bytes.append(instruction.jumpFalse)
      bytes += LaunchPlan.bytes(instruction.value)
    }
    self.bytes = bytes
  }
}
