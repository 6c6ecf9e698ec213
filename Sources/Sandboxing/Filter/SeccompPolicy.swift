// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Which system calls an extension may make (section 8): an allow-list for one profile, link mode and architecture.
public struct SeccompPolicy: Hashable, Sendable {
  public enum Architecture: Hashable, Sendable, CaseIterable {
    case x86_64
    case aarch64

    /// The architecture this program was built for.
    public static var native: Architecture {
      #if arch(x86_64)
        .x86_64
      #else
        .aarch64
      #endif
    }

    /// The kernel's AUDIT_ARCH_ value.
    var audit: UInt32 { self == .x86_64 ? 0xc000_003e : 0xc000_00b7 }
    var table: SystemCallTable { self == .x86_64 ? .x86_64 : .aarch64 }
  }

  public var profile: SandboxProfile
  public var linkMode: LinkMode
  public var grantsLocks: Bool
  public var architecture: Architecture

  public init(
    profile: SandboxProfile, linkMode: LinkMode, grantsLocks: Bool = false, architecture: Architecture = .native
  ) {
    self.profile = profile
    self.linkMode = linkMode
    self.grantsLocks = grantsLocks
    self.architecture = architecture
  }

  static let notPermitted: UInt16 = 1
  static let notImplemented: UInt16 = 38
  static let notSupported: UInt16 = 95
}

extension SeccompPolicy {
  /// The rule of every number that has a name. Everything beyond is ENOSYS.
  var rules: [UInt32: SeccompRule] {
    let conditional = conditionalRules
    let allowed = allowedNames
    return architecture.table.names.mapValues { name in
      if Self.killed.contains(name) { return .kill }
      if Self.probed.contains(name) { return .error(Self.notImplemented) }
      if let rule = conditional[name] { return rule }
      return allowed.contains(name) ? .allow : .error(Self.notPermitted)
    }
  }

  private var allowedNames: Set<String> {
    switch profile {
    case .sealed(.compute): Self.always
    case .sealed(.files): Self.always.union(Self.sealedFiles)
    case .confined: Self.always.union(Self.confined)
    }
  }

  /// The table "allowed on a condition, else EPERM".
  private var conditionalRules: [String: SeccompRule] {
    let write: UInt32 = 2
    let execute: UInt32 = 4
    let memory: SeccompRule =
      linkMode == .staticExecutable
      ? .allow(if: .noneOf(2, execute))
      : .allow(ifAnyOf: [[.noneOf(2, write)], [.noneOf(2, execute)]])
    // THREAD, VM and SIGHAND; no CLONE_NEW* bit (NEWTIME shares the exit signal's bits here).
    let thread: UInt32 = 0x0001_0000 | 0x100 | 0x800
    let namespaces: UInt32 = 0x7e02_0080
    // PARENT, PTRACE, PIDFD: no thread needs them, and each reaches beyond the thread.
    let kinship: UInt32 = 0x8000 | 0x2000 | 0x1000
    let setName: UInt32 = 15
    let getName: UInt32 = 16
    let nameMemory: UInt32 = 0x5356_4d41
    var names = SeccompRule.allow(ifAnyOf: [[.oneOf(0, setName)], [.oneOf(0, getName, nameMemory)]])
    if profile != .confined {
      names.alternatives[0].answer = .error(0)  // Thread names can be read from outside (section 10): faked.
    }
    var fcntl: [UInt32] = [0, 1030, 1, 2, 3, 4]
    if grantsLocks { fcntl += [5, 6, 7, 36, 37, 38] }
    var rules: [String: SeccompRule] = [
      "mmap": memory, "mprotect": memory, "pkey_mprotect": memory,
      "clone": .allow(if: .bits(0, mask: thread | namespaces | kinship, oneOf: [thread])),
      // Descriptor 5, AT_EMPTY_PATH, and three addresses that only the launcher knows: consumed by the launch.
      "execveat": .allow(if: .oneOf(0, 5), .oneOf(4, 0x1000), .ticket),
      "kill": .allow(if: .ownPID(0)),
      "tgkill": .allow(if: .ownPID(0)),
      "prlimit64": .allow(if: .oneOf(0, 0)),
      "sched_getaffinity": .allow(ifAnyOf: [[.oneOf(0, 0)], [.ownPID(0)]]),
      "prctl": names,
      "ioctl": .allow(if: .oneOf(1, 0x5401, 0x541b, 0x5451, 0x5421)),
      "fcntl": .allow(if: .oneOf(1, fcntl)),
    ]
    // Without writing a byte it takes gigabytes of blocks within one look at the container (section 6), also in mode 0.
    // Programs take this answer for that of a file system that can't reserve space, and write instead.
    if profile == .confined { rules["fallocate"] = .error(Self.notSupported) }
    // O_NOTIFICATION_PIPE, which is O_EXCL here, would be a queue of the kernel's own events.
    rules["pipe2"] = .allow(if: .noneOf(1, 0o200))
    if profile != .sealed(.compute) {
      // NOREPLACE and EXCHANGE; WHITEOUT makes a character device without any mknod.
      rules["renameat2"] = .allow(if: .only(4, 3))
      rules["open"] = opening(flags: 1, mode: 2)
      rules["openat"] = opening(flags: 2, mode: 3)
    }
    return rules
  }
}

