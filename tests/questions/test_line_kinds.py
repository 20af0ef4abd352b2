"""The kinds of lines, which lines are asked about, and which form of question each kind gets."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from app.questions import writing
from app.questions.checks import check_question
from app.questions.fact_choice import FactChooser
from app.questions.fact_collection import collect_facts
from app.questions.facts import CandidateBrief, Fact, JobBrief, PastPosition
from app.questions.fitness import fitness
from app.questions.forms import (
    has_wording,
    is_for_model,
    is_list,
    list_openings,
    quote_line,
    word_question,
)
from app.questions.line_kinds import (
    Example,
    LineClassifier,
    LineClassifiers,
    LineKind,
    Section,
    load_classifier,
    load_classifier_by_meaning,
    load_examples,
)
from app.questions.rules import Difficulty
from app.questions.slot_writer import WORDED_BY_CODE
from app.questions.tables import QuestionCategory
from app.questions.writing import generate_questions
from models.ports import CompletionRequest, EngineUnavailable
from tests.fakes.engines import FakeEmbeddings, FakeLlm, fake_engines
from tests.questions import samples

LANGUAGES = ("en", "de", "fr")


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("Ordered feed and bedding and kept the stable accounts", LineKind.WORK),
        ("Lowered returns from 12 to 5 percent within two seasons", LineKind.RESULT),
        ("At least six years of experience in glass blowing", LineKind.EXPERIENCE),
        ("Certificate in hoof care, 2019", LineKind.CREDENTIAL),
        ("Fluent Finnish, basic Estonian", LineKind.LANGUAGE),
        ("Patient, tactful and reliable", LineKind.TRAIT),
        ("Weekend work and night shifts on a rota", LineKind.CONDITION),
        ("We are a family business with four shops", LineKind.COMPANY),
        ("Married, two sons", LineKind.OTHER),
        ("Organisation der Lagerhaltung und Betreuung der Kunden", LineKind.WORK),
        ("Mindestens zwei Jahre Erfahrung im Gartenbau", LineKind.EXPERIENCE),
        ("Führerschein Klasse C", LineKind.CREDENTIAL),
        ("Bereitschaft zu Schichtarbeit am Wochenende", LineKind.CONDITION),
        ("Encadrement d’une équipe de jardiniers", LineKind.WORK),
        ("Au moins deux ans d’expérience en horlogerie", LineKind.EXPERIENCE),
        ("Travail de nuit et le week-end", LineKind.CONDITION),
    ],
)
def test_the_kind_of_a_new_line(line: str, kind: LineKind) -> None:
    assert line not in {example.text for example in load_examples()}
    scores = load_classifier().score(line)
    assert max(scores, key=scores.__getitem__) is kind


def test_most_examples_are_recognized_from_the_others() -> None:
    examples = load_examples()
    right = 0
    for part in range(4):
        classifier = LineClassifier.train([e for n, e in enumerate(examples) if n % 4 != part])
        for example in examples[part::4]:
            scores = classifier.score(example.text)
            right += max(scores, key=scores.__getitem__) is example.kind
    assert right / len(examples) > 0.6  # of eleven kinds, without knowing the section


def test_a_line_has_a_kind_that_its_section_can_have() -> None:
    skills = Section(LineKind.SKILL, frozenset({LineKind.SKILL, LineKind.LANGUAGE}))
    assert LineClassifiers().read("Managed the weekly rota", skills)[0] in skills.possible


def _meaning(text: str) -> list[float]:
    """A vector in which only lines with a yak in them are alike."""
    return [1.0, 0.0] if "yak" in text else [0.0, 1.0]


YAKS = tuple(Example(f"{word} of the yak", "en", LineKind.TRAIT) for word in ("Calm", "Charm", "Luck"))
TASKS = tuple(Example(f"{word} of the barn", "en", LineKind.WORK) for word in ("Care", "Roof", "Repair"))


def test_meaning_decides_where_words_do_not() -> None:
    examples = YAKS + TASKS
    by_meaning = LineClassifier.train(examples, [_meaning(example.text) for example in examples])
    section = Section(LineKind.WORK, frozenset({LineKind.WORK, LineKind.TRAIT}), gain=0.0)
    # Its words point the other way.
    line = "Care and repair of the roof"
    assert LineClassifiers(by_meaning, {line: [0.0, 1.0]}).read(line, section)[0] is LineKind.WORK
    assert LineClassifiers(by_meaning, {line: [3.0, 0.0]}).read(line, section)[0] is LineKind.TRAIT


async def test_examples_are_embedded_once_for_an_engine_and_not_all_at_a_time() -> None:
    engine = FakeEmbeddings()
    first = await load_classifier_by_meaning(engine)
    assert first is not None
    assert sum(map(len, engine.requests)) == len(load_examples())
    assert max(map(len, engine.requests)) <= 16
    assert await load_classifier_by_meaning(engine) is first
    assert sum(map(len, engine.requests)) == len(load_examples())


async def test_words_decide_when_the_embeddings_engine_fails() -> None:
    engine = FakeEmbeddings(lambda _texts: EngineUnavailable("down"))
    assert await load_classifier_by_meaning(engine) is None


async def test_lines_are_read_by_meaning_before_the_first_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that words take for a duty is asked about as what its meaning says."""

    async def load(_engine: object) -> LineClassifier:
        examples = YAKS + TASKS
        return LineClassifier.train(examples, [[1.0, 0.0]] * len(YAKS) + [[0.0, 1.0]] * len(TASKS))

    monkeypatch.setattr(writing, "load_classifier_by_meaning", load)
    monkeypatch.setattr(writing, "_HEAD_START_SECONDS", 60)
    result = await generate_questions(
        fake_engines(
            llm=FakeLlm(lambda _request: "No."),
            embeddings=FakeEmbeddings(lambda texts: [[3.0, 0.0] for _ in texts]),
        ),
        candidate=None,
        job=JobBrief(text="x", responsibilities=("Care and repair of the roof",)),
        distribution={QuestionCategory.CULTURE: 1},
        difficulty=Difficulty.MID,
    )
    assert result.questions[0].fact.line_kind is LineKind.TRAIT


