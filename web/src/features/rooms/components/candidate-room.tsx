/** Candidate's side of the room: consent, video, captions and media controls. */
import { CalendarX, LogOut, MonitorX, TriangleAlert } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

import { errorText } from "@/api/errors";
import type { CandidateInterview } from "@/api/types";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { paths } from "@/config/paths";

import { readConsentLanguage, useGiveConsent } from "../api/candidate-room";
import type { RoomProblem } from "../engine/room-state";
import { visibleLines } from "../engine/transcript";
import { findEnding, useThankYouRedirect, useSettledMedia } from "../hooks/use-candidate-journey";
import { useConnectionTrouble } from "../hooks/use-connection-trouble";
import { useDeviceCheck } from "../hooks/use-device-check";
import { useInterviewTimer } from "../hooks/use-interview-timer";
import { useRoomConnection } from "../hooks/use-room-connection";
import { useUserMedia } from "../hooks/use-user-media";
import { useVideoTrouble } from "../hooks/use-video-trouble";
import { candidateConnectionLabel } from "../lib/connection-label";
import { mediaFailureText } from "../lib/media-errors";
import { problemText } from "../lib/problem-text";
import { findTranscriptionStatus } from "../lib/transcription-status";
import { CandidateHeader } from "./candidate-header";
import { Captions } from "./captions";
import { CompletionOverlay } from "./completion-overlay";
import { ConsentOverlay } from "./consent-overlay";
import { DeviceCheck } from "./device-check";
import { DeviceDialog } from "./device-dialog";
import { MediaControls } from "./media-controls";
import { RoomMessage } from "./room-message";
import { SoundNotices } from "./sound-notices";
import { TranscriptionIndicator } from "./transcription-indicator";
import { VideoPane } from "./video-pane";

interface CandidateRoomProps {
  candidateToken: string;
  interview: CandidateInterview;
}

