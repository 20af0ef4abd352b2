/** Drop zone for files and folders, with a file dialog. */
import { useRef, useState, type DragEvent, type ReactNode } from "react";

import { cn } from "@/lib/cn";
import { droppedFiles } from "@/lib/dropped-files";

interface FileDropZoneProps {
  /** Accessible name of the hidden file input. */
  label: string;
  /** For the file dialog: '.pdf,.txt'. */
  accept: string;
  onFiles: (files: File[]) => void;
  disabled?: boolean;
  /** Content of the zone; a click anywhere opens the file dialog. */
  children: ReactNode;
  className?: string;
}

export function FileDropZone(props: FileDropZoneProps) {
  const { onFiles, disabled = false } = props;
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const over = (event: DragEvent, next: boolean) => {
    event.preventDefault();
    setIsOver(next && !disabled);
  };
  return (
    // Dragging works with a mouse only; the button inside serves keyboard and touch.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false);
        if (!disabled) void droppedFiles(event.dataTransfer).then(onFiles);
      }}
      className={cn(
        "rounded-lg border border-dashed border-line-strong/70 bg-sunken transition-colors",
        isOver && "border-accent bg-accent-soft",
        disabled && "opacity-60",
        props.className,
      )}
    >
      <button
        type="button"
        disabled={disabled}
        onClick={() => input.current?.click()}
        className="flex w-full flex-col items-center rounded-lg px-4 py-5 text-center disabled:cursor-not-allowed"
      >
        {props.children}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        accept={props.accept}
        aria-label={props.label}
        tabIndex={-1}
        className="sr-only"
        disabled={disabled}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // The same file may be chosen again.
          event.target.value = "";
        }}
      />
    </div>
  );
}