async def test_the_classifier_learns_while_the_recruiter_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    engines = fake_engines(llm=FakeLlm(lambda _request: "Yes."))
    loaded: list[object] = []

    async def load(engine: object) -> None:
        loaded.append(engine)

    monkeypatch.setattr(writing, "load_classifier_by_meaning", load)
    await writing.warm_up(engines, candidate=_brief("Led rides along the coast"), job=None, language="en")
    assert loaded == [engines.embeddings]


def _brief(*statements: str, skills: tuple[str, ...] = ()) -> CandidateBrief:
    return CandidateBrief(
        text="\n".join((*statements, *skills)),
        skills=skills,
        positions=(PastPosition("Groom", "Willow Stables", statements),),
    )


def test_lines_without_anything_to_ask_are_left_out_while_there_are_others() -> None:
    work = ("Ordered feed and bedding for thirty horses", "Trained young riders and led the rides")
    brief = _brief("Team of nine", "Certificate in hoof care, 2019", *work)
    chooser = FactChooser(collect_facts(brief, None))
    for category in (QuestionCategory.BEHAVIORAL, QuestionCategory.COGNITIVE):
        chosen = chooser.choose(category)
        assert chosen is not None
        assert chosen.text in work


def test_the_position_is_asked_about_once() -> None:
    job = JobBrief(
        text="x",
        title="Head Groom",
        company="Willow Stables",
        responsibilities=("Head Groom, Willow Stables", "Plan the rota of six grooms"),
    )
    facts = collect_facts(None, job)
    assert [fact.text for fact in facts if fact.line_kind is LineKind.TITLE] == [
        "Head Groom at Willow Stables"
    ]


def test_a_line_that_begins_with_a_period_is_the_head_of_an_entry() -> None:
    lines = ("2005 – 2008 Milking, baling and building site jobs", "Milking, baling and repair of fences")
    kinds = {fact.text: fact.line_kind for fact in collect_facts(_brief(*lines), None)}
    assert [kinds[line] for line in lines] == [LineKind.OTHER, LineKind.WORK]


