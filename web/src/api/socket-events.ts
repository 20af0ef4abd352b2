/**
 * Socket events: their types, generated from the server's models, and the schemas that check what arrives.
 *
 * An event or field that changes on the server no longer compiles here.
 */
import { z } from "zod";

import { tieTo } from "./tied-schemas";
import type { Schemas } from "./types";

type ClientEvents = Schemas["ClientEvents"];
type ServerEvents = Schemas["ServerEvents"];
type Acknowledgments = { [E in ClientEvent]: ClientEvents[E]["acknowledgment"] };

/** Binary data, which the OpenAPI document describes as a string. */
type Binary<Payload, Field extends keyof Payload> = Omit<Payload, Field> &
  Record<Field, ArrayBuffer>;
interface BinaryPayloads {
  "audio-frame": Binary<ClientEvents["audio-frame"]["payload"], "pcm">;
}

/** Name of an event that the browser sends. */
export type ClientEvent = keyof ClientEvents;
/** Name of an event that the server sends. */
export type ServerEvent = keyof ServerEvents;
export type ClientPayload<E extends ClientEvent> = E extends keyof BinaryPayloads
  ? BinaryPayloads[E]
  : ClientEvents[E]["payload"];
export type ServerPayload<E extends ServerEvent> = ServerEvents[E];
export type Acknowledgment<E extends ClientEvent> = Acknowledgments[E];

const role = z.enum(["recruiter", "candidate"]);

const roomState = z.object({
  status: z.preprocess(
    // Both spellings are accepted everywhere; this one is stored.
    (value) => (value === "in-progress" ? "in_progress" : value),
    z.enum(["draft", "scheduled", "in_progress", "completed", "cancelled"]),
  ),
  recording: z.boolean(),
  transcribing: z.boolean(),
  participants: z.array(role),
  startTime: z.string().nullable(),
  elapsedSeconds: z.number().nonnegative(),
  consentGiven: z.boolean(),
  audioRecorded: z.boolean(),
  lagSeconds: z.number().int().nonnegative(),
  catchingUp: z.boolean(),
});

const audioGap = z.object({
  id: z.string().min(1),
  role,
  startSeconds: z.number(),
  endSeconds: z.number(),
  lostSeconds: z.number(),
});

const transcriptUpdate = z.object({
  id: z.string().min(1),
  utteranceId: z.string(),
  role,
  text: z.string(),
  timestamp: z.string(),
  final: z.boolean(),
  source: z.string(),
  origin: z.enum(["live", "client", "import", "demo"]),
  sequence: z.number().int().positive().nullable(),
  startSeconds: z.number(),
  endSeconds: z.number(),
  marks: z.array(z.object({ index: z.number().int().nonnegative(), heard: z.string().nullable() })),
});

const questionSuggestion = z.object({
  questionId: z.string().min(1),
  aiTracking: z.object({
    status: z.enum(["pending", "asked", "answered", "skipped"]),
    confidence: z.number().nullable(),
    segmentId: z.string().nullable(),
    quote: z.string().nullable(),
  }),
});

const description = z.object({
  type: z.enum(["offer", "answer", "pranswer", "rollback"]),
  sdp: z.string(),
});

export const serverEventSchemas: { [E in ServerEvent]: z.ZodType<ServerEvents[E]> } =
  tieTo<ServerEvents>()({
    "interview-state-changed": roomState,
    "transcript-update": transcriptUpdate,
    "transcript-replay": z.object({ lines: z.array(transcriptUpdate), gaps: z.array(audioGap) }),
    "audio-gap": audioGap,
    "transcript-reset": z.object({ lines: z.array(transcriptUpdate), gaps: z.array(audioGap) }),
    "question-suggestions": z.object({ suggestions: z.array(questionSuggestion) }),
    "participant-joined": z.object({ role }),
    "participant-left": z.object({ role }),
    "existing-participants": z.object({ participants: z.array(role) }),
    offer: z.object({ role, offer: description }),
    answer: z.object({ role, answer: description }),
    "ice-candidate": z.object({
      role,
      candidate: z
        .object({
          candidate: z.string(),
          sdpMid: z.string().nullable(),
          sdpMLineIndex: z.number().int().nullable(),
          usernameFragment: z.string().nullable(),
        })
        .nullable(),
    }),
    "document-progress": z.object({
      documentId: z.string().min(1),
      batchId: z.string().nullable(),
      interviewId: z.string().nullable(),
      candidateProfileId: z.string().nullable(),
      jobDescriptionId: z.string().nullable(),
      processingStatus: z.enum(["queued", "processing", "completed", "failed"]),
      stage: z.enum(["queued", "reading", "understanding", "assessing", "finalizing", "done"]),
      share: z.number().min(0).max(1),
      queuePosition: z.number().int().nonnegative().nullable(),
      error: z.string().nullable(),
      errorCode: z.string().nullable(),
      isRetryable: z.boolean(),
      detectedType: z
        .object({
          type: z.enum(["cv", "cover_letter", "job_description", "unsupported"]),
          confidence: z.number(),
        })
        .nullable(),
      assessmentStatus: z.enum(["none", "queued", "running", "written", "failed"]),
    }),
    "billing-changed": z.object({}),
    error: z.object({ message: z.string(), code: z.string() }),
    "session-renewed": z.object({ token: z.string().min(1) }),
  });

const done = z.object({ success: z.literal(true) });

export const acknowledgmentSchemas: { [E in ClientEvent]: z.ZodType<Acknowledgments[E]> } =
  tieTo<Acknowledgments>()({
    "join-room": done.extend({
      role,
      participants: z.array(role),
      state: roomState,
      iceServers: z.array(
        z.object({
          urls: z.union([z.string(), z.array(z.string())]),
          username: z.string().nullable(),
          credential: z.string().nullable(),
        }),
      ),
      nextAudioSequence: z.number().int().nonnegative(),
    }),
    "leave-room": done,
    offer: done,
    answer: done,
    "ice-candidate": done,
    "audio-frame": done.extend({
      nextSequence: z.number().int().nonnegative(),
      safeSequence: z.number().int().nonnegative(),
      gap: z.boolean(),
    }),
    "audio-stop": done,
    "start-recording": done,
    "stop-recording": done,
    transcript: done,
    "watch-documents": done,
    "watch-billing": done,
  });

const refusal = tieTo<{
  failure: Pick<Schemas["Failure"], "success" | "message" | "code"> &
    Partial<Schemas["ErrorDetails"]["ROOM_ELSEWHERE"]>;
}>()({
  failure: z.object({
    success: z.literal(false),
    message: z.string(),
    code: z.string(),
    server: z.string().optional(),
  }),
});
export const refusalSchema = refusal.failure;
