// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules

extension Looks {
  /// Reports refused launches of hidden applications and refused visits to filtered websites, which is how the virtual
  /// device carries out `application.blockedApplications` and `webContent.blockedByFilter`.
  func show(_ transitions: [BlockTransition], _ turn: Turn) {
    chronicle.note(transitions)
    for transition in transitions where transition.change == .began {
      let block = transition.block
      let isApplication = block.item.kind == .application
      turn.tell(
        HostEvent(
          at: transition.at, .block, family: block.family?.rawValue,
          "refused \(isApplication ? "the launch of" : "the visit to") \(names[block.item])",
          detail: (isApplication ? SettingKey.blockedApplications : .blockedByFilter).rawValue))
    }
  }
}
