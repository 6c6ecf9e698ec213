#!/usr/bin/python3
# Copyright the Sallyport authors.
# SPDX-License-Identifier: Apache-2.0
"""A puppet that can't be stopped: a child traces it and withholds every signal, SIGSTOP included."""
import ctypes
import os
import runpy
import sys

SEIZE, CONT, STOPPED_OR_TRACED = 0x4206, 7, 0x40000000
libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
puppet = os.getpid()
ready, told = os.pipe()
if os.fork() == 0:
    seized = libc.ptrace(SEIZE, puppet, None, None) == 0
    os.write(told, b"1" if seized else b"0")
    while seized:
        try:
            os.waitpid(puppet, STOPPED_OR_TRACED)
        except ChildProcessError:
            break
        libc.ptrace(CONT, puppet, None, None)
    os._exit(0)
os.close(told)
if os.read(ready, 1) != b"1":
    os._exit(9)
sys.argv[0] = os.path.join(os.path.dirname(os.path.abspath(__file__)), "puppet.py")
runpy.run_path(sys.argv[0], run_name="__main__")
