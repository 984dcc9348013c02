#!/usr/bin/env python3
"""The random graphs of graphs.py by the OpenCL platform: a queue on the device, and the same model.

icd.py COUNT SEED [CLANG]      with OCL_ICD_VENDORS, OCC_ICD_VERSION=3.0, OCC_ICD_DEVICES set

CLANG, 16 or 22: the programs are that clang's, with rocm-device-libs, under our scheduler.
"""
import ctypes
import os
import struct
import subprocess
import sys
import tempfile

import graphs

ON_DEVICE, DEFAULT, OUT_OF_ORDER = 4, 8, 1
QUEUE_PROPERTIES, QUEUE_SIZE, USE_COPY, DEVICE_ALL, BUILD_LOG, NAME = 0x1093, 0x1094, 1 << 5, 0xFFFFFFFF, 0x1183, 0x102B
cl = ctypes.CDLL("libOpenCL.so.1")
for function in ("clCreateContext", "clCreateCommandQueueWithProperties", "clCreateProgramWithSource",
                 "clCreateProgramWithBinary", "clCreateKernel", "clCreateBuffer"):
    getattr(cl, function).restype = ctypes.c_void_p


class Failure(Exception):
    """A call that failed."""


def good(error, what):
    if error:
        raise Failure(f"{what}: {error}")


def make(function, *arguments):
    error = ctypes.c_int()
    made = getattr(cl, function)(*arguments, ctypes.byref(error))
    good(error.value, function)
    return ctypes.c_void_p(made)


class Device:
    """With a context, a queue for the host, and one for kernels."""

    def __init__(self, handle):
        self.handle = ctypes.c_void_p(handle)
        self.context = make("clCreateContext", None, 1, ctypes.byref(self.handle), None, None)
        self.queue = make("clCreateCommandQueueWithProperties", self.context, self.handle, None)
        wanted = (ctypes.c_ulong * 5)(QUEUE_PROPERTIES, ON_DEVICE | DEFAULT | OUT_OF_ORDER, QUEUE_SIZE, 65536, 0)
        self.inner = make("clCreateCommandQueueWithProperties", self.context, self.handle, wanted)
        name = ctypes.create_string_buffer(100)
        good(cl.clGetDeviceInfo(self.handle, NAME, ctypes.c_size_t(100), name, None), "clGetDeviceInfo")
        self.name = name.value.decode()

    def build_by_clang(self, source, number):
        with tempfile.TemporaryDirectory() as folder:
            name = os.path.join(folder, "graph.cl")
            with open(name, "w", encoding="ascii") as file:
                file.write(source)
            subprocess.run(graphs.clang(number, self.name, name, name + ".co"), check=True)
            with open(name + ".co", "rb") as file:
                binary = file.read()
        text, size = ctypes.c_char_p(binary), ctypes.c_size_t(len(binary))
        program = make("clCreateProgramWithBinary", self.context, 1, ctypes.byref(self.handle), ctypes.byref(size),
                       ctypes.byref(text), None)
        good(cl.clBuildProgram(program, 1, ctypes.byref(self.handle), None, None, None), "clBuildProgram")
        return program

    def build(self, source, number):
        if number:
            return self.build_by_clang(source, number)
        text = ctypes.c_char_p(source.encode())
        program = make("clCreateProgramWithSource", self.context, 1, ctypes.byref(text), None)
        if cl.clBuildProgram(program, 1, ctypes.byref(self.handle), b"-cl-std=CL2.0", None, None):
            log = ctypes.create_string_buffer(10000)
            cl.clGetProgramBuildInfo(program, self.handle, BUILD_LOG, ctypes.c_size_t(10000), log, None)
            raise Failure(log.value.decode())
        return program

    def run(self, source, number, contents):
        """What the kernel root leaves in buffers with these contents."""
        program = self.build(source, number)
        kernel = make("clCreateKernel", program, b"root")
        buffers = []
        for i, words in enumerate(contents):
            size = ctypes.c_size_t(len(words))
            memory = make("clCreateBuffer", self.context, ctypes.c_ulong(USE_COPY), size,
                          ctypes.create_string_buffer(words, len(words)))
            good(cl.clSetKernelArg(kernel, i, ctypes.c_size_t(8), ctypes.byref(memory)), "clSetKernelArg")
            buffers.append(memory)
        one = ctypes.c_size_t(1)
        good(cl.clEnqueueNDRangeKernel(self.queue, kernel, 1, None, ctypes.byref(one), ctypes.byref(one), 0, None, None),
             "clEnqueueNDRangeKernel")
        left = []
        for memory, words in zip(buffers, contents):
            out = ctypes.create_string_buffer(len(words))
            good(cl.clEnqueueReadBuffer(self.queue, memory, 1, ctypes.c_size_t(0), ctypes.c_size_t(len(words)), out, 0,
                                        None, None), "clEnqueueReadBuffer")
            left.append(out.raw)
            cl.clReleaseMemObject(memory)
        cl.clReleaseKernel(kernel)
        cl.clReleaseProgram(program)
        return left


def wrong(device, graph, number):
    tasks = len(graph.tasks)
    ticks = struct.pack(f"<{graphs.TICKS}i", 0x7FFFFFFF, -1, *[0] * (graphs.TICKS - 2)) * tasks
    try:
        out, after, _ = device.run(graph.source(), number, [bytes(4 * (graph.words + 1)), ticks, bytes(4)])
    except Failure as failure:
        return [str(failure)]
    words = struct.unpack(f"<{graph.words + 1}I", out)
    found = [f"word {i} is {is_}, not {should}" for i, (is_, should) in enumerate(zip(words, graph.expected()))
             if is_ != should][:3]
    return found + list(graph.wrong_order(struct.unpack(f"<{tasks * graphs.TICKS}i", after)))


def main():
    count, seed, clang = int(sys.argv[1]), int(sys.argv[2]), "".join(sys.argv[3:])
    platform, found = ctypes.c_void_p(), ctypes.c_uint()
    handles = (ctypes.c_void_p * 16)()
    good(cl.clGetPlatformIDs(1, ctypes.byref(platform), None), "clGetPlatformIDs")
    good(cl.clGetDeviceIDs(platform, ctypes.c_ulong(DEVICE_ALL), 16, handles, ctypes.byref(found)), "clGetDeviceIDs")
    devices = [Device(handles[i]) for i in range(found.value)]
    failed = 0
    for number in range(seed, seed + count):
        for device in devices:
            faults = wrong(device, graphs.Graph(number, False, clang), clang)
            failed += bool(faults)
            for fault in faults:
                print(f"FAIL seed {number}, {device.name}: {fault}")
    print(f"{count} graphs on {len(devices)} devices, {failed} failed")
    return 1 if failed or not devices else 0


sys.exit(main())
