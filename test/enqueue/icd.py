#!/usr/bin/env python3
"""The random graphs of graphs.py by the OpenCL platform: a queue on the device, and the same model.

icd.py COUNT SEED      with OCL_ICD_VENDORS, OCC_ICD_VERSION=3.0, OCC_ICD_DEVICES set
"""
import ctypes
import struct
import sys

import graphs

ON_DEVICE, DEFAULT, OUT_OF_ORDER = 4, 8, 1
QUEUE_PROPERTIES, QUEUE_SIZE, USE_COPY, DEVICE_ALL, BUILD_LOG, NAME = 0x1093, 0x1094, 1 << 5, 0xFFFFFFFF, 0x1183, 0x102B
cl = ctypes.CDLL("libOpenCL.so.1")
for function in ("clCreateContext", "clCreateCommandQueueWithProperties", "clCreateProgramWithSource", "clCreateKernel",
                 "clCreateBuffer"):
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

    def build(self, source):
        text = ctypes.c_char_p(source.encode())
        program = make("clCreateProgramWithSource", self.context, 1, ctypes.byref(text), None)
        if cl.clBuildProgram(program, 1, ctypes.byref(self.handle), b"-cl-std=CL2.0", None, None):
            log = ctypes.create_string_buffer(10000)
            cl.clGetProgramBuildInfo(program, self.handle, BUILD_LOG, ctypes.c_size_t(10000), log, None)
            raise Failure(log.value.decode())
        return program

    def run(self, source, contents):
        """What the kernel root leaves in buffers with these contents."""
        program = self.build(source)
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


def wrong(device, graph):
    tasks = len(graph.tasks)
    ticks = struct.pack(f"<{graphs.TICKS}i", 0x7FFFFFFF, -1, *[0] * (graphs.TICKS - 2)) * tasks
    try:
        out, after, _ = device.run(graph.source(), [bytes(4 * (graph.words + 1)), ticks, bytes(4)])
    except Failure as failure:
        return [str(failure)]
    words = struct.unpack(f"<{graph.words + 1}I", out)
    found = [f"word {i} is {is_}, not {should}" for i, (is_, should) in enumerate(zip(words, graph.expected()))
             if is_ != should][:3]
    return found + list(graph.wrong_order(struct.unpack(f"<{tasks * graphs.TICKS}i", after)))


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    platform, found = ctypes.c_void_p(), ctypes.c_uint()
    handles = (ctypes.c_void_p * 16)()
    good(cl.clGetPlatformIDs(1, ctypes.byref(platform), None), "clGetPlatformIDs")
    good(cl.clGetDeviceIDs(platform, ctypes.c_ulong(DEVICE_ALL), 16, handles, ctypes.byref(found)), "clGetDeviceIDs")
    devices = [Device(handles[i]) for i in range(found.value)]
    failed = 0
    for number in range(seed, seed + count):
        for device in devices:
            faults = wrong(device, graphs.Graph(number, False))
            failed += bool(faults)
            for fault in faults:
                print(f"FAIL seed {number}, {device.name}: {fault}")
    print(f"{count} graphs on {len(devices)} devices, {failed} failed")
    return 1 if failed or not devices else 0


sys.exit(main())
