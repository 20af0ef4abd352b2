"""What must never be asked, and what sounds like it and may be."""

from __future__ import annotations

import pytest

from app.questions.forbidden import is_forbidden

FORBIDDEN: dict[str, dict[str, str]] = {
    "en": {
        "age": "How old are you, and how did you learn Kubernetes?",
        "birth": "When were you born and where did you go to school?",
        "family": "Do you have children, and how does your family cope with travel?",
        "plans": "Are you planning to start a family while you work here?",
        "health": "Do you suffer from any illness that keeps you from night shifts?",
        "religion": "What is your religion, and do you need days off for it?",
        "origin": "Where are you originally from, and why did you move here?",
        "pregnancy": "Are you pregnant, or do you plan a pregnancy soon?",
        "sexuality": "What is your sexual orientation?",
        "politics": "Which political party do you support at elections?",
        "union": "Are you a member of a trade union?",
        "debts": "Do you have any debts that could make you open to bribes?",
        "record": "Have you ever been arrested in your life?",
    },
    "de": {
        "age": "Wie alt sind Sie und seit wann arbeiten Sie mit SAP?",
        "birth": "Wann wurden Sie geboren?",
        "family": "Haben Sie Kinder, und wer betreut sie während der Schicht?",
        "plans": "Planen Sie in den nächsten Jahren Kinder zu bekommen?",
        "health": "Haben Sie chronische Krankheiten, von denen wir wissen sollten?",
        "religion": "Welcher Konfession gehören Sie an?",
        "origin": "Woher kommen Sie ursprünglich?",
        "pregnancy": "Sind Sie schwanger?",
        "sexuality": "Wie würden Sie Ihre sexuelle Orientierung beschreiben?",
        "politics": "Welche Partei wählen Sie?",
        "union": "Sind Sie Mitglied einer Gewerkschaft?",
        "debts": "Haben Sie private Schulden?",
        "record": "Sind Sie vorbestraft?",
    },
    "fr": {
        "age": "Quel âge avez-vous et depuis quand codez-vous ?",
        "birth": "Quelle est votre date de naissance ?",
        "family": "Avez-vous des enfants, et qui les garde ?",
        "plans": "Envisagez-vous d’avoir un enfant dans les deux ans ?",
        "health": "Avez-vous des problèmes de santé ?",
        "religion": "Êtes-vous croyant ou pratiquant ?",
        "origin": "D'où venez-vous vraiment ?",
        "pregnancy": "Êtes-vous enceinte en ce moment ?",
        "sexuality": "Quelle est votre orientation sexuelle ?",
        "politics": "Quelles sont vos opinions politiques ?",
        "union": "Êtes-vous membre d’un syndicat ?",
        "debts": "Avez-vous des dettes ?",
        "record": "Avez-vous un casier judiciaire ?",
    },
    "es": {
        "age": "¿Qué edad tiene usted?",
        "birth": "¿En qué año nació usted?",
        "family": "¿Tiene hijos y quién los cuida?",
        "plans": "¿Piensa formar una familia pronto?",
        "health": "¿Padece alguna enfermedad crónica?",
        "religion": "¿Cuál es su religión?",
        "origin": "¿De dónde es usted originalmente?",
        "pregnancy": "¿Está embarazada?",
        "sexuality": "¿Cuál es su orientación sexual?",
        "politics": "¿A qué partido vota en las elecciones?",
        "union": "¿Es miembro de algún sindicato?",
        "debts": "¿Tiene deudas personales?",
        "record": "¿Tiene antecedentes penales?",
    },
    "it": {
        "age": "Quanti anni ha?",
        "birth": "In che anno è nata?",
        "family": "Ha figli, e chi se ne occupa?",
        "plans": "Pensa di avere figli nei prossimi anni?",
        "health": "Soffre di qualche malattia?",
        "religion": "Qual è la sua religione?",
        "origin": "Da dove viene originariamente?",
        "pregnancy": "È incinta?",
        "sexuality": "Qual è il suo orientamento sessuale?",
        "politics": "Per quale partito vota?",
        "union": "È iscritto a un sindacato?",
        "debts": "Ha dei debiti personali?",
        "record": "Ha precedenti penali?",
    },
    "pt": {
        "age": "Quantos anos você tem?",
        "birth": "Em que ano você nasceu?",
        "family": "Você tem filhos, e quem cuida deles?",
        "plans": "Pretende ter filhos em breve?",
        "health": "Tem alguma doença crônica?",
        "religion": "Qual é a sua religião?",
        "origin": "De onde você é originalmente?",
        "pregnancy": "Está grávida?",
        "sexuality": "Qual é a sua orientação sexual?",
        "politics": "Em que partido você votou?",
        "union": "Você é membro de algum sindicato?",
        "debts": "Tem dívidas pessoais?",
        "record": "Tem antecedentes criminais?",
    },
    "nl": {
        "age": "Hoe oud bent u?",
        "birth": "In welk jaar bent u geboren?",
        "family": "Heeft u kinderen en wie past op hen?",
        "plans": "Wilt u binnenkort een gezin stichten?",
        "health": "Heeft u een chronische ziekte?",
        "religion": "Wat is uw geloof?",
        "origin": "Waar komt u oorspronkelijk vandaan?",
        "pregnancy": "Bent u zwanger?",
        "sexuality": "Wat is uw seksuele geaardheid?",
        "politics": "Op welke partij stemt u?",
        "union": "Bent u lid van een vakbond?",
        "debts": "Heeft u schulden?",
        "record": "Heeft u een strafblad?",
    },
    "pl": {
        "age": "Ile ma Pan lat?",
        "birth": "W którym roku się Pani urodziła?",
        "family": "Czy ma Pani dzieci i kto się nimi opiekuje?",
        "plans": "Czy planuje Pani dziecko w najbliższych latach?",
        "health": "Czy choruje Pan na przewlekłe choroby?",
        "religion": "Jakiego jest Pan wyznania?",
        "origin": "Skąd Pan pochodzi?",
        "pregnancy": "Czy jest Pani w ciąży?",
        "sexuality": "Jaka jest Pana orientacja seksualna?",
        "politics": "Na jaką partię Pan głosuje?",
        "union": "Czy należy Pani do związku zawodowego?",
        "debts": "Czy ma Pan długi?",
        "record": "Czy był Pan karany?",
    },
}