// MARK: - Opening

extension SeccompPolicy {
  /// Opens whose flags the profile allows, and which leave no set-id file behind.
  ///
  /// A file can be born set-id without any chmod: by the mode of its creation. The mode counts only where the kernel
  /// uses it, so callers that leave it undefined are not disturbed.
  private func opening(flags: Int, mode: Int) -> SeccompRule {
    // O_CREAT and the bit that makes O_TMPFILE more than O_DIRECTORY.
    let creates: UInt32 = 0o100 | 0o20000000
    let setID: UInt32 = 0o6000
    let forbidden = profile == .sealed(.files) ? ~sealedFlags : 0
    let plain = forbidden | creates
    return .allow(
      ifAnyOf: [
        [.noneOf(flags, plain)],
        forbidden == 0 ? [.noneOf(mode, setID)] : [.noneOf(flags, forbidden), .noneOf(mode, setID)],
      ])
  }

  /// WRONLY RDWR CREAT EXCL NOCTTY TRUNC APPEND NONBLOCK LARGEFILE DIRECTORY NOFOLLOW CLOEXEC; so never O_PATH.
  private var sealedFlags: UInt32 {
    let directoryFlags: UInt32 =
      architecture == .x86_64 ? 0o100000 | 0o200000 | 0o400000 : 0o400000 | 0o40000 | 0o100000
    return 0o1 | 0o2 | 0o100 | 0o200 | 0o400 | 0o1000 | 0o2000 | 0o4000 | directoryFlags | 0o2000000
  }
}

// MARK: - Names

extension SeccompPolicy {
  private static func names(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: { $0 == " " || $0.isNewline }).map(String.init))
  }

  /// Never legitimate here: the host reports the launch as hostile.
  private static let killed = names(
    """
    ptrace process_vm_readv process_vm_writev kcmp pidfd_getfd mount umount2 pivot_root chroot setns unshare bpf
    perf_event_open userfaultfd io_uring_enter io_uring_register keyctl add_key request_key init_module finit_module
    delete_module kexec_load kexec_file_load reboot swapon swapoff acct quotactl quotactl_fd iopl ioperm modify_ldt
    open_by_handle_at fanotify_init
    """)

  /// Probed by honest runtimes, which fall back on ENOSYS and on nothing else.
  private static let probed = names("clone3 openat2 io_uring_setup")

  private static let always = names(
    """
    read write readv writev pread64 pwrite64 preadv pwritev close lseek fstat munmap mremap madvise brk rt_sigaction
    rt_sigprocmask rt_sigreturn rt_sigsuspend pause rt_sigtimedwait sigaltstack nanosleep clock_nanosleep clock_gettime
    clock_getres gettimeofday time futex futex_waitv futex_wake futex_wait futex_requeue set_robust_list rseq
    set_tid_address gettid getpid getppid getuid geteuid getgid getegid getresuid getresgid exit exit_group sched_yield
    getrandom uname arch_prctl sysinfo getrlimit getrusage times membarrier restart_syscall dup dup2 dup3 pipe pipe2
    poll ppoll select pselect6 epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait epoll_pwait2 eventfd2
    timerfd_create timerfd_settime timerfd_gettime readlink readlinkat
    """)

  private static let confined = names(
    """
    open openat stat lstat newfstatat statx access faccessat faccessat2 getdents64 getcwd chdir mkdir mkdirat unlink
    unlinkat rename renameat renameat2 rmdir truncate ftruncate fallocate fsync fdatasync copy_file_range sendfile
    """)

  private static let sealedFiles = names(
    """
    stat lstat newfstatat statx access faccessat faccessat2 getdents64 getcwd mkdir mkdirat unlink unlinkat rmdir rename
    renameat renameat2 ftruncate fsync
    """)
}

extension SeccompPolicy {
  /// Every name the lists above use, so that a misspelt one cannot go unnoticed.
  static var allNames: Set<String> { killed.union(probed).union(always).union(confined).union(sealedFiles) }
}
