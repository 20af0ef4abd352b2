"""Tests of HTTPS: the certificate, the local certificate authority and the command."""
