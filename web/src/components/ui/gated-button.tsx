import { Button, type ButtonProps } from "./button";
import { Tooltip } from "./tooltip";

interface GatedButtonProps extends ButtonProps {
  /** Why the button does nothing now; null lets it work. Focusable, so that the reason can be read. */
  reason: string | null;
}

export function GatedButton({ reason, onClick, ...rest }: GatedButtonProps) {
  return (
    <Tooltip text={reason}>
      <Button
        aria-disabled={reason !== null || undefined}
        onClick={(event) => {
          if (reason === null) onClick?.(event);
          else event.preventDefault();
        }}
        {...rest}
      />
    </Tooltip>
  );
}
