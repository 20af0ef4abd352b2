/** Select of one kind of device: camera, microphone or speaker. */
import { useTranslation } from "react-i18next";

import { Select } from "@/components/ui/select";

import type { UserMedia } from "../hooks/use-user-media";
import type { DeviceKind } from "../lib/device-choice";

interface DeviceSelectProps {
  kind: DeviceKind;
  media: UserMedia;
  /** Of a label; without one, the select names itself. */
  id?: string;
}

/** Nothing where the browser lists no device of this kind. */
export function DeviceSelect({ kind, media, id }: DeviceSelectProps) {
  const { t } = useTranslation("rooms");
  const options = media.devices[kind].map(({ id: value, label }) => ({ value, label }));
  const [first] = options;
  if (first === undefined) return null;
  return (
    <Select
      {...(id === undefined ? { "aria-label": t(`devices.${kind}`) } : { id })}
      className="w-full"
      value={media.inUse[kind] ?? (kind === "speaker" ? first.value : "")}
      options={options}
      placeholder={t("devices.choose")}
      onChange={(chosen) => media.choose(kind, chosen)}
    />
  );
}
