// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The permitted arguments of the allowed calls: a row per call with a mode, flag or command argument.
///
/// Numbers are the kernel's; comments give the names of their constants. A value that a row doesn't list fails with
/// EPERM, or with the error of a kernel without that feature if ordinary runtimes fall back on it. The rows cover what
/// Swift, glibc, musl, CPython, Perl, Go and Node use. A filter can't check an argument in memory (`rt_sigaction`,
/// `epoll_ctl` events).
extension SeccompPolicy {
  var argumentRows: [String: SeccompRule] {
    [Self.time, Self.threads, Self.memory, Self.descriptors, Self.files, ownRows].reduce(into: [:]) { rows, group in
      // Merging two rows of one call would hide a mistake.
      rows.merge(group) { _, _ in preconditionFailure("a system call has two rows") }
    }
  }
}

// MARK: - The same for every policy

extension SeccompPolicy {
  private static let closeOnExec: UInt32 = 0o2000000
  private static let nonBlocking: UInt32 = 0o4000
  // REALTIME MONOTONIC BOOTTIME. The alarm clocks can wake the machine.
  private static let waitingClocks: [UInt32] = [0, 1, 7]
  /// Clocks 0 to 7 (not the alarms), TAI, and CPU clocks of a thread, which the kernel provides for the caller's
  /// threads only. The other negative ids name another process and would show whether it exists and its CPU time.
  private static let readableClock = SeccompRule.allow(
    ifAnyOf: [[.only(0, 7)], [.oneOf(0, 11)], [.bits(0, mask: 0x8000_0007, oneOf: [0x8000_0006])]], otherwise: invalid)

  private static let time: [String: SeccompRule] = [
    "clock_gettime": readableClock,
    "clock_getres": readableClock,
    // TIMER_ABSTIME
    "clock_nanosleep": .allow(if: .oneOf(0, waitingClocks), .only(1, 1), otherwise: invalid),
    "timerfd_create": .allow(if: .oneOf(0, waitingClocks), .only(1, closeOnExec | nonBlocking), otherwise: invalid),
    // ABSTIME; CANCEL_ON_SET would reveal when the host's clock is set.
    "timerfd_settime": .allow(if: .only(1, 1)),
  ]

  /// THREAD, VM, SIGHAND, FS and FILES: the seal's audit would not see a thread's separate descriptors.
  private static let thread: UInt32 = 0x1_0000 | 0x100 | 0x800 | 0x200 | 0x400
  // SYSVSEM SETTLS PARENT_SETTID CHILD_CLEARTID DETACHED CHILD_SETTID. Excluded: namespaces, the exit signal, PARENT,
  // PTRACE, PIDFD, VFORK, UNTRACED and IO.
  private static let threadDetails: UInt32 = 0x4_0000 | 0x8_0000 | 0x10_0000 | 0x20_0000 | 0x40_0000 | 0x100_0000

  private static let threads: [String: SeccompRule] = [
    "clone": .allow(if: .bits(0, mask: ~threadDetails, oneOf: [thread])),
    // WAIT WAKE WAIT_BITSET WAKE_BITSET LOCK_PI UNLOCK_PI TRYLOCK_PI REQUEUE CMP_REQUEUE WAKE_OP, each with PRIVATE and
    // CLOCK_REALTIME. Swift's Mutex uses the priority-inheriting ones; requeueing to them is excluded. A C library
    // falls back on ENOSYS (glibc from LOCK_PI2).
    "futex": .allow(if: .bits(1, mask: ~0x180, oneOf: [0, 1, 9, 10, 6, 7, 8, 3, 4, 5]), otherwise: notImplemented),
    "futex_waitv": .allow(if: .oneOf(2, 0), .oneOf(4, 0, 1)),
    // SIZE_U32, with or without PRIVATE.
    "futex_wake": .allow(if: .oneOf(3, 2, 0x82)),
    "futex_wait": .allow(if: .oneOf(3, 2, 0x82), .oneOf(5, 0, 1)),
    "futex_requeue": .allow(if: .oneOf(1, 0)),
    // QUERY PRIVATE_EXPEDITED REGISTER_PRIVATE_EXPEDITED; the global ones interrupt other processes' cores. Libraries
    // treat EINVAL as a kernel without the command.
    "membarrier": .allow(if: .oneOf(0, 0, 8, 16), .oneOf(1, 0), otherwise: invalid),
    // Register, UNREGISTER.
    "rseq": .allow(if: .only(2, 1)),
    // SET_FS GET_FS; glibc treats EINVAL as a kernel without shadow stacks.
    "arch_prctl": .allow(if: .oneOf(0, 0x1002, 0x1003), otherwise: invalid),
    "kill": .allow(if: .ownPID(0)),
    "tgkill": .allow(if: .ownPID(0)),
    "sched_getaffinity": .allow(ifAnyOf: [[.oneOf(0, 0)], [.ownPID(0)]]),
    // Only the caller's limits; the hard ones can't be raised.
    "prlimit64": .allow(if: .oneOf(0, 0), .only(1, 15)),
    "getrlimit": .allow(if: .only(0, 15)),
    // SELF THREAD CHILDREN
    "getrusage": .allow(if: .oneOf(0, 0, 1, .max)),
    // BLOCK UNBLOCK SETMASK
    "rt_sigprocmask": .allow(if: .oneOf(0, 0, 1, 2), otherwise: invalid),
    // NONBLOCK INSECURE. Rust falls back on EINVAL.
    "getrandom": .allow(if: .only(2, 1 | 4), otherwise: invalid),
  ]

