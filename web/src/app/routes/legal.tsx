import { ArrowLeft } from "lucide-react";
import { Link } from "react-router";

import { Wordmark } from "@/components/ui/wordmark";
import { paths } from "@/config/paths";

interface LegalText {
  title: string;
  sections: { heading: string; text: string }[];
}

const TERMS: LegalText = {
  title: "Terms of Service",
  sections: [
    {
      heading: "Trial and plans",
      text: "Greenroom starts with a free trial. Paid plans may come later; nobody is moved to one without choosing it.",
    },
    {
      heading: "Refunds",
      text: "Whoever is not content with a paid plan gets the money back within 30 days of paying, no questions asked.",
    },
    {
      heading: "Your part",
      text: "You invite candidates, tell them what is recorded and analysed, and decide. A report of Greenroom is a reading of what was said, for a person to weigh.",
    },
    {
      heading: "Governing law",
      text: "These terms are governed by the law of Ontario, Canada.",
    },
  ],
};

const PRIVACY: LegalText = {
  title: "Privacy Policy",
  sections: [
    {
      heading: "What is kept",
      text: "Documents, questions, the transcript of an interview, notes and the report, on the server of the organisation that invited you. Consent is asked before an interview begins and is kept with it.",
    },
    {
      heading: "Analysis",
      text: "An AI analysis provider is used for interview analysis. By default that is a model which runs on the same server, so that nothing leaves it; an administrator can name another.",
    },
    {
      heading: "Deletion",
      text: "Data is deleted within 30 days after an account is deleted or access through a sign-in provider is revoked.",
    },
    {
      heading: "Children",
      text: "Greenroom is not meant for children under 13.",
    },
  ],
};

export function TermsPage() {
  return <LegalPage {...TERMS} />;
}

export function PrivacyPage() {
  return <LegalPage {...PRIVACY} />;
}

function LegalPage({ title, sections }: LegalText) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-2xl flex-col gap-8 px-6 py-12 text-md">
      <Wordmark />
      <header>
        <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
        <p className="mt-1 text-base text-muted">Effective May 1, 2025</p>
      </header>
      {sections.map(({ heading, text }) => (
        <section key={heading}>
          <h2 className="font-semibold">{heading}</h2>
          <p className="mt-1 text-muted">{text}</p>
        </section>
      ))}
      <Link
        to={paths.home}
        className="mt-2 inline-flex items-center gap-2 self-start font-medium text-accent-ink hover:underline"
      >
        <ArrowLeft size={16} aria-hidden />
        Back to home
      </Link>
    </main>
  );
}
