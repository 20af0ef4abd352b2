/** Notice that the candidate's profile has another email address than the interview, with a button to use it. */
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { isStartable } from "@/api/room-access";
import type { Interview } from "@/api/types";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";

import { useUpdateInterview } from "../api/interview";

interface AddressNoticeProps {
  interview: Interview;
  /** Read from a document, so nobody may have looked at it yet. */
  profileEmail: string | null | undefined;
}

export function AddressNotice({ interview, profileEmail }: AddressNoticeProps) {
  const { t } = useTranslation("hq");
  const update = useUpdateInterview(interview._id);
  const { candidateEmail, status } = interview;
  const isOpen = isStartable(status);
  if (!isOpen || !profileEmail || !candidateEmail) return null;
  if (profileEmail.toLowerCase() === candidateEmail.toLowerCase()) return null;
  return (
    <Banner
      tone="info"
      action={
        <Button
          size="sm"
          disabled={update.isPending}
          onClick={() => update.mutate({ candidateEmail: profileEmail })}
        >
          {t("address.use")}
        </Button>
      }
    >
      <p className="break-words">
        {t("address.differs", { current: candidateEmail, other: profileEmail })}
      </p>
      {update.error !== null && <p role="alert">{errorText(update.error, t("address.failed"))}</p>}
    </Banner>
  );
}