export function CandidateRoom({ candidateToken, interview }: CandidateRoomProps) {
  const { t, i18n } = useTranslation("rooms");
  const { interviewerName, consentGiven } = interview;
  const navigate = useNavigate();
  const consent = useGiveConsent(candidateToken);
  const [hasLeft, setHasLeft] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  const [isChoosing, setIsChoosing] = useState(false);

  const media = useUserMedia(consentGiven && !hasLeft);
  const isSettled = useSettledMedia(media.stream !== null);
  const devices = useDeviceCheck(interview.roomId);
  const token = useCallback(() => candidateToken, [candidateToken]);
  const target = { role: "candidate", roomId: interview.roomId, token } as const;
  const { session, state, remoteStream } = useRoomConnection(
    target,
    media.stream,
    isSettled && devices.isPassed && !hasLeft,
  );
  const { trouble, reconnect } = useConnectionTrouble(session, state);
  const videoTrouble = useVideoTrouble(state);
  const elapsedSeconds = useInterviewTimer(session);
  const lines = useMemo(() => visibleLines(state.transcript), [state.transcript]);

  const ending = findEnding(state);
  const isOver = ending === "completed";
  useThankYouRedirect(isOver);

  const leave = async () => {
    // Deliver the last words before the microphone is switched off.
    await session?.leave();
    setHasLeft(true);
    await navigate(paths.thankYou);
  };

  if (state.connection === "replaced") return <OpenElsewhere />;
  if (ending === "cancelled") return <CancelledInterview />;
  if (state.connection === "error" && state.problem !== null && !isOver) {
    return <ClosedRoom problem={state.problem} />;
  }
  const isRecording = state.interview?.recording ?? false;
  const isAudioRecorded = state.interview?.audioRecorded ?? false;
  const title = t("candidate.title", { name: interviewerName });
  const connection = candidateConnectionLabel("success", state.connection, state.peer);
  if (consentGiven && !devices.isPassed) {
    return (
      <main className="flex min-h-dvh flex-col">
        <CandidateHeader title={title} connection={connection} />
        <DeviceCheck side="candidate" link={candidateToken} media={media} onJoin={devices.pass} />
      </main>
    );
  }
  return (
    <main className="flex h-dvh flex-col overflow-hidden text-md">
      <CandidateHeader title={title} isAudioRecorded={isAudioRecorded} connection={connection} />
      {media.failure !== null && (
        <Banner
          tone="danger"
          className="shrink-0 text-md"
          action={<Button onClick={media.retry}>{t("tryAgain")}</Button>}
        >
          {mediaFailureText(t, "candidate", media.failure)}
        </Banner>
      )}
      <SoundNotices
        media={media}
        onChooseDevices={() => setIsChoosing(true)}
        isAudioSuspended={state.isAudioSuspended}
        isDroppingSound={state.isDroppingSound}
      />
      {state.problem !== null && !isOver && (
        <Banner
          tone="danger"
          className="shrink-0 py-2"
          action={
            <Button size="sm" onClick={() => session?.dismissProblem()}>
              {t("notices.ok")}
            </Button>
          }
        >
          {problemText(t, state.problem)}
        </Banner>
      )}
      <VideoPane
        className="grow"
        remoteName={interviewerName}
        remoteStream={remoteStream}
        side="candidate"
        trouble={videoTrouble}
        media={media}
        elapsedSeconds={elapsedSeconds}
        isRecording={isRecording}
        onChooseDevices={() => setIsChoosing(true)}
      />
      <TranscriptionIndicator
        status={findTranscriptionStatus(state, trouble)}
        onReconnect={reconnect}
        className="shrink-0 border-t border-line bg-surface px-4 pt-2"
      />
      <Captions
        className="h-22 shrink-0 landscape-phone:h-14"
        lines={lines}
        names={{ recruiter: interviewerName, candidate: t("you") }}
        isRecording={isRecording}
        isAudioRecorded={isAudioRecorded}
      />
      <div className="flex shrink-0 items-stretch justify-center gap-2 border-t border-line bg-surface p-3 sm:gap-3 landscape-phone:py-1.5">
        <MediaControls media={media} large />
        <Button
          variant="danger"
          icon={LogOut}
          className="h-14 grow flex-col gap-0.5 rounded-xl text-sm sm:grow-0 landscape-phone:h-12"
          onClick={() => setIsLeaving(true)}
        >
          {t("candidate.leave")}
        </Button>
      </div>
      <DeviceDialog open={isChoosing} onOpenChange={setIsChoosing} media={media} />
      <ConfirmDialog
        open={isLeaving && !isOver}
        onOpenChange={setIsLeaving}
        title={t("candidate.leaveQuestion")}
        confirmLabel={t("candidate.leave")}
        cancelLabel={t("candidate.stay")}
        onConfirm={() => void leave()}
      >
        {t("candidate.leaveHint")}
      </ConfirmDialog>
      {!consentGiven && (
        <ConsentOverlay
          interviewerName={interviewerName}
          isRecorded={interview.isRecorded}
          isBusy={consent.isPending}
          error={consent.error === null ? null : errorText(consent.error, t("consent.failed"))}
          onAgree={() =>
            consent.mutate({
              textVersion: interview.consentTextVersion,
              language: readConsentLanguage(i18n.language),
              toRecording: interview.isRecorded,
            })
          }
          onDecline={() => void navigate(paths.thankYou)}
        />
      )}
      {isOver && <CompletionOverlay />}
    </main>
  );
}

function CancelledInterview() {
  const { t } = useTranslation("rooms");
  return (
    <RoomMessage icon={CalendarX} tone="calm" title={t("candidate.cancelledTitle")}>
      <p>{t("candidate.cancelled")}</p>
      <p className="mt-2">{t("candidate.problemHint")}</p>
    </RoomMessage>
  );
}

function OpenElsewhere() {
  const { t } = useTranslation("rooms");
  return (
    <RoomMessage
      icon={MonitorX}
      tone="calm"
      title={t("candidate.elsewhereTitle")}
      action={
        <Button variant="primary" size="lg" onClick={() => window.location.reload()}>
          {t("useHere")}
        </Button>
      }
    >
      {t("candidate.elsewhere")}
    </RoomMessage>
  );
}

function ClosedRoom({ problem }: { problem: RoomProblem }) {
  const { t } = useTranslation("rooms");
  return (
    <RoomMessage
      icon={TriangleAlert}
      title={t("unavailable")}
      action={
        <Button size="lg" onClick={() => window.location.reload()}>
          {t("tryAgain")}
        </Button>
      }
    >
      {problemText(t, problem)}
    </RoomMessage>
  );
}
