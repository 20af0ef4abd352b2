/** Alert dialog with one message and an OK button, open while `message` is given. */
import { AlertDialog as Primitive } from "radix-ui";
import { useTranslation } from "react-i18next";

import { useFocusReturn } from "@/hooks/use-focus-return";

import { Button } from "./button";

export function AlertMessage({
  message,
  onClose,
}: {
  message: string | null;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const focusReturn = useFocusReturn();
  return (
    <Primitive.Root open={message !== null} onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-50 animate-appear bg-scrim" />
        <Primitive.Content
          {...focusReturn}
          className="fixed inset-0 z-50 m-auto h-fit w-[calc(100%-2rem)] max-w-md animate-rise rounded-xl bg-surface p-5 shadow-dialog outline-none"
        >
          <Primitive.Title className="sr-only">{t("notice")}</Primitive.Title>
          <Primitive.Description className="text-base break-words select-text">
            {message}
          </Primitive.Description>
          <div className="mt-5 flex justify-end">
            <Primitive.Action asChild>
              <Button variant="primary">{t("ok")}</Button>
            </Primitive.Action>
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
