// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FamilyControls
import ManagedSettings
import SwiftUI

/// What was chosen, drawn by the system: this app never learns the names.
struct SelectionView: View {
  let selection: FamilyActivitySelection

  var body: some View {
    VStack(alignment: .leading) {
      ForEach(selection.applicationTokens.inStableOrder, id: \.self) { token in
        Label(token)
      }
      ForEach(selection.categoryTokens.inStableOrder, id: \.self) { token in
        Label(token)
      }
      ForEach(selection.webDomainTokens.inStableOrder, id: \.self) { token in
        Label(token)
      }
    }
    .font(.callout)
  }
}

extension Set where Element: Encodable {
  /// Sets have another order at each launch; a list on screen should not.
  var inStableOrder: [Element] {
    let encoder = JSONEncoder()
    return map { (key: (try? encoder.encode($0))?.base64EncodedString() ?? "", element: $0) }
      .sorted { $0.key < $1.key }
      .map { $0.element }
  }
}
