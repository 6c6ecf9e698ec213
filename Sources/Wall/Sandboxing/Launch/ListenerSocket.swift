// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox

/// The socket through which a launcher sends the listener for its process's calls.
struct ListenerSocket: Sendable {
  private let ours: Descriptor
  /// The launcher's end.
  let theirs: Descriptor

  init() throws(LaunchError) {
    var (ours, theirs): (Int32, Int32) = (-1, -1)
    let made = unsafe csandbox_socket_pair(&ours, &theirs)
    guard made == 0 else { throw LaunchError(stage: "host", errno: -made, message: "no socket could be made") }
    (self.ours, self.theirs) = (Descriptor(ours), Descriptor(theirs))
  }

  /// The listener at which the host answers the process's calls; available once the program was executed.
  ///
  /// - Parameter purpose: completes "… can't be watched".
  func listener(for purpose: String) throws(LaunchError) -> Descriptor {
    let number = csandbox_take_listener(ours.number)
    guard number >= 0 else {
      throw LaunchError(stage: "host", errno: -number, message: "\(purpose) can't be watched")
    }
    return Descriptor(number)
  }
}
