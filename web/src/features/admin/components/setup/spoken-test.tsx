/** Spoken test: the admin says a sentence, and the speech model transcribes it. */
import { useMutation } from "@tanstack/react-query";
import { Mic } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { errorText, isApiError } from "@/api/errors";
import { FormError } from "@/components/form-error";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { paths } from "@/config/paths";

import { transcribeVoice } from "../../api/setup";
import { voiceRecorder } from "../../lib/record-voice";

const SECONDS = 5;

export function SpokenTest({ recorder = voiceRecorder }: { recorder?: typeof voiceRecorder }) {
  const { t, i18n } = useTranslation("setup");
  const [isRecording, setRecording] = useState(false);
  const speak = useMutation({
    mutationFn: async () => {
      try {
        const recording = await recorder.recordVoice(SECONDS, () => setRecording(true));
        setRecording(false);
        return await transcribeVoice(recording, i18n.language);
      } finally {
        setRecording(false);
      }
    },
  });
  if (!recorder.canRecord()) {
    return (
      <Banner tone="warning" className="rounded-md">
        {t("models.insecure", { address: window.location.origin })}{" "}
        <Link to={paths.adminSetup.to("address")} className="font-medium underline">
          {t("models.insecureLink")}
        </Link>
      </Banner>
    );
  }
  return (
    <div className="flex flex-col items-start gap-2">
      <Button busy={speak.isPending} onClick={() => speak.mutate()}>
        {!speak.isPending && <Mic size={16} aria-hidden />}
        {isRecording
          ? t("models.recording")
          : speak.isPending
            ? t("models.transcribing")
            : t("models.speak")}
      </Button>
      <p className="max-w-prose text-sm text-muted">
        {t("models.speakHint", { sentence: t("models.sentence"), count: SECONDS })}
      </p>
      {speak.data && (
        <p role="status" className="max-w-prose text-base">
          {speak.data.text ? (
            <>
              <span className="text-muted">
                {t("models.transcribed", { model: speak.data.model })}
              </span>{" "}
              {speak.data.text}
            </>
          ) : (
            t("models.nothingHeard")
          )}
        </p>
      )}
      {speak.isError && (
        <FormError>
          {isApiError(speak.error)
            ? errorText(speak.error, t("models.speakFailed"))
            : t("models.noMicrophone")}
        </FormError>
      )}
    </div>
  );
}