def test_code_ends_questions_of_a_set_differently_where_it_can() -> None:
    first, second = (
        Fact("cv", "career", f"Groom at {name} Stables", line_kind=LineKind.TITLE) for name in ("Elm", "Oak")
    )
    asked: list[str] = []
    for fact in (first, second):
        question = word_question(
            fact, category=QuestionCategory.CULTURE, language="en", others=asked, number=2 * len(asked)
        )
        assert question is not None
        asked.append(question)
    assert len({question.partition(". ")[2] for question in asked}) == 2


def test_a_list_with_semicolons_is_several_lines() -> None:
    job = JobBrief(text="x", requirements=("knowledge of feed; experience of teaching; driving licence",))
    texts = [fact.text for fact in collect_facts(None, job)]
    assert texts == ["knowledge of feed", "experience of teaching", "driving licence"]


def _fact(source: str, kind: LineKind, text: str = "Hoof care") -> Fact:
    section = "statement" if source == "cv" else "requirement"
    return Fact("cv" if source == "cv" else "job", section, text, line_kind=kind)  # type: ignore[arg-type]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", [LineKind.CREDENTIAL, LineKind.LANGUAGE, LineKind.CONDITION, LineKind.OTHER])
@pytest.mark.parametrize("category", QuestionCategory)
def test_code_words_the_questions_of_kinds_that_need_an_exact_form(
    language: str, kind: LineKind, category: QuestionCategory
) -> None:
    fact = _fact("job", kind)
    assert not is_for_model(language, category, fact)
    assert word_question(fact, category=category, language=language, others=(), number=0)


def test_the_model_is_asked_in_a_language_without_wording() -> None:
    assert not has_wording("es")
    assert is_for_model("es", QuestionCategory.TECHNICAL, _fact("job", LineKind.CREDENTIAL))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("category", QuestionCategory)
@pytest.mark.parametrize("source", ["cv", "job"])
def test_every_kind_has_a_wording_of_its_source(
    language: str, category: QuestionCategory, source: str
) -> None:
    for kind in LineKind:
        fact = _fact(source, kind)
        asked = {
            word_question(fact, category=category, language=language, others=(), number=number)
            for number in range(4)
        }
        assert None not in asked
        openings = list_openings(language, category, fact)
        assert len(openings) != 1, kind


async def test_a_licence_that_the_job_asks_for_is_asked_about_without_the_model() -> None:
    llm = FakeLlm(lambda _request: pytest.fail("the model was asked"))
    result = await generate_questions(
        fake_engines(llm=llm, embeddings=FakeEmbeddings(samples.distinct_vectors)),
        candidate=None,
        job=JobBrief(text="x", requirements=("Driving licence class C",)),
        distribution={QuestionCategory.TECHNICAL: 1},
        difficulty=Difficulty.MID,
    )
    (question,) = result.questions
    assert "Driving licence class C" in question.question
    assert "something equivalent" in question.question or "meet that requirement" in question.question
    assert question.generation.model == WORDED_BY_CODE


async def test_a_second_attempt_goes_to_a_line_for_the_model() -> None:
    asked: list[str] = []

    def write(request: CompletionRequest) -> str:
        asked.append(samples.find_fact(request))
        return "No."

    await generate_questions(
        fake_engines(llm=FakeLlm(write), embeddings=FakeEmbeddings(samples.distinct_vectors)),
        candidate=None,
        job=JobBrief(
            text="Plan the rota of six grooms\nDriving licence class C\nFirst aid certificate",
            responsibilities=("Plan the rota of six grooms",),
            requirements=("Driving licence class C", "First aid certificate"),
        ),
        distribution={QuestionCategory.TECHNICAL: 1},
        difficulty=Difficulty.MID,
    )
    assert asked == ["Plan the rota of six grooms"] * 2


FEED = "Ordered feed and tools"
RIDES = "Led rides along the coast for beginners"


def _check(question: str, *, opening: str = "") -> object:
    return check_question(
        question,
        fact=Fact("cv", "statement", FEED, "Head groom at Willow Stables"),
        category=QuestionCategory.BEHAVIORAL,
        known=f"{FEED}\n{RIDES}",
        language="en",
        others=[],
        employers=("Willow Stables",),
        opening=opening,
    )


