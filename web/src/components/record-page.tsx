/** Layout of a record's page, its card and its 'not found' page. */
import { ArrowLeft, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";

import { buttonClass } from "@/components/ui/button-styles";
import { EmptyState } from "@/components/ui/empty-state";

interface BackLink {
  to: string;
  label: string;
}

interface RecordPageProps {
  /** Link to the list. */
  back: BackLink;
  title: ReactNode;
  /** Next to the name. */
  badges?: ReactNode;
  picture?: ReactNode;
  description?: ReactNode;
  /** Most important facts, such as contact details. */
  facts?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** Layout of a record's page: back link, header, content. */
export function RecordPage(props: RecordPageProps) {
  const { back, picture, title, badges, description, facts, actions, children } = props;
  return (
    <div className="flex w-full flex-col gap-4">
      <Link
        to={back.to}
        className="touch-target flex w-fit items-center gap-1.5 rounded-sm text-sm font-medium text-muted hover:text-ink"
      >
        <ArrowLeft size={15} aria-hidden />
        {back.label}
      </Link>
      <header className="flex items-start gap-4">
        {picture && <div className="max-sm:hidden">{picture}</div>}
        <div className="flex min-w-0 grow flex-col gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="min-w-0 text-xl font-semibold tracking-tight break-words">{title}</h1>
            {badges}
          </div>
          {description && <p className="text-base text-muted">{description}</p>}
          {facts && <div className="mt-1 flex flex-wrap items-center gap-x-5 gap-y-1">{facts}</div>}
        </div>
        {actions && <div className="flex shrink-0 items-center gap-1">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** Card around a record or its loading and error states. */
export function RecordCard({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="rounded-lg border border-line bg-surface px-4 py-4 sm:px-6">
      <h2 className="sr-only">{heading}</h2>
      {children}
    </section>
  );
}

interface RecordNotFoundProps {
  icon: LucideIcon;
  /** Page heading for screen readers. */
  page: string;
  title: string;
  text: string;
  back: BackLink;
}

/** Page of a record that is deleted, belongs to someone else, or never existed. */
export function RecordNotFound({ icon, page, title, text, back }: RecordNotFoundProps) {
  return (
    <>
      <h1 className="sr-only">{page}</h1>
      <EmptyState
        icon={icon}
        title={title}
        action={
          <Link to={back.to} className={buttonClass("secondary")}>
            {back.label}
          </Link>
        }
      >
        {text}
      </EmptyState>
    </>
  );
}
