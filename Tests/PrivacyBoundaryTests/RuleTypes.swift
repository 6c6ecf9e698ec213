// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import struct ScreenTimeRules.NotificationRequest

// The wire uses the same names, and the rules module contains a type named like the module, so the names can't be
// qualified.
typealias RuleNotification = NotificationRequest
