#!/usr/bin/env python3
"""Runs a mail server on this machine for tests. It takes mails, or fails in one of several ways, and delivers nothing.

    scripts/interop/smtp_server.py --certificate server.pem --key server.key --folder mails
    scripts/interop/smtp_server.py --certificate server.pem --key server.key --folder mails --fault unknown-recipient

Prints its port in a line, and then serves until its standard input ends. Each mail that it takes becomes a file `1.json`,
`2.json`, … in the folder, as Python's email package reads it. The server is aiosmtpd, which is installed into `.venv` on
first use.
"""

import argparse
import asyncio
import base64
import email
import email.policy
import json
import pathlib
import ssl
import sys

sys.path[0] += "/.."  # Modules are named from scripts/.

from requirements.virtual_environment import enter

enter("smtp")

from aiosmtpd.smtp import SMTP, AuthResult  # noqa: E402

# The effect of each fault.
FAULTS = {
    "none": "takes every mail",
    "no-starttls": "does not offer STARTTLS",
    "busy": "refuses the connection with 421",
    "blocked": "refuses the connection with 554",
    "wrong-password": "refuses every password",
    "sender-refused": "refuses the sender with 550",
    "unknown-recipient": "refuses the recipient with 550",
    "greylisting": "refuses the recipient with 451 for now",
    "message-refused": "refuses the message with 554",
    "mailbox-full": "refuses the message with 452 for now",
    "slow": "answers EHLO after a minute",
    "slow-message": "answers the message after a minute",
    "drop": "closes the connection after the message, without a reply",
}


class Handler:
    """Answers according to the fault, and writes mails to the folder."""

    def __init__(self, fault, folder):
        self.fault, self.folder, self.count = fault, folder, 0

    async def handle_EHLO(self, server, session, envelope, hostname, responses):
        if self.fault == "slow":
            (self.folder / "slow").touch()
            await asyncio.sleep(60)
        session.host_name = hostname
        return responses

    async def handle_MAIL(self, server, session, envelope, address, options):
        if self.fault == "sender-refused":
            return "550 5.7.1 not your address"
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(self, server, session, envelope, address, options):
        if self.fault == "unknown-recipient":
            return f"550 5.1.1 <{address}>: no such user"
        if self.fault == "greylisting":
            return "451 4.7.1 come back later"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        if self.fault == "message-refused":
            return "554 5.7.1 looks like spam"
        if self.fault == "mailbox-full":
            return "452 4.2.2 mailbox full"
        if self.fault == "slow-message":
            await asyncio.sleep(60)
        if self.fault == "drop":
            server.transport.abort()
            return "250 OK"
        self.count += 1
        text = json.dumps(record(server, session, envelope))
        draft = self.folder / f"{self.count}.draft"
        draft.write_text(text)
        draft.rename(self.folder / f"{self.count}.json")
        return "250 OK"


class Refusing(asyncio.Protocol):
    """Greets with a refusal."""

    def __init__(self, reply):
        self.reply = reply

    def connection_made(self, transport):
        transport.write(self.reply)
        transport.close()


def record(server, session, envelope):
    message = email.message_from_bytes(envelope.original_content, policy=email.policy.default)
    parts = {part.get_content_type(): part.get_content() for part in message.walk() if not part.is_multipart()}
    return {
        "sender": envelope.mail_from,
        "recipients": envelope.rcpt_tos,
        "host": session.host_name,
        "user": session.auth_data.decode() if session.auth_data else "",
        "isEncrypted": server.transport.get_extra_info("ssl_object") is not None,
        "headers": [[name, str(value)] for name, value in message.items()],
        "toNames": [address.display_name for address in message["To"].addresses],
        "toAddresses": [address.addr_spec for address in message["To"].addresses],
        "defects": [str(defect) for part in message.walk() for defect in part.defects],
        "text": parts.get("text/plain", ""),
        "html": parts.get("text/html", ""),
        "raw": base64.b64encode(envelope.original_content).decode(),
    }


def tls_context(arguments):
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(arguments.certificate, arguments.key)
    return context


async def serve(arguments):
    handler = Handler(arguments.fault, arguments.folder)
    context = tls_context(arguments)

    def authenticate(server, session, envelope, mechanism, data):
        user, password = data.login, data.password
        is_right = arguments.fault != "wrong-password" and password == arguments.password.encode()
        return AuthResult(success=is_right, handled=False, auth_data=user if is_right else None)

    def session():
        if arguments.fault == "busy":
            return Refusing(b"421 4.3.2 too many connections\r\n")
        if arguments.fault == "blocked":
            return Refusing(b"554 5.7.1 your address is blocked\r\n")
        offers_starttls = not arguments.implicit and arguments.fault != "no-starttls"
        return SMTP(
            handler,
            hostname="mail.test",
            authenticator=authenticate,
            auth_required=arguments.password is not None,
            auth_require_tls=not arguments.implicit,
            tls_context=context if offers_starttls else None,
            require_starttls=offers_starttls,
        )

    loop = asyncio.get_running_loop()
    server = await loop.create_server(session, arguments.host, 0, ssl=context if arguments.implicit else None)
    # In one write, even with PYTHONUNBUFFERED: the reader may close the pipe after the first.
    sys.stdout.write(f"{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    await loop.run_in_executor(None, sys.stdin.read)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="faults:\n" + "\n".join(f"  {name:18} {text}" for name, text in FAULTS.items()))
    parser.add_argument("--certificate", required=True, help="certificate in PEM")
    parser.add_argument("--key", required=True, help="its key in PEM")
    parser.add_argument("--folder", required=True, type=pathlib.Path, help="where mails are written")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen at (default: %(default)s)")
    parser.add_argument("--implicit", action="store_true", help="TLS from the first byte, without STARTTLS")
    parser.add_argument("--password", help="the password of every user; without it, nobody logs in")
    parser.add_argument("--fault", choices=FAULTS, default="none", metavar="FAULT", help="how to fail (default: not at all)")
    asyncio.run(serve(parser.parse_args()))


if __name__ == "__main__":
    main()
