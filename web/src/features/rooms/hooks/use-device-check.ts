/** Whether this tab has passed the device check of a room. A reload goes straight back into the room. */
import { useState } from "react";

export function useDeviceCheck(roomId: string): { isPassed: boolean; pass: () => void } {
  const key = `greenroom-devices-${roomId}`;
  const [isPassed, setIsPassed] = useState(() => sessionStorage.getItem(key) === "passed");
  return {
    isPassed,
    pass: () => {
      sessionStorage.setItem(key, "passed");
      setIsPassed(true);
    },
  };
}
