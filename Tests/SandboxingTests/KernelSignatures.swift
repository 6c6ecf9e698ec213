// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The parameters of the system calls that a policy may allow, as the kernel names them.
///
/// A parameter in `selectors` determines what the call does. `?` marks one that the kernel uses only together with
/// certain values of another; the filter tests it only then.
enum KernelSignatures {
  static let selectors: Set<String> = [
    "advice", "clockid", "cmd", "code", "fields", "flags", "how", "mode", "op", "option", "prot", "resource", "whence",
    "who",
  ]

  struct Signature {
    /// Positions of the parameters that select, always and under conditions.
    var always: [Int] = []
    var sometimes: [Int] = []
  }

  static let all: [String: Signature] = Dictionary(
    uniqueKeysWithValues: text.split(separator: "\n").map { line in
      let words = line.split(separator: " ")
      var signature = Signature()
      for (position, word) in words.dropFirst().enumerated() {
        if selectors.contains(String(word)) { signature.always.append(position) }
        if word.hasSuffix("?") { signature.sometimes.append(position) }
      }
      return (String(words[0]), signature)
    })

  private static let text = """
    access path mode
    arch_prctl code addr
    brk addr
    chdir path
    clock_getres clockid time
    clock_gettime clockid time
    clock_nanosleep clockid flags request remain
    clone flags stack parent child tls
    close fd
    copy_file_range in in_offset out out_offset length flags
    dup fd
    dup2 old new
    dup3 old new flags
    epoll_create size
    epoll_create1 flags
    epoll_ctl epfd op fd event
    epoll_pwait epfd events count timeout sigmask sigsetsize
    epoll_pwait2 epfd events count timeout sigmask sigsetsize
    epoll_wait epfd events count timeout
    eventfd2 count flags
    execveat dirfd path argv envp flags
    exit status
    exit_group status
    faccessat dirfd path mode
    faccessat2 dirfd path mode flags
    fallocate fd mode offset length
    fcntl fd cmd arg?
    fdatasync fd
    fstat fd status
    fsync fd
    ftruncate fd length
    futex addr op value timeout addr2 value3
    futex_requeue waiters flags wake requeue
    futex_wait addr value mask flags timeout clockid
    futex_waitv waiters count flags timeout clockid
    futex_wake addr mask count flags
    getcwd buffer size
    getdents64 fd buffer count
    getegid
    geteuid
    getgid
    getpid
    getppid
    getrandom buffer count flags
    getresgid real effective saved
    getresuid real effective saved
    getrlimit resource limit
    getrusage who usage
    gettid
    gettimeofday time zone
    getuid
    ioctl fd cmd arg
    kill pid signal
    lseek fd offset whence
    lstat path status
    madvise addr length advice
    membarrier cmd flags cpu
    mkdir path mode
    mkdirat dirfd path mode
    mmap addr length prot flags fd offset
    mprotect addr length prot
    mremap addr length new flags target
    munmap addr length
    nanosleep request remain
    newfstatat dirfd path status flags
    open path flags mode?
    openat dirfd path flags mode?
    pause
    pipe fds
    pipe2 fds flags
    pkey_mprotect addr length prot key
    poll fds count timeout
    ppoll fds count timeout sigmask sigsetsize
    prctl option arg2? arg3 arg4 arg5
    pread64 fd buffer count offset
    preadv fd vector count low high
    prlimit64 pid resource new old
    pselect6 count in out except timeout sigmask
    pwrite64 fd buffer count offset
    pwritev fd vector count low high
    read fd buffer count
    readlink path buffer size
    readlinkat dirfd path buffer size
    readv fd vector count
    rename old new
    renameat olddir old newdir new
    renameat2 olddir old newdir new flags
    restart_syscall
    rmdir path
    rseq area length flags signature
    rt_sigaction signal new old sigsetsize
    rt_sigprocmask how new old sigsetsize
    rt_sigreturn
    rt_sigsuspend mask sigsetsize
    rt_sigtimedwait mask info timeout sigsetsize
    sched_getaffinity pid size mask
    sched_yield
    select count in out except timeout
    sendfile out in offset count
    set_robust_list head length
    set_tid_address addr
    sigaltstack new old
    stat path status
    statx dirfd path flags fields buffer
    sysinfo info
    tgkill group pid signal
    time time
    timerfd_create clockid flags
    timerfd_gettime fd value
    timerfd_settime fd flags new old
    times buffer
    truncate path length
    uname name
    unlink path
    unlinkat dirfd path flags
    write fd buffer count
    writev fd vector count
    """
}
