"""Gives an object of another compiler occ's list of atomic loads and stores (docs/abi.md, "Atomic
accesses"), so that the simulator need not guess them."""
import struct

HEADER = struct.Struct('<IIQQQQIIQQ')  # Elf64_Shdr
NAME, TYPE, ADDRESS, OFFSET, SIZE, INFO = 0, 1, 3, 4, 5, 7
PROGBITS, INFO_LINK = 1, 0x40


def add_list(path, addresses):
    with open(path, 'rb') as file:
        data = bytearray(file.read())
    start, = struct.unpack_from('<Q', data, 40)
    count, names_at = struct.unpack_from('<HH', data, 60)
    headers = [list(HEADER.unpack_from(data, start + 64 * k)) for k in range(count)]
    names = headers[names_at]
    strings = bytes(data[names[OFFSET]:names[OFFSET] + names[SIZE]])

    def is_named(header, name):
        return strings[header[NAME]:].split(b'\0')[0] == name

    def put(header, content):
        data.extend(b'\0' * (-len(data) % 8))
        header[OFFSET], header[SIZE] = len(data), len(content)
        data.extend(content)

    text = next(k for k, header in enumerate(headers) if is_named(header, b'.text'))
    offsets = sorted(address - headers[text][ADDRESS] for address in addresses)
    added = [len(strings), PROGBITS, INFO_LINK, 0, 0, 0, 0, text, 4, 4]
    put(added, struct.pack(f'<{len(offsets)}I', *offsets))
    put(names, strings + b'.occ.atomics\0')
    for header in headers:
        if is_named(header, b'.comment'):  # who lists them
            put(header, b'occ list of test/deletion\0')
    headers.append(added)
    data.extend(b'\0' * (-len(data) % 8))
    struct.pack_into('<Q', data, 40, len(data))
    struct.pack_into('<H', data, 60, len(headers))
    for header in headers:
        data.extend(HEADER.pack(*header))
    with open(path, 'wb') as file:
        file.write(data)
