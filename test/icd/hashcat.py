"""hashcat on the ICD: what it says of its modes, and a known password that it is to find."""
import json
import os
import re

from place import Wrong, want


class Other(Wrong):
    """It found another password."""


ARGUMENT = 1 << 16  # longer examples stand in a file: Linux takes 128 KiB a word
# RC4's modes lay their tables out for 32 work-items or more.  On a GPU of a vendor that it does not
# know, hashcat has local memory for 8, which faults; one of AMD's it asks for the size of a wave.
OF_AMD = {7500, 9700, 9710, 9720, 9800, 9810, 9820, 10400, 10410, 10420, 10500, 13100, 18200,
          25400}
# Some modes write the hash in front of a password, or a note behind it.
FOUND = r"(?:.*:)?%s(?: +\(user password not set\))?"
# In base 32; with the six bytes in front of the candidate, which the mode computes.
ANSWERS = {18100: "NBQXG2DDMF2A====", 20510: "hashcat"}
# scrypt with 256 MB a work-item.
THREADS = {15700: 1}


def about(place, *options):
    """What `hashcat --hash-info` says, by the mode's number as text."""
    text = place.run("hashcat", "--hash-info", "--machine-readable", *options, reported=False)
    return json.loads(text[text.index("{"):])


def subject(place, info):
    """The example's hash as hashcat takes it: a word, or the name of a file."""
    example = info["example_hash"]
    if "binary" in info["example_hash_format"]:
        place.write("hash", bytes.fromhex(example))
    elif len(example) > ARGUMENT:
        place.write("hash", example + "\n")
    else:
        return example
    return "hash"


def crack(place, mode, info, check):
    """The mode's own example, with its password as the only candidate; the self-test comes first.

    An iteration a launch would be too slow for slow hashes; a fast one has nothing to iterate.
    """
    password = info["example_pass"]
    in_hex = re.fullmatch(r"\$HEX\[(.*)\]", password)
    candidate = in_hex[1] if in_hex else password
    place.run("hashcat", "--backend-ignore-hip", "-m", str(mode), "-a", "3", "-n", "1",
              "-u", "1000" if info["slow_hash"] else "1", "-T", str(THREADS.get(mode, 64)),
              "--force", "--quiet", "--potfile-disable", "--deprecated-check-disable",
              "--outfile", "found", "--outfile-format", "2", *(["--hex-charset"] if in_hex else []), "--",
              subject(place, info), candidate, status=None, OCC_ICD_CHECK=check,
              **({"OCC_ICD_VENDOR": "amd"} if mode in OF_AMD else {}))
    want("found" in os.listdir(place.folder), "nothing found: " + place.said[-300:])
    found = place.read("found").decode(errors="replace").rstrip("\n")
    answer = ANSWERS.get(mode, candidate)
    if found != password and not re.fullmatch(FOUND % re.escape(answer), found):
        raise Other("%s, not %s" % (found, password))
