import { z } from "zod";

/**
 * The socket part of the wire contract (docs/contract.md), parsed at the edge:
 * nothing that came over the socket is used before it passed one of these schemas.
 */

export const roleSchema = z.enum(["recruiter", "candidate"]);
export type Role = z.infer<typeof roleSchema>;

export function otherRole(role: Role): Role {
  return role === "recruiter" ? "candidate" : "recruiter";
}

/** The stored spelling is `in_progress`; the room side of the documents also writes `in-progress`. */
const statusSchema = z.preprocess(
  (value) => (value === "in-progress" ? "in_progress" : value),
  z.enum(["draft", "scheduled", "in_progress", "completed", "cancelled"]),
);

export const interviewStateSchema = z.object({
  status: statusSchema,
  recording: z.boolean(),
  transcribing: z.boolean(),
  participants: z.array(roleSchema),
  startTime: z.string().nullish(),
  elapsedSeconds: z.number().nonnegative().nullish(),
  consentGiven: z.boolean(),
});
export type InterviewState = z.infer<typeof interviewStateSchema>;

export const transcriptUpdateSchema = z.object({
  id: z.string().min(1),
  utteranceId: z.string().nullish(),
  role: roleSchema,
  text: z.string(),
  timestamp: z.string(),
  final: z.boolean(),
  sequence: z.number().int().positive().nullish(),
  startSeconds: z.number().nullish(),
  endSeconds: z.number().nullish(),
});
export type TranscriptUpdate = z.infer<typeof transcriptUpdateSchema>;

export const participantSchema = z.object({ role: roleSchema });
export const participantsSchema = z.object({ participants: z.array(roleSchema) });

const descriptionSchema = z.object({
  type: z.enum(["offer", "answer", "pranswer", "rollback"]),
  sdp: z.string().optional(),
});
export const offerSchema = z.object({ offer: descriptionSchema, role: roleSchema });
export const answerSchema = z.object({ answer: descriptionSchema, role: roleSchema });
export type SessionDescription = z.infer<typeof descriptionSchema>;

const iceCandidateSchema = z.object({
  candidate: z.string().optional(),
  sdpMid: z.string().nullish(),
  sdpMLineIndex: z.number().int().nullish(),
  usernameFragment: z.string().nullish(),
});
export const iceCandidateEventSchema = z.object({
  candidate: iceCandidateSchema.nullable(),
  role: roleSchema,
});
export type IceCandidate = z.infer<typeof iceCandidateSchema>;

export const serverErrorSchema = z.object({ message: z.string(), code: z.string().nullish() });

export const iceServersSchema = z.array(
  z.object({
    urls: z.union([z.string(), z.array(z.string())]),
    username: z.string().nullish(),
    credential: z.string().nullish(),
  }),
);
export type IceServers = z.infer<typeof iceServersSchema>;

const refusalSchema = z.object({
  success: z.literal(false),
  message: z.string().nullish(),
  error: z.string().nullish(),
  code: z.string().nullish(),
});

export const joinAckSchema = z.discriminatedUnion("success", [
  z.object({
    success: z.literal(true),
    role: roleSchema,
    participants: z.array(roleSchema),
    state: interviewStateSchema,
    iceServers: iceServersSchema.nullish(),
    nextAudioSequence: z.number().int().nonnegative().nullish(),
  }),
  refusalSchema,
]);
export type JoinAck = Extract<z.infer<typeof joinAckSchema>, { success: true }>;

export const frameAckSchema = z.discriminatedUnion("success", [
  z.object({
    success: z.literal(true),
    nextSequence: z.number().int().nonnegative(),
    // An answer to a frame out of turn names only the one that is wanted.
    safeSequence: z.number().int().nonnegative().default(0),
  }),
  refusalSchema,
]);
export interface FrameAck {
  nextSequence: number;
  safeSequence: number;
}

/** What the server refused, as a sentence for a person and a code for the program. */
export class RoomRefusal extends Error {
  readonly code: string;

  constructor(refusal: z.infer<typeof refusalSchema>) {
    super(refusal.message ?? refusal.error ?? "");
    this.name = "RoomRefusal";
    this.code = refusal.code ?? "UNKNOWN";
  }
}
