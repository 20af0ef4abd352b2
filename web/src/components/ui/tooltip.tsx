import { Tooltip as Primitive } from "radix-ui";
import type { ReactNode } from "react";

export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Primitive.Provider delayDuration={350}>{children}</Primitive.Provider>;
}

interface TooltipProps {
  /** Nothing is shown for null: the child stays as it is. */
  text: ReactNode;
  children: ReactNode;
  side?: "top" | "right" | "bottom" | "left";
}

/**
 * The child must take a ref and events. A disabled button has no events and so no tooltip: for a
 * reason why something is off, use `aria-disabled` with a click that does nothing.
 */
export function Tooltip({ text, children, side = "top" }: TooltipProps) {
  if (text === null || text === undefined || text === "") return children;
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-60 max-w-72 animate-appear rounded-md bg-ink px-2 py-1 text-xs text-ground shadow-pop"
        >
          {text}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
