/** Drawer with the transcript around the line that a claim is based on. */
import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { useFocusReturn } from "@/hooks/use-focus-return";
import { useMediaQuery } from "@/hooks/use-media-query";
import { formatElapsed } from "@/lib/format";

import type { Segment } from "../api/types";
import {
  SegmentJumpContext,
  useSegmentJump,
  useSegmentJumpState,
  type JumpTarget,
} from "../hooks/use-segment-jump";
import { PlayLine } from "./play-line";
import { TranscriptLine } from "./transcript-line";

/** From this width on the report stays in reach next to the drawer. */
const BESIDE = "(min-width: 48rem)";
/** Lines shown on each side of the target at first, and with each request for more. */
const LINES_AROUND = 25;

interface EvidenceAreaProps {
  segments: readonly Segment[];
  children: ReactNode;
}

/** Content whose claims open the transcript at the line they are based on. */
export function EvidenceArea({ segments, children }: EvidenceAreaProps) {
  const jump = useSegmentJumpState(segments);
  return (
    <SegmentJumpContext value={jump}>
      {children}
      <EvidenceDrawer segments={segments} />
    </SegmentJumpContext>
  );
}

function EvidenceDrawer({ segments }: { segments: readonly Segment[] }) {
  const { t } = useTranslation(["report", "common"]);
  const { target, close } = useSegmentJump();
  const isBeside = useMediaQuery(BESIDE);
  const focusReturn = useFocusReturn();
  return (
    <Primitive.Root
      open={target !== null}
      modal={!isBeside}
      onOpenChange={(isOpen) => !isOpen && close()}
    >
      <Primitive.Portal>
        <Primitive.Content
          {...focusReturn}
          aria-describedby={undefined}
          // Another claim can be opened without closing the drawer first.
          onInteractOutside={(event) => event.preventDefault()}
          className="fixed inset-y-0 right-0 z-30 flex w-full animate-appear flex-col border-l border-line bg-surface shadow-dialog outline-none md:max-w-lg print:hidden"
        >
          <div className="flex items-center justify-between gap-4 border-b border-line px-5 py-3">
            <Primitive.Title className="text-md font-semibold">
              {t("transcript.evidence")}
            </Primitive.Title>
            <Primitive.Close asChild>
              <IconButton icon={X} size="sm" tooltip={false} label={t("common:close")} />
            </Primitive.Close>
          </div>
          {target && <LinesAround key={target.count} segments={segments} target={target} />}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function LinesAround({ segments, target }: { segments: readonly Segment[]; target: JumpTarget }) {
  const { t } = useTranslation("report");
  const [before, setBefore] = useState(LINES_AROUND);
  const [after, setAfter] = useState(LINES_AROUND);
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => line.current?.scrollIntoView({ block: "center" }), []);
  const index = segments.findIndex(({ _id }) => _id === target.segmentId);
  const first = Math.max(0, index - before);
  const last = Math.min(segments.length, index + after + 1);
  return (
    // A region that scrolls must be reachable by keyboard.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div tabIndex={0} className="min-h-0 grow overflow-y-auto px-5 py-4">
      {first > 0 && (
        <Button size="sm" className="mb-3" onClick={() => setBefore(before + 4 * LINES_AROUND)}>
          {t("transcript.earlier")}
        </Button>
      )}
      <ol className="flex flex-col gap-2">
        {segments.slice(first, last).map((segment) => {
          const isTarget = segment._id === target.segmentId;
          return (
            <li
              key={segment._id}
              ref={isTarget ? line : undefined}
              aria-current={isTarget ? "true" : undefined}
            >
              <TranscriptLine
                segment={segment}
                highlight={isTarget ? (target.quote ?? "") : ""}
                isTarget={isTarget}
                aside={
                  <>
                    <span className="font-mono text-xs font-normal text-faint tabular-nums">
                      {formatElapsed(segment.startSeconds)}
                    </span>
                    <PlayLine segment={segment} />
                  </>
                }
              />
            </li>
          );
        })}
      </ol>
      {last < segments.length && (
        <Button size="sm" className="mt-3" onClick={() => setAfter(after + 4 * LINES_AROUND)}>
          {t("transcript.later")}
        </Button>
      )}
    </div>
  );
}
