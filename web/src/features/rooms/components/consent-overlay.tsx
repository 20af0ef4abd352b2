/** Consent screen of the candidate room. Camera and microphone stay off until the candidate agrees. */
import { ChartNoAxesColumn, FileText, Video, VideoOff } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { paths } from "@/config/paths";

interface ConsentOverlayProps {
  interviewerName: string;
  /** Whether this interview records audio and video, and not only a transcript. */
  isRecorded: boolean;
  isBusy: boolean;
  error: string | null;
  onAgree: () => void;
  onDecline: () => void;
}

const RECORDED_POINTS = [
  { icon: Video, text: "consent.recorded" },
  { icon: FileText, text: "consent.transcript" },
  { icon: ChartNoAxesColumn, text: "consent.analysis" },
] as const;
const TRANSCRIBED_POINTS = [
  { icon: VideoOff, text: "consent.notRecorded" },
  { icon: FileText, text: "consent.transcript" },
  { icon: ChartNoAxesColumn, text: "consent.transcriptAnalysis" },
] as const;

export function ConsentOverlay({
  interviewerName,
  isRecorded,
  isBusy,
  error,
  onAgree,
  onDecline,
}: ConsentOverlayProps) {
  const { t } = useTranslation("rooms");
  return (
    <Primitive.Root open>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Primitive.Content
          onEscapeKeyDown={(event) => event.preventDefault()}
          onPointerDownOutside={(event) => event.preventDefault()}
          className="fixed inset-0 z-40 m-auto flex h-fit max-h-[96dvh] w-[calc(100%-2rem)] max-w-lg flex-col overflow-y-auto rounded-xl bg-surface p-6 text-md shadow-dialog outline-none"
        >
          <Primitive.Title className="text-xl font-semibold tracking-tight">
            {t("consent.title")}
          </Primitive.Title>
          <Primitive.Description className="mt-1 text-muted">
            {t("consent.intro", { name: interviewerName })}
          </Primitive.Description>
          <ul className="mt-5 flex flex-col gap-4">
            {(isRecorded ? RECORDED_POINTS : TRANSCRIBED_POINTS).map(({ icon: Icon, text }) => (
              <li key={text} className="flex gap-3">
                <Icon
                  size={20}
                  strokeWidth={1.75}
                  className="mt-0.5 shrink-0 text-accent"
                  aria-hidden
                />
                {t(text)}
              </li>
            ))}
          </ul>
          <p className="mt-5 text-base text-muted">
            <Trans
              t={t}
              i18nKey="consent.links"
              components={{
                privacy: <NewTabLink href={paths.privacy} />,
                terms: <NewTabLink href={paths.terms} />,
              }}
            />
          </p>
          {error !== null && (
            <p
              role="alert"
              className="mt-4 rounded-md bg-danger-soft px-3 py-2 text-base text-danger-ink"
            >
              {error}
            </p>
          )}
          <div className="mt-6 flex flex-col gap-2 sm:flex-row-reverse">
            <Button variant="primary" size="lg" busy={isBusy} onClick={onAgree} className="grow">
              {t("consent.agree")}
            </Button>
            <Button variant="ghost" size="lg" disabled={isBusy} onClick={onDecline}>
              {t("consent.decline")}
            </Button>
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** Link that opens in a new tab and says so; its text comes from the translated sentence. */
function NewTabLink({ href, children }: { href: string; children?: ReactNode }) {
  const { t } = useTranslation("rooms");
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="font-medium text-accent-ink underline"
    >
      {children}
      <span className="sr-only"> {t("consent.newTab")}</span>
    </a>
  );
}
