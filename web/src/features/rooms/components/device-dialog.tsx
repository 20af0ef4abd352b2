/** Choice of devices during the interview. */
import { useTranslation } from "react-i18next";

import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";

import type { UserMedia } from "../hooks/use-user-media";
import { DeviceSelect } from "./device-select";

interface DeviceDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  media: UserMedia;
}

const KINDS = ["microphone", "camera", "speaker"] as const;

export function DeviceDialog({ open, onOpenChange, media }: DeviceDialogProps) {
  const { t } = useTranslation("rooms");
  const listed = KINDS.filter((kind) => media.devices[kind].length > 0);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      width="sm"
      title={t("devices.title")}
      description={t(listed.length === 0 ? "devices.none" : "devices.hint")}
    >
      <div className="flex flex-col gap-4">
        {listed.map((kind) => (
          <Field key={kind} label={t(`devices.${kind}`)}>
            {({ id }) => <DeviceSelect kind={kind} media={media} id={id} />}
          </Field>
        ))}
      </div>
    </Dialog>
  );
}