def test_a_question_that_mixes_two_lines_is_refused() -> None:
    mixed = "How did you order feed and tools when you led rides along the coast?"
    assert "mixes" in str(_check(mixed))
    assert _check(f"{mixed[:-1].partition(' when')[0]} at Willow Stables?") == (
        "How did you order feed and tools at Willow Stables?"
    )


def test_a_question_that_does_not_begin_as_asked_is_refused() -> None:
    question = "About feed and tools, what was the hardest moment when you ordered them?"
    assert "begin with" in str(_check(question, opening="What was the hardest moment when you"))
    assert _check(question) == question


@pytest.mark.parametrize(
    ("text", "is_refused"),
    [
        ("Suppose that your team orders feed and tools for the whole season?", True),
        ("Suppose that your team orders feed and tools twice. What would you do first?", False),
        ("Suppose that your team orders feed and tools twice, how would you find out why?", False),
    ],
)
def test_a_situation_without_a_question_is_refused(text: str, is_refused: bool) -> None:
    result = check_question(
        text,
        fact=Fact("job", "responsibility", "Order feed and tools"),
        category=QuestionCategory.COGNITIVE,
        known=FEED,
        job_text=FEED,
        language="en",
        others=[],
        opening="Suppose that",
    )
    assert ("ask something" in str(result)) is is_refused


@pytest.mark.parametrize(
    ("kind", "text", "is_for_the_model"),
    [
        (LineKind.WORK, "Ordered feed, bedding and tools", True),
        (LineKind.WORK, "Feed orders, stable accounts, repair of fences", False),
        (LineKind.WORK, "Care of thirty horses, every day from six to ten", False),
        (LineKind.WORK, "Wrote the yard rules; nobody hurt since", False),
        (LineKind.WORK, "Yard work (mornings)", False),
        (LineKind.WORK, " ".join(["Led rides along the coast"] * 4), False),
        (LineKind.RESULT, "Lowered the feed bill by a tenth", True),
        (LineKind.RESULT, "Fenced two meadows, escapes down by half", False),
    ],
)
def test_the_model_gets_only_lines_whose_words_fit_in_a_sentence(
    kind: LineKind, text: str, is_for_the_model: bool
) -> None:
    category = QuestionCategory.MOTIVATION
    assert is_for_model("en", category, _fact("cv", kind, text)) is is_for_the_model
    assert is_for_model("es", category, _fact("cv", kind, text))


def test_a_beginner_is_asked_about_skills_and_a_lead_about_people() -> None:
    brief = _brief(
        "Ordered feed and bedding for thirty horses",
        "Led a team of nine and trained the juniors",
        skills=("Hoof care",),
    )
    chosen = {}
    for level in (Difficulty.JUNIOR, Difficulty.LEAD):
        chooser = FactChooser(collect_facts(brief, None), difficulty=level)
        chosen[level] = [chooser.choose(QuestionCategory.TECHNICAL).text for _ in range(2)]  # type: ignore[union-attr]
    assert chosen[Difficulty.JUNIOR][0] == "Hoof care"
    assert "Led a team of nine and trained the juniors" in chosen[Difficulty.LEAD]
    assert "Hoof care" not in chosen[Difficulty.LEAD]


async def test_code_asks_another_level_something_else() -> None:
    asked = set()
    for level in (Difficulty.JUNIOR, Difficulty.LEAD):
        result = await generate_questions(
            fake_engines(
                llm=FakeLlm(lambda _request: "No."), embeddings=FakeEmbeddings(samples.distinct_vectors)
            ),
            candidate=None,
            job=JobBrief(text="x", responsibilities=("Plan the rota of six grooms",)),
            distribution={QuestionCategory.CULTURE: 1},
            difficulty=level,
        )
        asked.add(result.questions[0].question.partition("grooms")[2])
    assert len(asked) == 2


def test_a_line_of_the_recruiter_goes_to_the_model_whatever_its_form() -> None:
    own = Fact("recruiter", "own", "feed; bedding; tools (all of them)")
    assert is_for_model("en", QuestionCategory.TECHNICAL, own)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("source", ["cv", "job"])
