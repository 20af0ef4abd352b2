"""Which lines of the documents become facts, and which of them are asked about last."""

from __future__ import annotations

import pytest

from app.questions.fact_collection import collect_facts
from app.questions.facts import CandidateBrief, Fact, JobBrief, PastPosition
from app.questions.fitness import fitness
from app.questions.forms import word_question
from app.questions.line_kinds import LineKind
from app.questions.tables import QuestionCategory
from app.text.bullets import without_bullet


def _positions(*positions: PastPosition) -> CandidateBrief:
    return CandidateBrief(text="Groom, Elm Stables", positions=positions)


def test_a_promotion_is_no_change_of_employer() -> None:
    facts = collect_facts(
        _positions(
            PastPosition("Head Groom", "Elm Stables", start="2021", end=None),
            PastPosition("Groom", "ELM Stables", start="2017", end="2021"),
            PastPosition("Groom", "Oak Stables", start="2014", end="2017"),
        ),
        None,
    )
    assert [fact.text for fact in facts if fact.kind == "move"] == ["Groom at Oak Stables, 2014 – 2017"]


@pytest.mark.parametrize(
    ("title", "named"),
    [("DRIVER TRAINER (TRAM)", "Driver Trainer"), ("Teamleitung Empfang", "Teamleitung Empfang")],
)
def test_the_title_of_the_job_has_a_line_of_its_own(title: str, named: str) -> None:
    facts = collect_facts(None, JobBrief(text="x", title=title, responsibilities=("Feed the horses",)))
    assert [fact.text for fact in facts if fact.kind == "career"] == [named]


@pytest.mark.parametrize(
    ("plain", "referring"),
    [
        ("We breed horses for riding schools", "Most of those horses go to schools"),
        ("Wir züchten seit 1950 Pferde für Reitschulen", "Die meisten davon gehen seit 1950 an Reitschulen"),
        ("Nous élevons depuis 1950 des chevaux d’école", "Nous élevons depuis 1950 ces chevaux"),
    ],
)
def test_a_sentence_that_refers_to_another_one_comes_later(plain: str, referring: str) -> None:
    alone, after = (Fact("job", "about", text, line_kind=LineKind.COMPANY) for text in (plain, referring))
    category = QuestionCategory.MOTIVATION
    assert fitness(alone, category) - fitness(after, category) >= 1.5


@pytest.mark.parametrize("start", ["Später", "Außerdem", "Après", "Later"])
def test_a_line_that_goes_on_from_another_one_comes_later(start: str) -> None:
    alone, after = (
        Fact("cv", "statement", text) for text in ("Fed thirty horses a day", f"{start} thirty horses a day")
    )
    category = QuestionCategory.BEHAVIORAL
    assert fitness(alone, category) - fitness(after, category) >= 1.4


def test_the_kind_of_contract_and_the_place_after_it_are_not_in_the_title() -> None:
    job = JobBrief(text="x", title="Comptable junior – CDI – Saumur", responsibilities=("Tenir la caisse",))
    facts = collect_facts(None, job, language="fr")
    assert [fact.text for fact in facts if fact.kind == "career"] == ["Comptable junior"]


def test_a_position_that_was_left_is_asked_about_in_motivation_alone() -> None:
    fact = Fact("cv", "move", "Groom at Oak Stables, 2014 – 2017", line_kind=LineKind.TITLE)
    work = Fact("cv", "skill", "Clipping", line_kind=LineKind.SKILL)
    assert fitness(fact, QuestionCategory.CULTURE) < fitness(work, QuestionCategory.CULTURE)
    assert fitness(fact, QuestionCategory.MOTIVATION) > fitness(work, QuestionCategory.MOTIVATION)


def test_a_question_stays_with_its_answer() -> None:
    text = "Cut the feed of the young horses? No, bought better hay and lost fewer foals that winter"
    facts = collect_facts(_positions(PastPosition("Groom", "Elm Stables", (f"{text}.",))), None)
    assert [fact.text for fact in facts if "hay" in fact.text] == [f"{text}."]


@pytest.mark.parametrize(
    ("title", "named"),
    [
        ("Groom, then Head Groom", "Head Groom at Elm Stables"),
        ("Groom puis Head Groom", "Head Groom at Elm Stables"),
        ("later Head Groom", "Head Groom at Elm Stables"),
        ("Head Groom (part time)", "Head Groom at Elm Stables"),
    ],
)
def test_a_position_is_named_by_its_last_title(title: str, named: str) -> None:
    facts = collect_facts(_positions(PastPosition(title, "Elm Stables")), None)
    assert [fact.text for fact in facts if fact.kind == "career"] == [named]


@pytest.mark.parametrize("title", ["Skelby", "Head Groom – young horses"])
def test_a_place_or_a_title_with_a_dash_names_no_position(title: str) -> None:
    cv = CandidateBrief(text="Elm Stables, Skelby", positions=(PastPosition(title, "Elm Stables"),))
    assert [fact for fact in collect_facts(cv, None) if fact.kind == "career"] == []


