"""Accepts an operator's invitation, sets up the second factor and prints the token of the session, for scripts/fuzzer/schemathesis.

    python3 scripts/browser/operator_session.py PORT LINK
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


def signed_in(url: str, link: str, in_browser: bool = False, email: str = "operator@example.com"):
    """Accepts an invitation, sets up the second factor, signs in with it, and returns the answer: a token, or cookies for a browser."""

    def sent(method: str, path: str, body: dict | None = None, token: str | None = None):
        headers = {"Content-Type": "application/json", "Origin": url, "Sec-Fetch-Site": "same-origin"} if body is not None else {}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        data = json.dumps(body).encode() if body is not None else None
        return urllib.request.urlopen(urllib.request.Request(url + path, data, headers, method=method), timeout=60)

    account = {"name": "Operator", "password": PASSWORD, "accept_terms": True, "invitation": link.partition("#")[2]}
    sent("POST", "/v1/accounts", account).close()
    sign_in = {"email": email, "password": PASSWORD}
    with sent("POST", "/v1/sessions", sign_in) as first:
        token = json.load(first)["token"]
    with sent("POST", "/v1/account/second-factor", token=token) as answer:
        secret = json.load(answer)["secret"]
    with sent("PUT", "/v1/account/second-factor", {"code": code(secret, time.time())}, token) as answer:
        recovery = json.load(answer)["recovery_codes"][0]
    with sent("POST", "/v1/sessions", sign_in | {"cookie": in_browser}) as answer:
        begun = json.load(answer)["sign_in"]
    return sent("POST", "/v1/sessions/second-factor", {"sign_in": begun, "recovery_code": recovery})


if __name__ == "__main__":
    port, link = sys.argv[1:]
    with signed_in(f"http://127.0.0.1:{port}", link) as answer:
        print(json.load(answer)["token"])
