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
  /** To the list that the record is from. */
  back: BackLink;
  title: ReactNode;
  /** Beside the name. */
  badges?: ReactNode;
  picture?: ReactNode;
  description?: ReactNode;
  /** What one wants at once: how to reach somebody, for whom a job is. */
  facts?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** The page of one record: the way back, its name with what matters most, and its parts. */
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

/** What a page holds while there is no record to show, or only one part. */
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
  /** The page's own name, for who moves from heading to heading. */
  page: string;
  title: string;
  text: string;
  back: BackLink;
}

/** Deleted, somebody else's, or a link that was cut short: all look alike from outside. */
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
