/** Recruiter's side of the room: video, questions, profiles, transcript and notes. */
import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { currentUserQuery } from "@/api/current-user";
import { readSessionToken } from "@/api/session-token";
import { siteQuery } from "@/api/site";
import type { Interview, User } from "@/api/types";
import { AlertMessage } from "@/components/ui/alert-message";
import { Tabs } from "@/components/ui/tabs";
import { paths } from "@/config/paths";

import { visibleLines } from "../engine/transcript";
import { useInterviewActions } from "../hooks/use-interview-actions";
import { useInterviewTimer } from "../hooks/use-interview-timer";
import { useLiveNotes } from "../hooks/use-live-notes";
import { useQuestionTracking } from "../hooks/use-question-tracking";
import { useRoomConnection } from "../hooks/use-room-connection";
import { useTimeLimit } from "../hooks/use-time-limit";
import { useUserMedia } from "../hooks/use-user-media";
import { connectionLabel } from "../lib/connection-label";
import { CandidatePanel } from "./candidate-panel";
import { InterviewControls } from "./interview-controls";
import { JobPanel } from "./job-panel";
import { LiveNotes } from "./live-notes";
import { MediaControls } from "./media-controls";
import { NextQuestion } from "./next-question";
import { QuestionTrackingPane } from "./question-tracking-pane";
import { RecruiterRoomEnd } from "./recruiter-room-end";
import { RoomHeader } from "./room-header";
import { RoomNotices } from "./room-notices";
import { TranscriptDrawer } from "./transcript-drawer";
import { VideoPane } from "./video-pane";

type PanelTab = "questions" | "candidate" | "job";

const sessionToken = () => readSessionToken() ?? "";

export function RecruiterRoom({
  tokenOrId,
  interview,
}: {
  tokenOrId: string;
  interview: Interview;
}) {
  const { t } = useTranslation("rooms");
  const { candidateName } = interview;
  const { data: user } = useQuery(currentUserQuery);
  const isMetered = useQuery(siteQuery).data?.billingMode !== "off";
  const media = useUserMedia(true);
  // The room opens without a camera too: following and ending the interview must always be possible.
  const isReady = media.stream !== null || media.failure !== null;
  const target = { role: "recruiter", roomId: interview.roomId, token: sessionToken } as const;
  const { session, state, remoteStream } = useRoomConnection(target, media.stream, isReady);

  const actions = useInterviewActions(tokenOrId);
  const { notes, isSaving } = useLiveNotes(tokenOrId, interview.liveNotes, actions.setAlert);
  const tracking = useQuestionTracking(interview._id, actions.setAlert);
  const elapsedSeconds = useInterviewTimer(session);
  const isRecording = state.interview?.recording ?? false;

  const { end: endInterview } = actions;
  const { value: noteText, flush } = notes;
  const end = useCallback(() => {
    flush();
    endInterview(noteText);
  }, [endInterview, flush, noteText]);
  const { notice } = useTimeLimit(elapsedSeconds, isRecording, end);

  const [tab, setTab] = useState<PanelTab>("questions");
  const lines = useMemo(() => visibleLines(state.transcript), [state.transcript]);
  const hqPath = paths.interviewHq.to(interview._id);

  const isOver = state.interview?.status === "completed" || state.interview?.status === "cancelled";
  if (
    isOver ||
    state.connection === "replaced" ||
    (state.connection === "error" && state.problem !== null)
  ) {
    return <RecruiterRoomEnd state={state} hqPath={hqPath} elapsedSeconds={elapsedSeconds} />;
  }

  return (
    <main className="flex min-h-dvh flex-col lg:h-dvh lg:overflow-hidden">
      <RoomHeader
        candidateName={candidateName}
        position={interview.position}
        userName={userLabel(user)}
        hqPath={hqPath}
        connection={connectionLabel(state.connection, state.peer)}
      />
      <RoomNotices
        timeNotice={notice}
        failure={media.failure}
        onRetryMedia={media.retry}
        isAudioSuspended={state.isAudioSuspended}
        problem={state.problem}
        onDismissProblem={() => session?.dismissProblem()}
      />
      <div className="grid min-h-0 grow grid-cols-1 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div className="flex min-h-0 flex-col border-line lg:border-r">
          <VideoPane
            className="aspect-video shrink-0 lg:max-h-[55%]"
            remoteName={candidateName}
            remoteStream={remoteStream}
            isReconnecting={state.peer === "disconnected" || state.peer === "failed"}
            media={media}
            elapsedSeconds={elapsedSeconds}
            isRecording={isRecording}
          />
          <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-2 sm:flex-nowrap">
            <MediaControls media={media} />
            <div className="ml-auto flex min-w-0 items-center gap-3 max-sm:contents">
              <InterviewControls
                candidateName={candidateName}
                isRunning={isRecording}
                isMetered={isMetered}
                startReason={
                  state.connection !== "connected"
                    ? t("recruiter.notConnected")
                    : state.interview?.consentGiven === true
                      ? null
                      : t("recruiter.noConsent")
                }
                isStarting={actions.isStarting}
                isEnding={actions.isEnding}
                onStart={actions.start}
                onEnd={end}
              />
            </div>
          </div>
          <LiveNotes notes={notes} isSaving={isSaving} />
        </div>
        <div className="flex min-h-96 flex-col lg:min-h-0">
          <NextQuestion tracking={tracking} />
          <Tabs<PanelTab>
            label={t("recruiter.material")}
            value={tab}
            onChange={setTab}
            className="flex min-h-0 grow flex-col [&>[role=tablist]]:shrink-0"
            panelClassName="min-h-0 overflow-y-auto data-[state=active]:grow"
            tabs={[
              {
                value: "questions",
                label: t("recruiter.tabs.questions"),
                content: <QuestionTrackingPane tracking={tracking} />,
              },
              {
                value: "candidate",
                label: t("recruiter.tabs.candidate"),
                content: <CandidatePanel candidateId={interview.candidateProfileId} />,
              },
              {
                value: "job",
                label: t("recruiter.tabs.job"),
                content: <JobPanel jobDescriptionId={interview.jobDescriptionId} />,
              },
            ]}
          />
        </div>
      </div>
      <TranscriptDrawer
        lines={lines}
        names={{ recruiter: t("you"), candidate: candidateName }}
        isRecording={isRecording}
        isTranscribing={state.interview?.transcribing ?? false}
        isAway={state.connection !== "connected"}
      />
      <AlertMessage message={actions.alert} onClose={() => actions.setAlert(null)} />
    </main>
  );
}

/** The user's name, or their email address if there is no name. */
function userLabel(user: User | undefined): string {
  return [user?.name, user?.email].find((text) => text) ?? "";
}
