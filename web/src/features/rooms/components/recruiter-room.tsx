/** Recruiter's side of the room: video, questions, profiles, transcript and notes. */
import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { getCandidateName } from "@/api/candidate-name";
import { currentUserQuery } from "@/api/current-user";
import { readSessionToken } from "@/api/session-token";
import { siteQuery } from "@/api/site";
import type { Interview, User } from "@/api/types";
import { ServerFullNotice } from "@/components/server-full-notice";
import { AlertMessage } from "@/components/ui/alert-message";
import { Tabs } from "@/components/ui/tabs";
import { paths } from "@/config/paths";

import type { RoomCandidate, RoomJobDescription } from "../api/profiles";
import { visibleLines } from "../engine/transcript";
import { useAiSense } from "../hooks/use-ai-sense";
import { useConnectionTrouble } from "../hooks/use-connection-trouble";
import { useDeviceCheck } from "../hooks/use-device-check";
import { useInterviewActions } from "../hooks/use-interview-actions";
import { useInterviewTimer } from "../hooks/use-interview-timer";
import { useLiveNotes } from "../hooks/use-live-notes";
import { useQuestionSense } from "../hooks/use-question-sense";
import { useQuestionTracking } from "../hooks/use-question-tracking";
import { useRoomConnection } from "../hooks/use-room-connection";
import { useSenseSettings } from "../hooks/use-sense-settings";
import { useSignedOut } from "../hooks/use-signed-out";
import { useTimeLimit } from "../hooks/use-time-limit";
import { useUserMedia } from "../hooks/use-user-media";
import { useVideoTrouble } from "../hooks/use-video-trouble";
import { connectionLabel } from "../lib/connection-label";
import { LineMarksContext, listLineMarks } from "../lib/line-marks";
import { findTranscriptionStatus } from "../lib/transcription-status";
import { AdminControls } from "./admin-controls";
import { AiSensePane } from "./ai-sense-pane";
import { CandidatePanel } from "./candidate-panel";
import { DebugControls } from "./debug-controls";
import { DeviceCheck } from "./device-check";
import { DeviceDialog } from "./device-dialog";
import { InterviewControls } from "./interview-controls";
import { JobPanel } from "./job-panel";
import { LiveNotes } from "./live-notes";
import { MediaControls } from "./media-controls";
import { NextQuestion } from "./next-question";
import { QuestionTrackingPane } from "./question-tracking-pane";
import { RecruiterRoomEnd } from "./recruiter-room-end";
import { RoomHeader } from "./room-header";
import { RoomNotices } from "./room-notices";
import { SoundNotices } from "./sound-notices";
import { TranscriptDrawer } from "./transcript-drawer";
import { VideoPane } from "./video-pane";

type PanelTab = "questions" | "sense" | "candidate" | "job";

const sessionToken = () => readSessionToken() ?? "";

/** Views of other features, which the route puts into the room. */
export interface RecordViews {
  renderProfile: (candidate: RoomCandidate) => ReactNode;
  renderJob: (job: RoomJobDescription) => ReactNode;
}

interface RecruiterRoomProps {
  tokenOrId: string;
  interview: Interview;
  records: RecordViews;
}

