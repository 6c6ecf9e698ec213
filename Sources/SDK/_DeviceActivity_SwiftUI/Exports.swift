// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// Apple keeps the report part in a module of this name; ours is part of DeviceActivity (`screen-time.md`).
@_exported public import DeviceActivity
