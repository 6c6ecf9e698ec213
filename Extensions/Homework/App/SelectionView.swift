// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FamilyControls
import ManagedSettings
import SwiftUI

/// The selection. The system draws the names, which this app can't read.
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
  /// The tokens sorted, because a set has another order at each launch.
  var inStableOrder: [Element] {
    let encoder = JSONEncoder()
    return map { (key: (try? encoder.encode($0))?.base64EncodedString() ?? "", element: $0) }
      .sorted { $0.key < $1.key }
      .map { $0.element }
  }
}
