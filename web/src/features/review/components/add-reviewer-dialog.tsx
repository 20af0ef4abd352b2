/** Dialog that finds users of this server and names them as reviewers. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { FormError } from "@/components/form-error";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useDebounced } from "@/hooks/use-debounced";

import { useReviewActions } from "../api/review-actions";
import { colleaguesQuery } from "../api/review-queries";
import type { Colleague } from "../api/types";

const SEARCH_DELAY_MS = 200;

interface AddReviewerDialogProps {
  interviewId: string;
  onClose: () => void;
}

export function AddReviewerDialog({ interviewId, onClose }: AddReviewerDialogProps) {
  const { t } = useTranslation("review");
  const { addReviewer } = useReviewActions(interviewId);
  const [text, setText] = useState("");
  const [added, setAdded] = useState<string | null>(null);
  const query = useDebounced(text.trim(), SEARCH_DELAY_MS);
  const found = useQuery({ ...colleaguesQuery(interviewId, query), enabled: query !== "" });
  const people = query === "" ? [] : (found.data ?? []);
  const add = (person: Colleague) =>
    addReviewer.mutate(person.username, {
      onSuccess: () => {
        setText("");
        setAdded(displayName(person));
      },
    });
  const hasNothing = query !== "" && !found.isFetching && found.isSuccess && people.length === 0;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("reviewers.add")}
      description={t("reviewers.hint")}
      align="top"
      footer={
        <Button variant="primary" onClick={onClose}>
          {t("reviewers.done")}
        </Button>
      }
    >
      <Field label={t("reviewers.search")}>
        {(control) => (
          <Input
            {...control}
            data-autofocus
            type="search"
            autoComplete="off"
            maxLength={100}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setAdded(null);
            }}
          />
        )}
      </Field>
      <p role="status" className="mt-2 min-h-5 text-sm text-muted">
        {added !== null
          ? t("reviewers.added", { name: added })
          : hasNothing && t("reviewers.nothing", { text: query })}
      </p>
      <ul className="mt-1 flex flex-col">
        {people.map((person) => (
          <li
            key={person.username}
            className="flex min-h-11 items-center justify-between gap-3 border-b border-line last:border-0"
          >
            <span className="min-w-0 break-words">
              {displayName(person)}{" "}
              {person.name !== "" && <span className="text-muted">{person.username}</span>}
            </span>
            <Button
              size="sm"
              disabled={addReviewer.isPending}
              aria-label={t("reviewers.addName", { name: displayName(person) })}
              onClick={() => add(person)}
            >
              {t("reviewers.addShort")}
            </Button>
          </li>
        ))}
      </ul>
      {(addReviewer.isError || found.isError) && (
        <FormError>{errorText(addReviewer.error ?? found.error, t("form.failed"))}</FormError>
      )}
    </Dialog>
  );
}

function displayName({ name, username }: Colleague): string {
  return name || username;
}
