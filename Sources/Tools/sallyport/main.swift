// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import SallyportCommands

Sallyport.main()
