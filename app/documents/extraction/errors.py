"""Why a file cannot be read: one short sentence each, with what to do."""

from __future__ import annotations


class Unreadable(Exception):
    """The file cannot be read; ``sentence`` tells the recruiter why."""

    def __init__(self, sentence: str, *, supported: bool = True) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.supported = supported
        """False if this kind of file is never accepted; True if this one file is at fault."""


UNSUPPORTED = "File type not supported. Please use PDF, DOCX, or TXT files."
EMPTY = "The document is empty: it contains no text."
ENCRYPTED = "The document is protected with a password. Please upload it without one."
DAMAGED = "The document is damaged and cannot be read. Please save it again and upload the new file."
IMAGE_ONLY = "The document contains only scanned pages. Please upload one with selectable text."
UNRECOGNIZED = (
    "The document contains only scanned pages, and no text was recognized in them. "
    "Please upload one with selectable text."
)
TOO_LONG = "The document has more than 300 pages. Please upload only the relevant pages."
TOO_MANY_CHARACTERS = "The document is longer than 120,000 characters. Please upload a shorter one."
TOO_LARGE_INSIDE = (
    "The document was not opened because it unpacks to an unusually large size. "
    "Please save it again as a PDF."
)
WORD_TOO_OLD = "This Word file was saved by a version older than Word 6. Please save it as DOCX or PDF."
RTF_NAMED_DOC = (
    "This .doc file is an RTF document. Please open it in a word processor and save it as DOCX or PDF."
)
XML_NAMED_DOC = (
    "This .doc file is a Word 2003 XML document. Please open it in Word and save it as DOCX or PDF."
)
HTML_NAMED_DOC = (
    "This .doc file is a web page (HTML). Please open it in a word processor and save it as DOCX or PDF."
)
TOO_HARD = "The document took too much time or memory to read. Please save it again as a PDF or TXT file."
SANDBOX_UNAVAILABLE = (
    "The document could not be read because the server is short of memory. Please try again later."
)
