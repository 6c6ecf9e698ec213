// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// In Apple's SDK, a module of this name has the report types. Here they are part of DeviceActivity (`screen-time.md`).
@_exported public import DeviceActivity
