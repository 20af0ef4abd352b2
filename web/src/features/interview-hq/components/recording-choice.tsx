/** Choice whether the audio of an interview is recorded, where the administrator allows it. */
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { isStartable } from "@/api/room-access";
import { siteQuery } from "@/api/site";
import type { Interview } from "@/api/types";
import { FormError } from "@/components/form-error";
import { Switch } from "@/components/ui/switch";

import { useUpdateInterview } from "../api/interview";

export function RecordingChoice({ interview }: { interview: Interview }) {
  const { t } = useTranslation("hq");
  const id = useId();
  const isAllowed = useQuery(siteQuery).data?.recordingAllowed ?? false;
  const update = useUpdateInterview(interview._id);
  const isOpen = isStartable(interview.status);
  if (!isOpen || (!isAllowed && !interview.isRecorded)) return null;
  return (
    <div>
      <dt className="mb-1 text-xs text-muted">
        <label htmlFor={id}>{t("recording.label")}</label>
      </dt>
      <dd>
        <Switch
          id={id}
          checked={interview.isRecorded}
          disabled={update.isPending}
          aria-describedby={`${id}-hint`}
          onChange={(isRecorded) => update.mutate({ isRecorded })}
        />
        <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
          {t(recordingHint(interview, isAllowed))}
        </p>
        {update.isError && <FormError>{errorText(update.error, t("recording.failed"))}</FormError>}
      </dd>
    </div>
  );
}

function recordingHint(interview: Interview, isAllowed: boolean) {
  if (!isAllowed) return "recording.switchedOff";
  if (!interview.isRecorded) return "recording.off";
  return interview.consentedToRecording ? "recording.agreed" : "recording.asked";
}
