/** Tooltip for hover and focus. */
import { Tooltip as Primitive } from "radix-ui";
import { useState, type MouseEvent, type ReactNode } from "react";

export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Primitive.Provider delayDuration={350}>{children}</Primitive.Provider>;
}

interface TooltipProps {
  /** Null shows nothing; the child element is kept when the text comes or goes. */
  text: ReactNode;
  children: ReactNode;
  side?: "top" | "right" | "bottom" | "left";
}

/**
 * The child must accept a ref and events. Disabled buttons have no events and so no tooltip: to
 * explain why a button is off, use `aria-disabled` and a click that does nothing. On a touch screen
 * that click shows the reason.
 */
export function Tooltip({ text, children, side = "top" }: TooltipProps) {
  const [isOpen, setIsOpen] = useState(false);
  const hasText = text !== null && text !== undefined && text !== "";
  const explain = (event: MouseEvent<HTMLButtonElement>) => {
    if (event.currentTarget.ariaDisabled !== "true") return;
    // Otherwise Radix closes the tooltip on every click.
    event.preventDefault();
    setIsOpen(true);
  };
  return (
    <Primitive.Root open={isOpen && hasText} onOpenChange={setIsOpen}>
      <Primitive.Trigger asChild onClick={explain}>
        {children}
      </Primitive.Trigger>
      {hasText && (
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
      )}
    </Primitive.Root>
  );
}
