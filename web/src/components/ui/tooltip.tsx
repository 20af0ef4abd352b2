import { Tooltip as Primitive } from "radix-ui";
import { useState, type MouseEvent, type ReactNode } from "react";

export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Primitive.Provider delayDuration={350}>{children}</Primitive.Provider>;
}

interface TooltipProps {
  /** Nothing is shown for null; the child stays the same element when a text comes or goes. */
  text: ReactNode;
  children: ReactNode;
  side?: "top" | "right" | "bottom" | "left";
}

/**
 * The child must take a ref and events. A disabled button has no events and so no tooltip: for a
 * reason why something is off, use `aria-disabled` with a click that does nothing. Such a click
 * shows the reason, which is the way to it on a touch screen.
 */
export function Tooltip({ text, children, side = "top" }: TooltipProps) {
  const [isOpen, setIsOpen] = useState(false);
  const hasText = text !== null && text !== undefined && text !== "";
  const explain = (event: MouseEvent<HTMLButtonElement>) => {
    if (event.currentTarget.ariaDisabled !== "true") return;
    // Else Radix closes the tooltip on every click.
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