  /// Rows that the policies share; `mmap` and similar calls are in `ownRows`.
  private static let memory: [String: SeccompRule] = [
    // MAYMOVE; FIXED and DONTUNMAP could replace another mapping.
    "mremap": .allow(if: .only(3, 1)),
    // NORMAL RANDOM SEQUENTIAL DONTNEED FREE HUGEPAGE NOHUGEPAGE DONTDUMP DODUMP GUARD_INSTALL GUARD_REMOVE. COLD and
    // PAGEOUT reveal what is resident, MERGEABLE what other processes hold. Callers treat EINVAL as a kernel without
    // the advice.
    "madvise": .allow(if: .oneOf(2, 0, 1, 2, 4, 8, 14, 15, 16, 17, 102, 103), otherwise: invalid),
  ]

  private static let descriptors: [String: SeccompRule] = [
    // Descriptor 5, AT_EMPTY_PATH, and three addresses known only to the launcher: usable once, by the launch.
    "execveat": .allow(if: .oneOf(0, 5), .oneOf(4, 0x1000), .ticket),
    // SET CUR END. Copying programs treat EINVAL as a file system without DATA and HOLE.
    "lseek": .allow(if: .oneOf(2, 0, 1, 2), otherwise: invalid),
    "dup3": .allow(if: .only(2, closeOnExec)),
    // O_EXCL would create a kernel notification queue, O_DIRECT packet mode.
    "pipe2": .allow(if: .only(1, closeOnExec | nonBlocking)),
    "epoll_create1": .allow(if: .only(0, closeOnExec)),
    // ADD DEL MOD
    "epoll_ctl": .allow(if: .oneOf(1, 1, 2, 3)),
    // SEMAPHORE
    "eventfd2": .allow(if: .only(1, closeOnExec | nonBlocking | 1)),
    // TCGETS FIONREAD FIOCLEX FIONBIO
    "ioctl": .allow(if: .oneOf(1, 0x5401, 0x541b, 0x5451, 0x5421)),
  ]

  /// Set-user-id, set-group-id and sticky.
  private static let special: UInt32 = 0o7000

  private static let files: [String: SeccompRule] = [
    // R W X
    "access": .allow(if: .only(1, 7)),
    "faccessat": .allow(if: .only(2, 7)),
    // SYMLINK_NOFOLLOW EACCESS
    "faccessat2": .allow(if: .only(2, 7), .only(3, 0x300)),
    // SYMLINK_NOFOLLOW NO_AUTOMOUNT EMPTY_PATH
    "newfstatat": .allow(if: .only(3, 0x1900)),
    // The same, FORCE_SYNC and DONT_SYNC; fields: the basic ones, birth time, mount id.
    "statx": .allow(if: .only(2, 0x7900), .only(3, 0x1fff)),
    "mkdir": .allow(if: .noneOf(1, special)),
    "mkdirat": .allow(if: .noneOf(2, special)),
    // REMOVEDIR
    "unlinkat": .allow(if: .only(2, 0x200)),
    // NOREPLACE EXCHANGE; WHITEOUT creates a character device without mknod.
    "renameat2": .allow(if: .only(4, 1 | 2)),
    "copy_file_range": .allow(if: .oneOf(5, 0)),
    // KEEP_SIZE and similar modes allocate past RLIMIT_FSIZE. Mode 0 can allocate gigabytes of blocks between two
    // checks of the container without writing any. Programs treat this error as a file system that can't reserve space,
    // and write instead.
    "fallocate": SeccompRule(
      alternatives: [.init(tests: [.oneOf(1, 0)], answer: .error(notSupported))], otherwise: .error(notPermitted)),
  ]
}

// MARK: - By profile, link mode, locks and architecture

