# SPDX-License-Identifier: GPL-3.0-or-later
"""The version of the package, which is that of libleaper."""

VERSION = "0.1.0"