export function RecruiterRoom({ tokenOrId, interview, records }: RecruiterRoomProps) {
  const { t } = useTranslation("rooms");
  const candidateName = getCandidateName(interview.candidateName) ?? t("unnamed");
  const { data: user } = useQuery(currentUserQuery);
  const isMetered = useQuery(siteQuery).data?.billingMode !== "off";
  const isSignedOut = useSignedOut();
  const devices = useDeviceCheck(interview.roomId);
  const media = useUserMedia(!isSignedOut);
  // The room opens without a camera too: following and ending the interview must always be possible.
  const isReady =
    devices.isPassed && !isSignedOut && (media.stream !== null || media.failure !== null);
  const target = { role: "recruiter", roomId: interview.roomId, token: sessionToken } as const;
  const { session, state, remoteStream } = useRoomConnection(target, media.stream, isReady);

  const { trouble, reconnect } = useConnectionTrouble(session, state);
  const videoTrouble = useVideoTrouble(state);

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
  const [isChoosing, setIsChoosing] = useState(false);
  const [isTranscriptionOn, setIsTranscriptionOn] = useState(true);
  const lines = useMemo(() => visibleLines(state.transcript), [state.transcript]);
  const marks = useMemo(() => listLineMarks(lines), [lines]);
  const settings = useSenseSettings(state.interview?.transcribing ?? false, isRecording);
  const questionSense = useQuestionSense(interview._id, {
    isOn: settings.isQuestionSenseOn,
    setOn: settings.setQuestionSense,
    isDemo: settings.isDemo,
    lineCount: state.transcript.segmentIds.size,
    suggestions: state.suggestions,
    onDecisionFailed: () => actions.setAlert(t("questionSense.failed")),
  });
  const aiSense = useAiSense(interview._id, {
    isOn: settings.isAiSenseOn,
    setOn: settings.setAiSense,
    hasStarted: state.clock !== null,
    lines,
  });
  const hqPath = paths.interviewHq.to(interview._id);
  const isAdmin = user?.role === "admin";
  const toggles = [
    {
      label: t("demo.toggles.transcription"),
      isOn: isTranscriptionOn,
      onChange: (isOn: boolean) => {
        setIsTranscriptionOn(isOn);
        session?.setTranscriptionOn(isOn);
      },
    },
    {
      label: t("demo.toggles.aiSense"),
      isOn: settings.isAiSenseOn,
      onChange: settings.setAiSense,
    },
    {
      label: t("demo.toggles.questionSense"),
      isOn: settings.isQuestionSenseOn,
      onChange: settings.setQuestionSense,
      isDisabled: settings.isDemo,
    },
  ];

  const isOver = state.interview?.status === "completed" || state.interview?.status === "cancelled";
  if (
    isSignedOut ||
    isOver ||
    state.connection === "replaced" ||
    (state.connection === "error" && state.problem !== null)
  ) {
    return (
      <RecruiterRoomEnd
        state={state}
        isSignedOut={isSignedOut}
        hqPath={hqPath}
        elapsedSeconds={elapsedSeconds}
      />
    );
  }
  const header = (
    <RoomHeader
      candidateName={candidateName}
      position={interview.position}
      userName={userLabel(user)}
      hqPath={hqPath}
      connection={connectionLabel(state.connection, state.peer)}
      isAudioRecorded={state.interview?.audioRecorded ?? false}
    />
  );
  if (!devices.isPassed) {
    return (
      <main className="flex min-h-dvh flex-col">
        {header}
        <DeviceCheck side="recruiter" link={tokenOrId} media={media} onJoin={devices.pass} />
      </main>
    );
  }

  return (
    <main className="flex min-h-dvh flex-col lg:h-dvh lg:overflow-hidden">
      {header}
      <SoundNotices
        media={media}
        onChooseDevices={() => setIsChoosing(true)}
        isAudioSuspended={state.isAudioSuspended}
        isDroppingSound={state.isDroppingSound}
      />
      <RoomNotices
        timeNotice={notice}
        failure={media.failure}
        onRetryMedia={media.retry}
        problem={state.problem}
        onDismissProblem={() => session?.dismissProblem()}
      />
      {!isRecording && <ServerFullNotice className="shrink-0 py-2" />}
      <div className="grid min-h-0 grow grid-cols-1 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div className="flex min-h-0 flex-col border-line lg:border-r">
          <VideoPane
            className="aspect-video shrink-0 lg:max-h-[55%]"
            remoteName={candidateName}
            remoteStream={remoteStream}
            side="recruiter"
            trouble={videoTrouble}
            media={media}
            elapsedSeconds={elapsedSeconds}
            isRecording={isRecording}
            onChooseDevices={() => setIsChoosing(true)}
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
          <LineMarksContext value={marks}>
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
                  content: <QuestionTrackingPane tracking={tracking} sense={questionSense} />,
                },
                {
                  value: "sense",
                  label: t("recruiter.tabs.sense"),
                  content: (
                    <AiSensePane
                      sense={aiSense}
                      candidateName={candidateName}
                      debugControls={isAdmin && <DebugControls toggles={toggles} />}
                    />
                  ),
                },
                {
                  value: "candidate",
                  label: t("recruiter.tabs.candidate"),
                  content: (
                    <CandidatePanel interview={interview} renderProfile={records.renderProfile} />
                  ),
                },
                {
                  value: "job",
                  label: t("recruiter.tabs.job"),
                  content: (
                    <JobPanel
                      jobDescriptionId={interview.jobDescriptionId}
                      renderJob={records.renderJob}
                    />
                  ),
                },
              ]}
            />
          </LineMarksContext>
        </div>
      </div>
      <TranscriptDrawer
        interviewId={interview._id}
        lines={lines}
        names={{ recruiter: t("you"), candidate: candidateName }}
        status={findTranscriptionStatus(state, trouble)}
        onReconnect={reconnect}
        isRecording={isRecording}
      />
      {isAdmin && (
        <AdminControls
          interviewId={interview._id}
          status={state.interview?.status ?? interview.status}
          isDemo={settings.isDemo}
          onDemoChange={settings.setDemo}
        />
      )}
      <DeviceDialog open={isChoosing} onOpenChange={setIsChoosing} media={media} />
      <AlertMessage message={actions.alert} onClose={() => actions.setAlert(null)} />
    </main>
  );
}

/** The user's name, or their email address if there is no name. */
function userLabel(user: User | undefined): string {
  return [user?.name, user?.email].find((text) => text) ?? "";
}
