// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The system calls that an extension may make: an allow-list for one profile, link mode and architecture.
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
  var refusals = Refusals.answered

  public init(
    profile: SandboxProfile, linkMode: LinkMode, grantsLocks: Bool = false, architecture: Architecture = .native
  ) {
    self.profile = profile
    self.linkMode = linkMode
    self.grantsLocks = grantsLocks
    self.architecture = architecture
  }

  static let notPermitted: UInt16 = 1
  static let invalid: UInt16 = 22
  static let notImplemented: UInt16 = 38
  static let notSupported: UInt16 = 95
}

extension SeccompPolicy {
  /// The rule of every number that has a name. All other numbers return ENOSYS.
  var rules: [UInt32: SeccompRule] {
    let rows = argumentRows
    let allowed = allowedNames
    return architecture.table.names.mapValues { name in
      if Self.killed.contains(name) { return .kill }
      if Self.probed.contains(name) { return .error(Self.notImplemented) }
      return rule(allowed.contains(name) ? rows[name] ?? .allow : .error(Self.notPermitted), of: name)
    }
  }

  private var allowedNames: Set<String> {
    switch profile {
    case .sealed(.compute): Self.always
    case .sealed(.files): Self.always.union(Self.sealedFiles)
    case .confined: Self.always.union(Self.confined)
    }
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

  /// Probed by ordinary runtimes, which fall back on ENOSYS but on no other error.
  private static let probed = names("clone3 openat2 io_uring_setup")

  /// Allowed in every profile; `argumentRows` restricts modes, flags and commands.
  private static let always = names(
    """
    read write readv writev pread64 pwrite64 preadv pwritev close lseek fstat munmap mremap madvise brk rt_sigaction
    rt_sigprocmask rt_sigreturn rt_sigsuspend pause rt_sigtimedwait sigaltstack nanosleep clock_nanosleep clock_gettime
    clock_getres gettimeofday time futex futex_waitv futex_wake futex_wait futex_requeue set_robust_list rseq
    set_tid_address gettid getpid getppid getuid geteuid getgid getegid getresuid getresgid exit exit_group sched_yield
    getrandom uname arch_prctl sysinfo getrlimit getrusage times membarrier restart_syscall dup dup2 dup3 pipe pipe2
    poll ppoll select pselect6 epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait epoll_pwait2 eventfd2
    timerfd_create timerfd_settime timerfd_gettime readlink readlinkat mmap mprotect pkey_mprotect clone execveat kill
    tgkill prlimit64 sched_getaffinity prctl ioctl fcntl
    """)

  private static let confined = names(
    """
    open openat stat lstat newfstatat statx access faccessat faccessat2 getdents64 getcwd chdir mkdir mkdirat unlink
    unlinkat rename renameat renameat2 rmdir truncate ftruncate fallocate fsync fdatasync copy_file_range sendfile
    """)

  private static let sealedFiles = names(
    """
    open openat stat lstat newfstatat statx access faccessat faccessat2 getdents64 getcwd mkdir mkdirat unlink unlinkat
    rmdir rename renameat renameat2 ftruncate fsync
    """)
}

extension SeccompPolicy {
  /// Every name in the lists above, so that a test can detect a misspelt one.
  static var allNames: Set<String> { killed.union(probed).union(always).union(confined).union(sealedFiles) }
}