def test_a_line_of_an_uncertain_kind_is_asked_about_in_a_form_for_every_kind(
    language: str, source: str
) -> None:
    category = QuestionCategory.TECHNICAL
    unsure = replace(_fact(source, LineKind.SKILL), certainty=0.05)
    other = _fact(source, LineKind.OTHER)
    assert not is_for_model(language, category, unsure)
    assert word_question(unsure, category=category, language=language, others=(), number=0) == word_question(
        other, category=category, language=language, others=(), number=0
    )


def test_a_line_that_begins_with_the_name_of_the_employer_is_about_it() -> None:
    job = JobBrief(
        text="x", company="Willow Stables Ltd", about="Willow orders feed and bedding every month."
    )
    (fact,) = collect_facts(None, job)
    assert fact.line_kind is LineKind.COMPANY


def test_a_position_is_named_in_the_language_of_the_questions() -> None:
    job = JobBrief(text="x", title="Pferdewirtin (m/w/d) (80 %)", company="Hof Weide")
    candidate = CandidateBrief(text="x", positions=(PastPosition("Groom", "Elm Stables"),))
    assert [fact.text for fact in collect_facts(candidate, job, language="de")] == [
        "Groom (Elm Stables)",
        "Pferdewirtin (Hof Weide)",
    ]
    assert [fact.text for fact in collect_facts(candidate, job)] == [
        "Groom at Elm Stables",
        "Pferdewirtin at Hof Weide",
    ]


def test_a_question_that_adds_to_its_line_is_refused() -> None:
    opening = "What was the hardest moment when you"
    assert "adds things" in str(
        _check(f"{opening} ordered feed and tools for the veterinary hospital?", opening=opening)
    )
    assert isinstance(_check(f"{opening} ordered feed and tools?", opening=opening), str)
    assert "without changing" in str(
        _check(f"{opening} ordered feed and tools at Willow Stables?", opening=opening)
    )
    assert "adds things" in str(
        _check(f"{opening} ordered feed and tools that the head groom chose?", opening=opening)
    )


def test_a_situation_may_be_longer_than_another_question() -> None:
    text = f"Suppose that you order feed and tools{' and more of it' * 11}. What would you do first?"
    assert 45 < len(text.split()) <= 60

    def check(category: QuestionCategory) -> object:
        return check_question(
            text,
            fact=Fact("job", "responsibility", "Order feed and tools"),
            category=category,
            known=FEED,
            job_text=FEED,
            language="en",
            others=[],
            opening="Suppose that",
        )

    assert check(QuestionCategory.COGNITIVE) == text
    assert "45 words" in str(check(QuestionCategory.TECHNICAL))


def test_small_words_of_another_language_add_nothing_to_a_line() -> None:
    text = "Wie setzen Sie Futter und Werkzeug für sich und für die anderen ein?"
    result = check_question(
        text,
        fact=Fact("cv", "statement", "Futter und Werkzeug"),
        category=QuestionCategory.TECHNICAL,
        known="Futter und Werkzeug",
        language="de",
        others=[],
        opening="Wie setzen Sie",
    )
    assert result == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Feed orders, stable accounts, repair of fences", True),
        ("Feed; bedding; hoof care (all breeds)", True),
        ("Ordered feed, bedding and tools", False),
        ("Rode along the coast, in the woods, and with beginners", False),
        ("You lead the rides of the club along the coast, order the feed, and speak to all owners", False),
    ],
)
def test_a_line_that_only_names_things_is_a_list(text: str, *, expected: bool) -> None:
    assert is_list(text) is expected


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("category", QuestionCategory)
@pytest.mark.parametrize("source", ["cv", "job"])
def test_a_list_is_asked_about_as_several_things(
    language: str, category: QuestionCategory, source: str
) -> None:
    of_which = {
        "en": ("of these", "all of these", "took these over"),
        "de": ("davon", "wovon"),
        "fr": ("de ces points",),
    }[language]
    for number in range(3):
        question = word_question(
            _fact(source, LineKind.WORK, "Feed orders, stable accounts, repair of fences"),
            category=category,
            language=language,
            others=(),
            number=number,
        )
        assert question is not None
        assert any(words in question.casefold() for words in of_which)


