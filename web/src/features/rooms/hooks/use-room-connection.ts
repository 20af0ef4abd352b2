/** React binding of a RoomSession. */
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
  /** The session token or the candidate token, read at each join. */
  token: () => string;
}

/** Two seconds of audio: more than is normally in flight. */
const MAX_UNSENT_FRAMES = 20;

const subscribeToNothing = () => () => undefined;
const noState = () => initialRoomState;
const noStream = () => null;

/** Stays in the room while `isEnabled`; `stream` is sent to the other side. */
export function useRoomConnection(
  { role, roomId, token }: RoomTarget,
  stream: MediaStream | null,
  isEnabled: boolean,
): RoomConnection {
  const [session, setSession] = useState<RoomSession | null>(null);

  useEffect(() => {
    if (!isEnabled || roomId === "") return;
    const opened = new RoomSession({ role, roomId, token, socket: createSocket(token) });
    // The session is an external system: it opens sockets, so it can only be created in an effect.
    // eslint-disable-next-line react-hooks/set-state-in-effect
    setSession(opened);
    opened.connect();
    return () => {
      setSession(null);
      void opened.leave();
    };
  }, [role, roomId, token, isEnabled]);

  useEffect(() => {
    if (session === null) return;
    const warn = (event: BeforeUnloadEvent) => {
      // Speech that the server has not received yet exists only in this page.
      if (session.getPendingFrames() > MAX_UNSENT_FRAMES) event.preventDefault();
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