LAWFUL = [
    # English
    "How do you monitor the health of cluster nodes when records arrive late?",
    "What did you change in the reporting of the family office at Keller Bank?",
    "How did you earn the trust of health care providers in your last project?",
    "How would you plan the first release of a native mobile app for drivers?",
    "How did you find the origin of the fault in the payment service?",
    "How old was the system that you replaced at Nordhavn?",
    "How did you find the race condition in the booking service?",
    "How do you calm pregnant patients who are afraid of an operation?",
    "How did you get both parties to agree on the contract?",
    "Which third party did you choose for the payments, and why?",
    "How would you reduce the technical debt of your billing module?",
    "How did you lower your debt collection costs without losing customers?",
    "How was the idea for the warehouse robot born?",
    "How do you delete records that are older than ten years?",
    "What do you look at first when you store a date of birth in a database?",
    "How did you keep children in your class interested in reading?",
    "How did you talk with parents about a child that was falling behind?",
    "How did you negotiate the works agreement with the trade union?",
    "How do you check the criminal record certificates of new volunteers?",
    "How did your origin servers cope with the traffic of the sale?",
    "How would you design the single sign-on of a health insurance portal?",
    "How do you care for disabled residents during the night shift?",
    "How did you report on political parties without taking sides?",
    "How did you plan cover for colleagues on maternity leave?",
    "How did you lead religious education for mixed groups?",
    "How do you explain the side effects of medication to patients?",
    "What did you learn from the union of the two data sets in your analysis?",
    "Why did you move the family of products to one platform?",
    "How did you handle your parent company's audit in 2021?",
    "How do you handle a child process that never ends?",
    "Are you familiar with the UNION operator of the database that we use?",
    "How did you support customers in the European Union after the change of law?",
    "How did your gender pay gap study change the pay bands?",
    "How did you plan for sick leave in the winter, and what did you do when it was not enough?",
    # German
    "Wie sprechen Sie mit Schülern und ihren Eltern über schlechte Noten?",
    "Wie haben Sie Patienten und ihre Familie auf die Operation vorbereitet?",
    "Wie haben Sie das Familienunternehmen durch die Übergabe begleitet?",
    "Wie alt war das System, das Sie abgelöst haben?",
    "Was hat Ihr alter Arbeitgeber aus dem Projekt gelernt?",
    "Wie haben Sie technische Schulden in Ihrem Modul abgebaut?",
    "Haben Sie Kinder mit Lernschwäche unterrichtet, und wie gingen Sie vor?",
    "Wie betreuen Sie schwangere Patientinnen in der Nacht?",
    "Woher kommen die Daten, die Sie im Bericht auswerten?",
    "Welche Partei trägt das Risiko, wenn Sie die Lieferung verspätet erhalten?",
    "Wie haben Sie mit der Gewerkschaft über den Schichtplan verhandelt?",
    "Wie haben Sie die Gesundheits-App für Krankenkassen getestet?",
    "Wie haben Sie die Partner im Vertrieb eingebunden?",
    # French
    "Comment votre équipe a-t-elle voté les priorités, et quelles opinions ont compté ?",
    "Quel était l’âge du système que vous avez remplacé ?",
    "Comment avez-vous réduit la dette technique de votre équipe ?",
    "Comment accompagnez-vous les patientes enceintes avant un examen ?",
    "D’où viennent les données de votre tableau de bord ?",
    "Comment avez-vous négocié avec le syndicat sur les horaires ?",
    "Comment avez-vous conseillé les entreprises familiales sur la succession ?",
    # Spanish
    "¿Qué edad tiene el sistema que usted mantiene?",
    "¿Cómo redujo la deuda técnica de su módulo?",
    "¿Cómo atiende a las pacientes embarazadas en urgencias?",
    "¿De dónde vienen los datos de su informe?",
    "¿Cómo negoció los turnos con el sindicato?",
    "¿Cómo asesoró a la empresa familiar en la sucesión?",
    "¿Cómo informa a los pacientes y su familia antes de una operación?",
    "¿Cómo habla con los alumnos y sus padres?",
    # Italian
    "Come spiega una diagnosi al paziente e la sua famiglia?",
    "Come ha ridotto il debito tecnico del suo modulo?",
    "Come assiste le pazienti incinte prima di un esame?",
    "Da dove vengono i dati del suo rapporto?",
    "Quanti anni ha il sistema che ha sostituito?",
    "Come ha trattato con il sindacato sui turni?",
    # Portuguese
    "Como você prepara o paciente e sua família para a cirurgia?",
    "Como você reduziu a dívida técnica do seu módulo?",
    "Como você atende pacientes grávidas na urgência?",
    "De onde vêm os dados do seu relatório?",
    "Como você negociou os turnos com o sindicato?",
    # Dutch
    "Hoe oud was het systeem dat u hebt vervangen?",
    "Hoe hebt u technische schulden in uw module afgebouwd?",
    "Hoe begeleidt u zwangere patiënten bij een onderzoek?",
    "Waar komen de gegevens van uw rapport vandaan?",
    "Hoe onderhandelde u met de vakbond over de roosters?",
    # Polish
    "Ile lat ma system, który Pan zastąpił?",
    "Jak zmniejszył Pan dług techniczny swojego modułu?",
    "Jak opiekuje się Pani pacjentkami w ciąży?",
    "Skąd pochodzą dane w Pana raporcie?",
    "Jak negocjował Pan grafik ze związkiem zawodowym?",
]


@pytest.mark.parametrize(
    ("language", "topic"), [(language, topic) for language, asked in FORBIDDEN.items() for topic in asked]
)
def test_what_the_law_forbids_is_refused_in_every_language(language: str, topic: str) -> None:
    text = FORBIDDEN[language][topic]
    assert is_forbidden(text)
    assert is_forbidden(text.upper())


def test_every_topic_stands_in_every_language() -> None:
    assert {frozenset(asked) for asked in FORBIDDEN.values()} == {frozenset(FORBIDDEN["en"])}


@pytest.mark.parametrize("text", LAWFUL)
def test_what_only_sounds_like_it_passes(text: str) -> None:
    assert not is_forbidden(text)


@pytest.mark.parametrize(
    "text", ["Wie alt\n sind Sie?", "Quel a\u0302ge avez-vous ?", "D’où venez-vous ?", "D'où venez-vous ?"]
)
def test_no_way_of_writing_it_gets_through(text: str) -> None:
    assert is_forbidden(text)
