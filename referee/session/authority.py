"""The table's own authority, which phones are asked to trust, and the certificates it gives the table for HTTPS.

The authority is made once and kept; a certificate lasts while the program runs and names and clock stay.
"""

from __future__ import annotations

import hashlib
import ipaddress
import socket
import ssl
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from referee.addresses import local_addresses
from referee.refusal import Refusal, file_trouble
from referee.storage.durable import PRIVATE_FILE, write_private

NAME = "authority.pem"
HOME = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8")
"""Addresses that the authority may speak for: those of home networks (RFC 1918, 3927) and of the machine itself."""
HOME_NAMES = ("local", "localhost")
"""Names that it may speak for, with those that end in them: whoever steals its key can pose as no other."""
SINCE, UNTIL = datetime(2000, 1, 1, tzinfo=UTC), datetime(2049, 12, 31, tzinfo=UTC)
"""When the authority holds, whatever the clock says while it is made."""
BEFORE, AFTER = timedelta(days=100), timedelta(days=700)
"""How long a certificate holds before and after it is made; iPhones take none that lasts for more than 825 days."""


class Authority:
    """The authority of one data folder."""

    def __init__(
        self,
        data: Path,
        names: Iterable[str] = (),
        addresses: Callable[[], Sequence[str]] = local_addresses,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Take up the one that is kept there, or make one. `names`: by what the table is asked for beside its own.

        Raises:
            Refusal: what makes certificates is not installed, or the file cannot be read or written.
        """
        try:
            import trustme
        except ImportError:
            raise Refusal(
                "HTTPS needs the library trustme, which is not installed.", "pip install 'sequence-referee[https]'"
            ) from None
        self._names, self._addresses, self._clock = tuple(names), addresses, clock
        file = data / NAME
        try:
            if not file.exists():
                write_private(file, _made())
            kept = file.read_bytes()
            file.chmod(PRIVATE_FILE)
            self._ca = trustme.CA.from_pem(kept, kept)
        except OSError as error:
            error.filename = str(file)
            raise Refusal(file_trouble(error)) from error
        except ValueError as error:
            raise Refusal(
                f"{file} holds no certificate with its key.", "Move it away; phones then have to trust the new one."
            ) from error
        self.certificate: bytes = self._ca.cert_pem.bytes()
        """What phones are to trust, as PEM."""
        self._for: tuple[str, ...] = ()
        self._made = SINCE
        self._context: ssl.SSLContext

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the certificate, as phones show it."""
        return hashlib.sha256(ssl.PEM_cert_to_DER_cert(self.certificate.decode())).digest().hex(" ").upper()

    def credentials(self) -> ssl.SSLContext:
        """With what the table shows that it is the table: the same while its names stay and the clock is not set."""
        names, now = self._own_names(), self._clock()
        if names != self._for or abs(now - self._made) > BEFORE:
            issued = self._ca.issue_cert(
                *names, organization_name="Sequence Referee", not_before=now - BEFORE, not_after=now + AFTER
            )
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            issued.configure_cert(context)
            self._context, self._for, self._made = context, names, now
        return self._context

    def _own_names(self) -> tuple[str, ...]:
        """The machine's names and addresses at this moment, as far as the authority may speak for them."""
        host = socket.gethostname().partition(".")[0]
        named = [name for name in (*self._names, f"{host}.local".lower()) if name.endswith(".local")]
        home = [ipaddress.ip_network(network) for network in HOME]
        reached = [one for one in self._addresses() if any(ipaddress.ip_address(one) in network for network in home)]
        return tuple(dict.fromkeys(("localhost", *named, "127.0.0.1", *reached)))


def _made() -> bytes:
    """A new authority: its key and its certificate."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, f"Sequence Referee, {socket.gethostname()}"[:64])])
    networks: list[Any] = [x509.IPAddress(ipaddress.ip_network(network)) for network in HOME]
    signing = x509.KeyUsage(False, False, False, False, False, True, True, False, False)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), SINCE, UNTIL)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(signing, critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(x509.NameConstraints([*map(x509.DNSName, HOME_NAMES), *networks], None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    written = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return bytes(written + certificate.public_bytes(pem))
