#!/usr/bin/python3
# Copyright the Sallyport authors.
# SPDX-License-Identifier: Apache-2.0
"""Writes golden.json: the token vectors of privacy.md section 5.9, from the standard library alone.

It shares no code with Sources/Host/PrivacyBoundary, so an error in one of the two is detected. `--check` compares the
result with the existing file and writes nothing.
"""
import base64
import hashlib
import hmac
import json
import pathlib
import sys

KINDS = {"application": 1, "webDomain": 2, "category": 3}
ROOT = bytes(range(0x00, 0x20))
PERSON = bytes(range(0xC0, 0xD0))
SALT = bytes(range(0xB0, 0xC0))
OTHER_SALT = bytes(range(0xD0, 0xE0))
HOMEWORK = ("a1" * 32, "org.example.homework")
WORKLOG = ("a2" * 32, "org.example.worklog")


def lp(data: bytes) -> bytes:
    return len(data).to_bytes(2, "big") + data


def mac(key: bytes, data: bytes) -> bytes:
    return hmac.new(key, data, hashlib.sha256).digest()


def expand(key: bytes, info: bytes) -> bytes:
    """HKDF-Expand for exactly one block of 32 bytes (RFC 5869)."""
    return mac(key, info + b"\x01")


def extract(salt: bytes, material: bytes) -> bytes:
    return mac(salt or bytes(32), material)


def audience_key(family, salt: bytes, epoch: int) -> bytes:
    publisher, identifier = family
    person = expand(extract(b"", ROOT), b"sallyport/person/1" + lp(PERSON))
    fingerprint = hashlib.sha256(lp(bytes.fromhex(publisher)) + lp(identifier.encode())).digest()
    return expand(person, b"sallyport/audience/1" + lp(fingerprint) + salt + epoch.to_bytes(2, "big"))


def token(key: bytes, epoch: int, kind: str, identity: str) -> str:
    number = bytes([KINDS[kind]])
    body = mac(key, b"\x01" + number + lp(identity.encode()))[:20]
    return base64.urlsafe_b64encode(b"\x01" + number + epoch.to_bytes(2, "big") + body).decode()


def vector(family, salt, epoch, kind, identity, written=None):
    key = audience_key(family, salt, epoch)
    row = {"publisherKey": family[0], "family": family[1], "grantSalt": salt.hex(), "epoch": epoch, "kind": kind,
           "identity": identity, "audienceKey": key.hex(), "token": token(key, epoch, kind, identity)}
    if written is not None:
        row["written"] = written
    return row


def vectors():
    idn = "bücher.example"
    longest = "x" * 255
    for family in (HOMEWORK, WORKLOG):
        for epoch in (1, 2):
            yield vector(family, SALT, epoch, "application", "org.mozilla.firefox")
            yield vector(family, SALT, epoch, "webDomain", "example.org")
            yield vector(family, SALT, epoch, "application", "example.org")
            yield vector(family, SALT, epoch, "category", "6")
    yield vector(HOMEWORK, SALT, 1, "webDomain", idn.encode("idna").decode(), written=idn)
    yield vector(HOMEWORK, SALT, 1, "application", longest)
    yield vector(HOMEWORK, SALT, 65535, "application", longest)
    yield vector(HOMEWORK, SALT, 1, "application", "org.example.Gr\u00fc\u00dfe", written="org.example.Gru\u0308\u00dfe")
    for category in ("1", "12"):
        yield vector(HOMEWORK, SALT, 1, "category", category)
    for kind, identity in (("application", "org.mozilla.firefox"), ("webDomain", "a"), ("category", "6")):
        yield vector(HOMEWORK, OTHER_SALT, 1, kind, identity)


def document() -> str:
    key = audience_key(HOMEWORK, SALT, 1)
    phase = int.from_bytes(mac(key, b"sallyport/phase/1")[:4], "big")
    anchor = {"audienceKey": key.hex(), "checkValue": mac(ROOT, b"sallyport/kcv/1")[:8].hex(),
              "phaseSeconds": {str(q): phase % (60 * q) for q in (5, 15)}}
    # The values of the specification. If these differ, the script is wrong and writes nothing.
    assert anchor["audienceKey"] == "2f4711b886bbe08937368a4f8cc0f7e929617fec171c4a3ca4bb5715b18d10c6"
    assert anchor["checkValue"] == "ee11948dcafa5e71" and anchor["phaseSeconds"]["5"] == 236
    rows = list(vectors())
    printed = ["AQEAAU0DtWW4NYle7PaK_k8D_dzmv95W", "AQIAARgAmdMVEGIXNL16gamAqyhCx7Uw", "AQEAAeHZHay_nCRgU1_bKW1dPxaaD6Wv",
               "AQMAAca0L4RhnuBJpTrJ54_cuP6sAymc", "AQEAAt6WVZcwgU401FjiG-3lUYXs7Z9v"]
    assert [row["token"] for row in rows[:5]] == printed
    whole = {"anchor": anchor, "generator": "Tests/Fixtures/tokens/generate.py", "personID": PERSON.hex(),
             "rootKey": ROOT.hex(), "vectors": rows}
    return json.dumps(whole, indent=1, sort_keys=True, ensure_ascii=True) + "\n"


if __name__ == "__main__":
    target = pathlib.Path(__file__).with_name("golden.json")
    if "--check" in sys.argv[1:]:
        sys.exit(0 if target.read_text() == document() else "golden.json differs from what generate.py makes; run generate.py.")
    target.write_text(document())
