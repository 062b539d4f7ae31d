"""Accepts an operator's invitation, sets up the second factor and prints the token of the session, for scripts/schemathesis.

    python3 scripts/operator_session.py PORT LINK
"""

import base64
import hashlib
import hmac
import json
import struct
import sys
import time
import urllib.request

PASSWORD = "grey otters nap at noon"


def code(secret: str, seconds: float) -> str:
    """The code of an authenticator app (RFC 6238)."""
    key = base64.b32decode(secret.replace(" ", ""))
    digest = hmac.new(key, struct.pack(">Q", int(seconds) // 30), hashlib.sha1).digest()
    offset = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[offset:offset + 4])[0] & 0x7FFFFFFF) % 1_000_000:06}"


def main() -> None:
    port, link = sys.argv[1:]

    def sent(method: str, path: str, body: dict | None = None, token: str | None = None) -> dict:
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, headers, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    invitation = link.partition("#")[2]
    sent(
        "POST", "/v1/accounts",
        {"name": "Operator", "password": PASSWORD, "accept_terms": True, "invitation": invitation},
    )
    session = sent("POST", "/v1/sessions", {"email": "operator@example.com", "password": PASSWORD})
    token = session["token"]
    offer = sent("POST", "/v1/account/second-factor", token=token)
    sent("PUT", "/v1/account/second-factor", {"code": code(offer["secret"], time.time())}, token)
    print(token)


main()
