"""Sections, symbols, relocations and notes of an ELF64 file, read without anybody's help."""
import struct


class Elf:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.bytes = file.read()
        self.flags, = struct.unpack_from("<I", self.bytes, 48)
        self.abi = self.bytes[7:9]
        table, = struct.unpack_from("<Q", self.bytes, 40)
        count, names = struct.unpack_from("<HH", self.bytes, 60)
        self.headers = [struct.unpack_from("<IIQQQQIIQQ", self.bytes, table + 64 * i) for i in range(count)]
        self.names = [self.text(self.headers[names], header[0]) for header in self.headers]

    def text(self, table, offset):
        start = table[4] + offset
        return self.bytes[start:self.bytes.index(b"\0", start)].decode()

    def content(self, index):
        header = self.headers[index]
        return b"" if header[1] == 8 else self.bytes[header[4]:header[4] + header[5]]

    def section(self, name):
        return self.content(self.names.index(name)) if name in self.names else b""

    def size(self, name):
        return self.headers[self.names.index(name)][5] if name in self.names else 0

    def symbols(self):
        """[(name, kind, visibility, section's name or number, value, size)] by index"""
        index = self.names.index(".symtab")
        strings = self.headers[self.headers[index][6]]
        found = []
        for name, info, other, section, value, size in struct.iter_unpack("<IBBHQQ", self.content(index)):
            place = self.names[section] if 0 < section < len(self.names) else section
            found.append((self.text(strings, name), info, other, place, value, size))
        return found

    def relocations(self, name):
        """{(offset, type, place)}: a place is a section and an offset in it, or a name."""
        symbols, found = self.symbols(), set()
        for offset, info, addend in struct.iter_unpack("<QQq", self.section(".rela" + name)):
            symbol, _, _, section, value, _ = symbols[info >> 32]
            place = (section, value + addend) if section else (symbol, addend)
            found.add((offset, info & 0xffffffff, place))
        return found

    def notes(self):
        """[(owner, type, bytes)]"""
        rest, found = self.section(".note"), []
        while rest:
            owner, size, kind = struct.unpack_from("<III", rest)
            start = 12 + (owner + 3) // 4 * 4
            found.append((rest[12:12 + owner], kind, rest[start:start + size]))
            rest = rest[start + (size + 3) // 4 * 4:]
        return found
