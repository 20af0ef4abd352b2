import { useEffect, useState, useSyncExternalStore } from "react";

import { createSocket } from "@/api/socket";

import type { Role } from "../engine/protocol";
import { RoomSession } from "../engine/room-session";
import { initialRoomState, type RoomState } from "../engine/room-state";

export interface RoomConnection {
  session: RoomSession | null;
  state: RoomState;
  remoteStream: MediaStream | null;
}

export interface RoomTarget {
  role: Role;
  roomId: string;
  /** The session token or the candidate token, asked for at each join. */
  token: () => string;
}

/** Two seconds of audio: more than is on its way in an ordinary moment. */
const UNSENT_FRAMES = 20;

const subscribeToNothing = () => () => undefined;
const noState = () => initialRoomState;
const noStream = () => null;

/** The presence in a room while `isWanted`; `stream` is what the other side gets to see and hear. */
export function useRoomConnection(
  { role, roomId, token }: RoomTarget,
  stream: MediaStream | null,
  isWanted: boolean,
): RoomConnection {
  const [session, setSession] = useState<RoomSession | null>(null);

  useEffect(() => {
    if (!isWanted || roomId === "") return;
    const opened = new RoomSession({ role, roomId, token, socket: createSocket() });
    // The session is the outside system itself: it opens sockets, so it can only begin in an effect.
    // eslint-disable-next-line react-hooks/set-state-in-effect
    setSession(opened);
    opened.connect();
    return () => {
      setSession(null);
      void opened.leave();
    };
  }, [role, roomId, token, isWanted]);

  useEffect(() => {
    if (session === null) return;
    const warn = (event: BeforeUnloadEvent) => {
      // Speech that the server has not received yet lives in this page alone.
      if (session.getPendingFrames() > UNSENT_FRAMES) event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [session]);

  useEffect(() => {
    session?.setLocalStream(stream);
  }, [session, stream]);

  const subscribe = session?.subscribe ?? subscribeToNothing;
  const state = useSyncExternalStore(subscribe, session?.getState ?? noState);
  const remoteStream = useSyncExternalStore(subscribe, session?.getRemoteStream ?? noStream);
  return { session, state, remoteStream };
}
