/** The two voices of a recording: who is who, with their first words. */
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { Select } from "@/components/ui/select";
import { Spinner } from "@/components/ui/spinner";

import { voiceSamplesQuery, type RecordingImport } from "../api/recording-imports";

const ROLES = ["interviewer", "candidate"] as const;

interface RecordingVoicesProps {
  draft: RecordingImport;
  interviewerVoice: 0 | 1;
  onChange: (interviewerVoice: 0 | 1) => void;
}

export function RecordingVoices({ draft, interviewerVoice, onChange }: RecordingVoicesProps) {
  const { t } = useTranslation("interviews");
  const samples = useQuery(voiceSamplesQuery(draft._id));
  const options = ROLES.map((value) => ({ value, label: t(`import.roles.${value}`) }));
  const [first, second] = draft.files;
  const names =
    first && second ? [first.name, second.name] : [t("recording.left"), t("recording.right")];
  return (
    <ul aria-label={t("import.speakers")} className="flex flex-col gap-3">
      {([0, 1] as const).map((voice) => (
        <li key={voice} className="grid items-start gap-x-4 gap-y-1.5 sm:grid-cols-[1fr_12rem]">
          <div className="min-w-0">
            <p className="font-medium break-words">{names[voice]}</p>
            <Sample isPending={samples.isPending} text={samples.data?.at(voice)?.text ?? ""} />
          </div>
          <Select
            aria-label={t("import.roleOf", { name: names[voice] })}
            value={voice === interviewerVoice ? "interviewer" : "candidate"}
            onChange={(role) => onChange((role === "interviewer") === (voice === 0) ? 0 : 1)}
            options={options}
          />
        </li>
      ))}
    </ul>
  );
}

function Sample({ isPending, text }: { isPending: boolean; text: string }) {
  const { t } = useTranslation("interviews");
  if (isPending) {
    return (
      <p className="flex items-center gap-2 text-sm text-muted">
        <Spinner />
        {t("recording.sampling")}
      </p>
    );
  }
  return (
    <p className="line-clamp-3 text-sm break-words text-muted">
      {text === "" ? t("recording.noSample") : text}
    </p>
  );
}