def _read_kind(
    fact_text: str, *, candidate: CandidateBrief | None = None, job: JobBrief | None = None
) -> LineKind:
    (fact,) = (fact for fact in collect_facts(candidate, job) if fact.text == fact_text)
    return fact.line_kind


def _rate_suitability(line: str, job: JobBrief) -> float:
    (fact,) = (fact for fact in collect_facts(None, job) if fact.text == line)
    return fact.suitability


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("Cut the cost of hay by 14 %", LineKind.RESULT),
        ("Lost foals below 4 % since the new hay", LineKind.RESULT),
        ("Feeding of 14 horses and ponies", LineKind.WORK),
        ("Oakfield Hay Traders Ltd", LineKind.OTHER),
    ],
)
def test_a_share_tells_a_result_and_an_employer_is_nothing_to_ask_about(line: str, kind: LineKind) -> None:
    assert _read_kind(line, candidate=_positions(PastPosition("Groom", "Elm Stables", (line,)))) is kind


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("Three years thatching and roof repair", LineKind.EXPERIENCE),
        ("Shoeing of all horses every four years", LineKind.SKILL),
    ],
)
def test_a_number_of_years_is_experience_and_a_period_is_not(line: str, kind: LineKind) -> None:
    found = _read_kind(line, job=JobBrief(text=line, requirements=(line,)))
    assert (found is LineKind.EXPERIENCE) is (kind is LineKind.EXPERIENCE)


def test_a_text_tells_duties_and_the_position_besides_the_employer() -> None:
    about = (
        "Head Groom, Elm Stables, day shifts\nYou plan the rota of six grooms and four boys.\n"
        "Elm Stables breeds horses for riding schools."
    )
    facts = collect_facts(None, JobBrief(text=about, about=about, company="Elm Stables"))
    assert {(fact.text, fact.line_kind) for fact in facts if fact.kind == "about"} == {
        ("Head Groom", LineKind.TITLE),
        ("You plan the rota of six grooms and four boys.", LineKind.WORK),
        ("Elm Stables breeds horses for riding schools.", LineKind.COMPANY),
    }


def test_an_abbreviation_does_not_end_a_sentence() -> None:
    text = "Responsible for the feed of approx. 400 horses in two yards. Bought hay for both of them"
    facts = collect_facts(_positions(PastPosition("Groom", "Elm Stables", (text,))), None)
    assert "Responsible for the feed of approx. 400 horses in two yards." in [fact.text for fact in facts]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("Feeding of horses and ponies", "Feeding of horses. Ponies too"),
        ("Feeding of horses and ponies", "14 horses and two ponies"),
        ("Feeding of horses and ponies", "Horses, ponies, donkeys"),
    ],
)
def test_a_line_that_says_one_thing_that_was_done_comes_first(better: str, worse: str) -> None:
    first, second = (
        fitness(Fact("cv", "statement", text), QuestionCategory.CULTURE) for text in (better, worse)
    )
    assert first > second + 0.65


def test_a_clause_comes_before_a_list_of_nouns_and_capitals_last() -> None:
    lines = ("Trained the young horses", "Care of the young horses", "TRAINING OF ALL YOUNG HORSES")
    facts = collect_facts(_positions(PastPosition("Groom", "Elm Stables", lines)), None)
    clause, nouns, capitals = (
        fitness(fact, QuestionCategory.BEHAVIORAL) for fact in facts if fact.kind == "statement"
    )
    assert clause > nouns > capitals


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("We are looking for a groom for our yard", "en"),
        ("Für unseren Hof suchen wir eine Pflegerin", "de"),
        ("Nous recherchons une personne pour nos chevaux", "fr"),
    ],
)
def test_a_line_that_only_says_who_is_sought_is_no_fact(line: str, language: str) -> None:
    job = JobBrief(text=line, about=f"{line}.", responsibilities=("Feed the horses",))
    assert [fact for fact in collect_facts(None, job, language=language) if fact.kind == "about"] == []


@pytest.mark.parametrize(
    ("title", "organization"),
    [
        ("Berufspraktikum", "Gestüt Ulmenhof"),
        ("Stable work", "Elm Stables"),
        ("Groom", "English"),
        ("Lincolnshire. Groom", "Elm Stables"),
        ("Groom", "Elm Stables: mares and foals"),
    ],
)
def test_a_time_of_training_or_a_language_names_no_position(title: str, organization: str) -> None:
    facts = collect_facts(_positions(PastPosition(title, organization)), None)
    assert [fact for fact in facts if fact.kind == "career"] == []


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("Confidence with injured horses and their owners", "en"),
        ("Fähigkeit zum Führen junger Pferde", "de"),
        ("Capacité à mener les jeunes chevaux", "fr"),
    ],
)
def test_a_demand_among_the_duties_is_no_task(line: str, language: str) -> None:
    job = JobBrief(text=line, responsibilities=(line,))
    (fact,) = (fact for fact in collect_facts(None, job, language=language) if fact.text == line)
    assert fact.line_kind is not LineKind.WORK
    question = word_question(
        fact, category=QuestionCategory.TECHNICAL, language=language, others=(), number=0
    )
    assert question is not None
    assert any(word in question for word in ("requirement", "Anforderung", "exigence"))


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("In a yard of thirty horses you run a team of six grooms.", "en"),
        ("Im Gestüt führen Sie ein Team von sechs Pflegern.", "de"),
        ("Dans une écurie de trente chevaux, vous menez un groupe de six soigneurs.", "fr"),
    ],
)
def test_a_sentence_to_the_reader_tells_a_duty(line: str, language: str) -> None:
    job = JobBrief(text=line, about=line, company="Elm Stables", responsibilities=("Boxen misten",))
    (fact,) = (fact for fact in collect_facts(None, job, language=language) if fact.kind == "about")
    assert fact.line_kind is LineKind.WORK


