// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The container of one launch, and the socket for the listener of its process.
struct ContainerWatch: Sendable {
  var path: String
  let budget: ContainerBudget
  let socket: ListenerSocket

  init(path: String, budget: ContainerBudget) throws(LaunchError) {
    self.path = path
    self.budget = budget
    socket = try ListenerSocket()
  }

  func listener() throws(LaunchError) -> Descriptor { try socket.listener(for: "the container \(path)") }
}
