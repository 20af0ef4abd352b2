/** Button that explains in a tooltip why it is disabled. */
import { Button, type ButtonProps } from "./button";
import { Tooltip } from "./tooltip";

interface GatedButtonProps extends ButtonProps {
  /** Why the button is disabled; null if it is not. It stays focusable to show the reason. */
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
