/** Choice about a CV that names another person than its profile: add it anyway, or remove it. */
import { UserCheck } from "lucide-react";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { IconButton } from "@/components/ui/icon-button";
import { useToast } from "@/components/ui/toast-context";

import { useMergeDocument } from "../api/change-document";
import type { InterviewDocument } from "../api/types";

interface OtherPersonActionsProps {
  document: InterviewDocument;
  /** Called once the profile has changed. */
  onMerged: () => void;
}

export function OtherPersonActions({ document, onMerged }: OtherPersonActionsProps) {
  const { t } = useTranslation("documents");
  const toast = useToast();
  const merge = useMergeDocument();
  return (
    <IconButton
      label={t("otherPerson.add")}
      icon={UserCheck}
      size="sm"
      disabled={merge.isPending}
      onClick={() =>
        merge.mutate(document._id, {
          onSuccess: onMerged,
          onError: (error) => toast.show(errorText(error, t("otherPerson.failed")), "error"),
        })
      }
    />
  );
}