WHOLE = ", ".join(f"care of the horses in stable {number}" for number in range(9))
CLAUSE = "Fed and groomed the twelve horses of the riding school"


@pytest.mark.parametrize(
    ("line", "quoted"),
    [
        (WHOLE, WHOLE),
        (
            f"{CLAUSE}, which took me from six in the morning until late in the evening on every market day",
            CLAUSE,
        ),
        (f"{CLAUSE}; {WHOLE}", CLAUSE),
        (f"{CLAUSE} (mares, which foal in spring, and geldings; {WHOLE})", None),
    ],
)
def test_a_long_line_is_cut_only_before_a_clause_that_it_can_do_without(
    line: str, quoted: str | None
) -> None:
    assert quote_line(line) == (line if quoted is None else quoted).strip(".")


def test_a_long_line_is_asked_about_later() -> None:
    short, long = _fact("cv", LineKind.WORK), _fact("cv", LineKind.WORK, f"Hoof care {'and more ' * 12}")
    assert fitness(short, QuestionCategory.CULTURE) > fitness(long, QuestionCategory.CULTURE)


def test_a_line_that_refers_to_the_one_before_is_asked_about_last() -> None:
    lines = [_fact("cv", LineKind.WORK, text) for text in ("Before: hoof care", "Hoof care and riding")]
    before, own = (fitness(fact, QuestionCategory.TECHNICAL) for fact in lines)
    assert own > before


@pytest.mark.parametrize(
    ("title", "employer", "is_asked_about"),
    [
        ("Head Groom", "Willow Stables", True),
        ("Willow", "Willow Stables", False),
        ("Willow & Sons horse dealers", "Elm Bridge", False),
        ("Head Groom", "14 horses", False),
        ("Looked after the horses of the riding school", "Willow Stables", False),
    ],
)
def test_only_what_is_a_position_is_asked_about_as_one(
    title: str, employer: str, *, is_asked_about: bool
) -> None:
    brief = CandidateBrief(text="x", positions=(PastPosition(title, employer),))
    assert bool(collect_facts(brief, None)) is is_asked_about


def test_a_duty_is_not_taken_for_the_title_of_the_job() -> None:
    job = JobBrief(
        text="x", title="Look after the horses and advise their owners", requirements=("Hoof care",)
    )
    assert [fact.text for fact in collect_facts(None, job)] == ["Hoof care"]


def test_work_and_its_result_do_not_make_each_other_uncertain() -> None:
    either = Section(LineKind.WORK, frozenset({LineKind.WORK, LineKind.RESULT, LineKind.TRAIT}), gain=0.0)
    line = "Lowered the feed bill of the stables by a tenth"
    scores = load_classifier().score(line)
    _, certainty = LineClassifiers().read(line, either)
    ahead = max(scores[LineKind.WORK], scores[LineKind.RESULT]) - scores[LineKind.TRAIT]
    assert certainty == pytest.approx(ahead)


def test_a_text_of_two_sentences_is_two_lines() -> None:
    job = JobBrief(
        text="x", responsibilities=("Order feed for the whole stable. Lead the rides along the coast.",)
    )
    assert [fact.text for fact in collect_facts(None, job)] == [
        "Order feed for the whole stable.",
        "Lead the rides along the coast.",
    ]


@pytest.mark.parametrize("language", ["de", "fr"])
@pytest.mark.parametrize("category", QuestionCategory)
@pytest.mark.parametrize("source", ["cv", "job"])
def test_code_words_all_questions_in_german_and_french(
    language: str, category: QuestionCategory, source: str
) -> None:
    assert not any(is_for_model(language, category, _fact(source, kind)) for kind in LineKind)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_lead_ends_the_sentence_before_the_ask(language: str) -> None:
    """A line that is a sentence stands after a colon, so that it is not part of another sentence."""
    fact = _fact("job", LineKind.WORK, "Leads a team of nine")
    for number in range(10):
        question = word_question(
            fact, category=QuestionCategory.CULTURE, language=language, others=(), number=number
        )
        assert question is not None
        assert re.search(r": ?[“„«] ?Leads a team of nine ?[”“»]\. ", question), question
