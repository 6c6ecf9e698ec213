// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Synchronization

/// The network namespace of a root host's next launch.
///
/// Creating one takes the kernel longer than building the view, and nothing in it depends on the launch: it starts with
/// a loopback interface that is down. Each is used for one launch, whose process is then the only one that holds it.
final class SpareNetwork: Sendable {
  private let begun = Mutex<Begun<Descriptor>?>(nil)

  /// Begins to create a namespace unless there is one.
  func prepare() {
    begun.withLock { begun in
      if begun == nil { begun = Begun(on: .network) { Self.make() } }
    }
  }

  /// Takes the namespace, if need be after waiting until it has been created.
  ///
  /// - Returns: `nil` if the host can't create one; the launcher then tries, and reports the error.
  func take() -> Descriptor? {
    prepare()
    return begun.withLock { $0.take() }?.finish()
  }

  /// The namespace of the host, in which the network thread is between two calls; `nil` if that thread could not return
  /// to it once, and must make no more.
  private static let home = Mutex<Descriptor?>(Descriptor.ownNetwork())

  /// Call it on the network thread.
  private static func make() -> Descriptor? {
    home.withLock { home in
      guard let number = home?.number else { return nil }
      var isAway: Int32 = 0
      let network = unsafe csandbox_make_network(number, &isAway)
      if isAway != 0 { home = nil }
      return network < 0 ? nil : Descriptor(network)
    }
  }
}

extension Descriptor {
  fileprivate static func ownNetwork() -> Descriptor? {
    let network = csandbox_own_network()
    return network < 0 ? nil : Descriptor(network)
  }
}
