"""Sample documents about invented people, written for these tests."""

from __future__ import annotations

import io
import zipfile

import docx

from tests.documents.mupdf import pymupdf

CV = """Nora Lindqvist
Senior Platform Engineer

Oslo | +47 22 55 01 42 | nora.lindqvist@example.com
linkedin.com/in/nora-lindqvist

SUMMARY
Platform engineer who keeps container clusters of logistics companies up.

EXPERIENCE
Senior Platform Engineer, Fjordline Freight AS, Oslo
March 2021 – Present
- Moved 140 services from Nomad to Kubernetes without a closed warehouse
- Cut the build time of the monorepo from 40 to 9 minutes with Bazel

Systems Administrator, Halden Shipping Group, Halden
2017 - 2021
- Ran the Linux servers of six terminals

EDUCATION
Master of Science in Computer Science, University of Bergen, 2015 - 2017

SKILLS
Kubernetes, Bazel, Terraform, Linux, Prometheus
"""

NAMELESS_CV = CV.replace("Nora Lindqvist\n", "nora lindqvist 1986\n").replace(
    "linkedin.com/in/nora-lindqvist\n", ""
)
"""The model is asked for the name while the document is processed: neither the patterns nor the line reader
find it."""

JOB = """Staff Platform Engineer
Nordhavn Logistics
Location: Copenhagen
Level: Senior

About us
Nordhavn Logistics plans the routes of 900 lorries in Denmark.

What you will do
- Operate the Kubernetes clusters of three regions
- Coach six engineers in writing Terraform modules

What you bring
- 5+ years of platform engineering
- Kubernetes in production
- Terraform

Nice to have
- Prometheus

What we offer
- 30 days of holiday
"""

LETTER = """Dear Ms Holm,

I am writing to apply for the position of Staff Platform Engineer. My work at Fjordline Freight has taught
me to move services without closing a warehouse, and I would like to do the same for you.

Kind regards,
Nora Lindqvist
nora.lindqvist@example.com
"""

SHOPPING = "Milk, bread, two lemons. Remember the parcel at the post office and call the plumber on Tuesday."


def make_pdf(*columns: str) -> bytes:
    """A page with the texts side by side."""
    # The standard font of a PDF has no en dash.
    columns = tuple(text.replace("–", "-") for text in columns)
    document = pymupdf.open()
    page = document.new_page()
    width = 500 / len(columns)
    for number, text in enumerate(columns):
        page.insert_textbox(
            pymupdf.Rect(40 + number * (width + 20), 40, 40 + number * (width + 20) + width, 800),
            text,
            fontsize=9,
        )
    return bytes(document.tobytes())


def picture_pdf() -> bytes:
    document = pymupdf.open()
    page = document.new_page()
    picture = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 60, 60), False)
    picture.clear_with(200)
    page.insert_image(pymupdf.Rect(50, 50, 500, 700), pixmap=picture)
    return bytes(document.tobytes())


def encrypted_pdf() -> bytes:
    document = pymupdf.open()
    document.new_page().insert_text((50, 50), "secret")
    return bytes(document.tobytes(encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="x", owner_pw="y"))


def make_docx(text: str) -> bytes:
    document = docx.Document()
    for line in text.split("\n"):
        document.add_paragraph(line)
    document.sections[0].header.paragraphs[0].text = "Page header"
    row = document.add_table(rows=1, cols=2).rows[0]
    row.cells[0].text, row.cells[1].text = "Certificate", "Kubernetes Administrator"
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def bomb_docx() -> bytes:
    """About 300 kB that expand to 300 MB."""
    source = io.BytesIO(make_docx("x"))
    out = io.BytesIO()
    with zipfile.ZipFile(source) as original, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as bomb:
        for member in original.infolist():
            content = original.read(member)
            if member.filename == "word/document.xml":
                content = content.replace(b"</w:body>", b" " * (300 * 1024 * 1024) + b"</w:body>")
            bomb.writestr(member.filename, content)
    return out.getvalue()


def entity_docx(secret_path: str) -> bytes:
    """A DOCX whose main part refers to a file of the server as an external entity."""
    source = io.BytesIO(make_docx("harmless words"))
    out = io.BytesIO()
    with zipfile.ZipFile(source) as original, zipfile.ZipFile(out, "w") as hostile:
        for member in original.infolist():
            content = original.read(member)
            if member.filename == "word/document.xml":
                declaration = f'<!DOCTYPE x [<!ENTITY e SYSTEM "file://{secret_path}">]>'.encode()
                content = content.replace(b"<w:document", declaration + b"<w:document", 1)
                content = content.replace(b"harmless words", b"harmless &e; words")
            hostile.writestr(member.filename, content)
    return out.getvalue()