extension SeccompPolicy {
  private var ownRows: [String: SeccompRule] {
    // PROT_READ with PROT_WRITE or, if a loader maps libraries, with PROT_EXEC (and BTI, if it marks them).
    let readWrite: UInt32 = 1 | 2
    let readExecute: UInt32 = 1 | 4 | (architecture == .aarch64 ? 0x10 : 0)
    let rights = linkMode == .staticExecutable ? [readWrite] : [readWrite, readExecute]
    // FIXED DENYWRITE NORESERVE FIXED_NOREPLACE. Excluded: LOCKED, POPULATE, HUGETLB, GROWSDOWN, 32BIT, SYNC.
    let details: UInt32 = 0x10 | 0x800 | 0x4000 | 0x10_0000
    // PRIVATE or DROPPABLE (glibc's getrandom), also ANONYMOUS and STACK. SHARED only for files: no limit covers
    // anonymous shared memory.
    let own = ArgumentTest.bits(3, mask: ~(details | 0x20 | 0x2_0000), oneOf: [2, 8])
    let shared = ArgumentTest.bits(3, mask: ~details, oneOf: [1])
    return [
      "mmap": .allow(ifAnyOf: rights.map { [.only(2, $0), own] } + [[.only(2, readWrite), shared]]),
      "mprotect": .allow(ifAnyOf: rights.map { [.only(2, $0)] }),
      // -1: no other key exists without pkey_alloc.
      "pkey_mprotect": .allow(ifAnyOf: rights.map { [.only(2, $0), .oneOf(3, .max)] }),
      "prctl": processControl, "fcntl": descriptorControl,
      "open": opening(flags: 1, mode: 2), "openat": opening(flags: 2, mode: 3),
    ]
  }

  /// SET_NAME GET_NAME, and SET_VMA with ANON_NAME.
  private var processControl: SeccompRule {
    var rule = SeccompRule.allow(ifAnyOf: [[.oneOf(0, 15)], [.oneOf(0, 16)], [.oneOf(0, 0x5356_4d41), .oneOf(1, 0)]])
    // Thread names are visible from outside, so a sealed process's call succeeds without effect.
    if profile != .confined { rule.alternatives[0].answer = .error(0) }
    return rule
  }

  private var descriptorControl: SeccompRule {
    // DUPFD GETFD GETFL DUPFD_CLOEXEC; GETLK SETLK SETLKW and their OFD forms.
    let plain: [UInt32] = [0, 1, 3, 1030] + (grantsLocks ? [5, 6, 7, 36, 37, 38] : [])
    // ASYNC, which sends signals, and DIRECT and NOATIME, which opens may not use either.
    let forbidden: UInt32 = 0o20000 | 0o1000000 | (architecture == .x86_64 ? 0o40000 : 0o200000)
    return .allow(ifAnyOf: [
      [.oneOf(1, plain)],
      // SETFD: CLOEXEC; SETFL.
      [.oneOf(1, 2), .only(2, 1)], [.oneOf(1, 4), .noneOf(2, forbidden)],
    ])
  }

  /// Opens with flags that the profile allows and that create no set-id file.
  ///
  /// The creation mode can make a file set-id without chmod. It is checked only if the kernel uses it, so callers that
  /// leave it undefined are not affected.
  private func opening(flags: Int, mode: Int) -> SeccompRule {
    // O_CREAT and the bit that distinguishes O_TMPFILE from O_DIRECTORY.
    let creates: UInt32 = 0o100 | 0o20000000
    let allowed = profile == .confined ? sealedFlags | confinedFlags : sealedFlags
    return .allow(ifAnyOf: [[.only(flags, allowed & ~creates)], [.only(flags, allowed), .noneOf(mode, 0o6000)]])
  }

  /// WRONLY RDWR CREAT EXCL NOCTTY TRUNC APPEND NONBLOCK LARGEFILE DIRECTORY NOFOLLOW CLOEXEC; O_PATH is excluded.
  private var sealedFlags: UInt32 {
    let directoryFlags: UInt32 =
      architecture == .x86_64 ? 0o100000 | 0o200000 | 0o400000 : 0o400000 | 0o40000 | 0o100000
    return 0o1 | 0o2 | 0o100 | 0o200 | 0o400 | 0o1000 | 0o2000 | Self.nonBlocking | directoryFlags | Self.closeOnExec
  }

  /// DSYNC SYNC PATH TMPFILE. ASYNC sends signals and DIRECT measures the disk; callers of NOATIME expect EPERM for
  /// another user's file.
  private var confinedFlags: UInt32 { 0o10000 | 0o4010000 | 0o10000000 | 0o20000000 }
}
