// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ManagedSettings

class LeaveAction: ShieldActionDelegate {
  override func handle(
    action: ShieldAction, for application: ApplicationToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    completionHandler(action == .primaryButtonPressed ? .close : .defer)
  }
}
