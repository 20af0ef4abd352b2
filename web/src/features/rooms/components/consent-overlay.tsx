import { ChartNoAxesColumn, FileText, Video } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";

import { Button } from "@/components/ui/button";
import { paths } from "@/config/paths";

interface ConsentOverlayProps {
  interviewerName: string;
  isBusy: boolean;
  error: string | null;
  onAgree: () => void;
  onDecline: () => void;
}

const POINTS = [
  {
    icon: Video,
    text: "Session audio and video is recorded for evaluation by the hiring team.",
  },
  { icon: FileText, text: "A text transcript is generated automatically." },
  { icon: ChartNoAxesColumn, text: "Recording and transcript may be analysed by AI." },
];

/** Nothing is switched on before the candidate has agreed. */
export function ConsentOverlay({
  interviewerName,
  isBusy,
  error,
  onAgree,
  onDecline,
}: ConsentOverlayProps) {
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
            Before We Begin
          </Primitive.Title>
          <Primitive.Description className="mt-1 text-muted">
            Your interview with {interviewerName}. Please read what happens with it:
          </Primitive.Description>
          <ul className="mt-5 flex flex-col gap-4">
            {POINTS.map(({ icon: Icon, text }) => (
              <li key={text} className="flex gap-3">
                <Icon
                  size={20}
                  strokeWidth={1.75}
                  className="mt-0.5 shrink-0 text-accent"
                  aria-hidden
                />
                {text}
              </li>
            ))}
          </ul>
          <p className="mt-5 text-base text-muted">
            See the <NewTabLink href={paths.privacy}>Privacy Policy</NewTabLink> and the{" "}
            <NewTabLink href={paths.terms}>Terms</NewTabLink>.
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
              I Agree and Continue
            </Button>
            <Button variant="ghost" size="lg" disabled={isBusy} onClick={onDecline}>
              Decline
            </Button>
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function NewTabLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="font-medium text-accent-ink underline"
    >
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
