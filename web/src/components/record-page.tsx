import { ArrowLeft, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";

import { buttonClass } from "@/components/ui/button-styles";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";

interface BackLink {
  to: string;
  label: string;
}

interface RecordPageProps {
  /** To the list that the record is from. */
  back: BackLink;
  title: string;
  description?: string;
  /** What the card below holds, for who moves from heading to heading. */
  heading: string;
  children: ReactNode;
}

/** The page of one record: the way back, its name, and what is known of it. */
export function RecordPage({ back, title, description, heading, children }: RecordPageProps) {
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-4">
      <Link
        to={back.to}
        className="touch-target flex w-fit items-center gap-1.5 rounded-sm text-sm font-medium text-muted hover:text-ink"
      >
        <ArrowLeft size={15} aria-hidden />
        {back.label}
      </Link>
      <PageHeader title={title} description={description} />
      <section className="rounded-lg border border-line bg-surface px-4 pt-3 pb-6 sm:px-6">
        <h2 className="sr-only">{heading}</h2>
        {children}
      </section>
    </div>
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
