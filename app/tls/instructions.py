"""Instructions for installing the CA certificate on participants' devices, as terminal text."""

from __future__ import annotations

INSTALLATION = """\
Install the CA certificate on each device, once. It is the file above; copy it to the device as
greenroom-ca.crt, which is also the name of a download from the server. Before you trust it, compare its
SHA-256 fingerprint with the one above. Anybody who can replace the file could read what the device sends to
this server.

Windows
  Open the file → Install Certificate → Local Machine → Place all certificates in the following store →
  Trusted Root Certification Authorities. For many devices: group policy, or, as an administrator:
    certutil -addstore -f Root greenroom-ca.crt

macOS
  Open the file in Keychain Access, keychain System. Double-click it → Trust → Secure Sockets Layer (SSL):
  Always Trust. Or in a terminal:
    sudo security add-trusted-cert -d -r trustRoot -k /Library/Keychains/System.keychain greenroom-ca.crt

Linux
  Debian and Ubuntu:
    sudo cp greenroom-ca.crt /usr/local/share/ca-certificates/ && sudo update-ca-certificates
  Fedora:
    sudo cp greenroom-ca.crt /etc/pki/ca-trust/source/anchors/ && sudo update-ca-trust
  Chrome keeps its own list: Settings → Privacy and security → Security → Manage certificates → Custom →
  Trusted Certificates → Import.

iOS and iPadOS
  Open the file in Safari or Mail and allow the profile. Settings → General → VPN & Device Management →
  install it. Then Settings → General → About → Certificate Trust Settings → turn it on.

Android
  Settings → Security → Encryption & credentials → Install a certificate → CA certificate → choose the file.

Firefox on computers
  Settings → Privacy & Security → View Certificates → Authorities → Import → trust it for websites. Firefox on
  Windows and macOS also uses the certificates of the system.
"""