@pytest.mark.parametrize("sign", ["~", "»", ">>", "=", "※", "–"])
def test_an_unusual_bullet_is_no_part_of_a_line(sign: str) -> None:
    statements = (f"{sign} Trained the young horses",)
    facts = collect_facts(_positions(PastPosition("Groom", "Elm Stables", statements)), None)
    assert "Trained the young horses" in [fact.text for fact in facts]


@pytest.mark.parametrize(
    "line", ["~ 40 horses a day", "« Sens du cheval » exigé", "# Horses", "(mares) and foals fed"]
)
def test_other_signs_at_the_beginning_stay(line: str) -> None:
    assert without_bullet(line) == line


PROSE = """For four years I have fed the horses of a large riding school and kept the yard
clean. I plan the rota, order the hay from two farms in the valley and make sure that
everyone knows what to do
"""


def test_a_cv_in_prose_is_read_by_sentences() -> None:
    facts = collect_facts(CandidateBrief(text=PROSE), None)
    assert [fact.text for fact in facts] == [
        "For four years I have fed the horses of a large riding school and kept the yard clean.",
        "I plan the rota, order the hay from two farms in the valley and make sure that everyone knows what "
        "to do",
    ]


def test_lists_of_a_cv_without_sections_stay_lists() -> None:
    text = "- fed all the horses of a very large riding school in the valley\n- kept the yard clean every day"
    assert len(collect_facts(CandidateBrief(text=text), None)) == 2


@pytest.mark.parametrize(
    ("line", "is_suitable"),
    [
        ("The post is full-time and permanent.", False),
        ("Die Stelle ist mit Entgeltgruppe 5 bewertet.", False),
        ("Elm Stables breeds horses for riding schools.", True),
    ],
)
def test_the_contract_is_nothing_to_ask_about(line: str, is_suitable: bool) -> None:
    job = JobBrief(text=line, about=line, responsibilities=("Feed the horses",))
    assert (_rate_suitability(line, job) > 0.5) is is_suitable


@pytest.mark.parametrize(
    "line", ["Report to the head groom", "You report to the owner.", "Reports to the vet"]
)
def test_who_is_above_the_position_is_no_task(line: str) -> None:
    longer = "Report to the owner on the health of all horses"
    above, task = (
        _rate_suitability(one, JobBrief(text=one, responsibilities=(one,))) for one in (line, longer)
    )
    assert above < task / 2


@pytest.mark.parametrize(
    ("plain", "last"),
    [
        ("Help people to find a horse", "Help them to find a horse"),
        ("Boxen misten und Futter holen", "Hinzu kommt das Misten der Boxen"),
    ],
)
def test_a_line_that_refers_to_another_one_comes_last(plain: str, last: str) -> None:
    first, second = (
        fitness(Fact("job", "responsibility", text), QuestionCategory.TECHNICAL) for text in (plain, last)
    )
    assert first > second + 3


@pytest.mark.parametrize(
    "line", ["Interviews in the first week of May", "We treat all applicants equally", "Apply by 3 May"]
)
def test_a_notice_is_nothing_to_ask_about(line: str) -> None:
    task = "Plan the rota of six grooms"
    job = JobBrief(text=f"{task}\n{line}", responsibilities=(task, line))
    assert _rate_suitability(line, job) < _rate_suitability(task, job) - 0.25


def test_a_motto_is_nothing_to_ask_about() -> None:
    line = '"From the stable to the stars"'
    facts = collect_facts(_positions(PastPosition("Groom", "Elm Stables", (line,))), None)
    assert {fact.line_kind for fact in facts if fact.text == line} <= {LineKind.OTHER}


@pytest.mark.parametrize(
    ("title", "company", "named"),
    [
        ("Head Groom - Hay & Oats - Skelby", "", "Head Groom"),
        ("Pfleger", "Beim Gestüt Ulmenhof", "Pfleger at Gestüt Ulmenhof"),
    ],
)
def test_the_position_is_named_without_place_and_preposition(title: str, company: str, named: str) -> None:
    facts = collect_facts(None, JobBrief(text="x", title=title, company=company))
    assert [fact.text for fact in facts if fact.kind == "career"] == [named]


def test_a_requirement_that_names_the_employer_stays_one() -> None:
    line = "Experience with the horses of Elm Stables"
    job = JobBrief(text=line, company="Elm Stables", requirements=(line,))
    assert _read_kind(line, job=job) is LineKind.EXPERIENCE
