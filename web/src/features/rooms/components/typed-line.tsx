/** Form that adds a typed line to the transcript: what no microphone heard. */
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";

import type { BufferedLine } from "../engine/transcript-buffer";
import { useTypedLines } from "../hooks/use-typed-lines";
import type { SpeakerNames } from "./transcript-lines";

interface TypedLineProps {
  interviewId: string;
  names: SpeakerNames;
}

export function TypedLine({ interviewId, names }: TypedLineProps) {
  const { t } = useTranslation("rooms");
  const { add, waiting, error, refused } = useTypedLines(interviewId);
  const [speaker, setSpeaker] = useState<BufferedLine["speaker"]>("interviewer");
  const [text, setText] = useState("");
  const status =
    error === null
      ? waiting > 0 && t("typed.waiting", { count: waiting })
      : refused.length > 0
        ? `${errorText(error, t("typed.refused"))} ${refused.map((line) => t("quote", { text: line.text })).join(" ")}`
        : t("typed.failed");
  return (
    <form
      aria-label={t("typed.title")}
      className="flex flex-wrap items-center gap-2 px-4 py-2"
      onSubmit={(event) => {
        event.preventDefault();
        add(speaker, text);
        setText("");
      }}
    >
      <Select
        aria-label={t("typed.speaker")}
        value={speaker}
        onChange={setSpeaker}
        className="w-44"
        options={[
          { value: "interviewer", label: names.recruiter },
          { value: "candidate", label: names.candidate },
        ]}
      />
      <Input
        aria-label={t("typed.text")}
        placeholder={t("typed.placeholder")}
        value={text}
        maxLength={20_000}
        onChange={(event) => setText(event.target.value)}
        className="w-48 grow"
      />
      <Button type="submit" disabled={text.trim() === ""}>
        {t("typed.add")}
      </Button>
      <p
        role={error === null ? "status" : "alert"}
        className={error === null ? "text-sm text-muted" : "w-full text-sm text-danger-ink"}
      >
        {status}
      </p>
    </form>
  );
}
