"""Repeats a transcript on wasmtime. Judges nothing but equality."""

import json
import struct
import sys

import wasmtime


def fnv1a(data: bytes) -> int:
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def parse(word: str) -> int | float:
    if word[0] == "d":
        return struct.unpack(">d", bytes.fromhex(word[1:]))[0]
    value = int(word[1:])
    if word[0] == "l":
        return value - (1 << 64) if value >= 1 << 63 else value
    return value - (1 << 32) if value >= 1 << 31 else value


def main(wasm: str, transcript: str) -> None:
    store = wasmtime.Store()
    exports = wasmtime.Instance(store, wasmtime.Module.from_file(store.engine, wasm), []).exports(store)
    memory = exports["memory"]
    signature = exports["selfSignature"](store) & 0xFFFFFFFFFFFFFFFF
    result = {"signature": f"{signature:016x}", "done": 0}
    with open(transcript, encoding="ascii") as lines:
        for line in lines:
            words = line.split()
            if words[0] == "w":
                memory.write(store, bytes.fromhex(words[2]), int(words[1]))
            elif words[0] == "c":
                got = exports[words[1]](store, *map(parse, words[3:]))
                if (got or 0) != parse(words[2]):
                    result["wrong"] = line[:200]
                    break
            elif fnv1a(memory.read(store, int(words[1]), int(words[1]) + int(words[2]))) != int(words[3], 16):
                result["wrong"] = line[:200]
                break
            result["done"] += 1
    print(json.dumps(result))


main(*sys.argv[1:])
