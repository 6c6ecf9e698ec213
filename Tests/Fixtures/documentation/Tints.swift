// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import UIKit

let calm = UIColor { traits in
  traits.userInterfaceStyle == .dark ? .systemIndigo : .systemBlue
}
let mark = UIImage(systemName: "moon.fill")
