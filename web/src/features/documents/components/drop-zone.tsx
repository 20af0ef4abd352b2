import { Upload } from "lucide-react";
import { useRef, useState, type DragEvent } from "react";

import { cn } from "@/lib/cn";

import { ACCEPT } from "../lib/file-rules";

interface DropZoneProps {
  onFiles: (files: File[]) => void;
  disabled: boolean;
}

/** Takes files by drag and drop or from the file dialog. */
export function DropZone({ onFiles, disabled }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const over = (event: DragEvent, next: boolean) => {
    event.preventDefault();
    setIsOver(next && !disabled);
  };
  return (
    // Dragging is for the mouse alone; the button inside does the same by keyboard and touch.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false);
        if (!disabled) onFiles([...event.dataTransfer.files]);
      }}
      className={cn(
        "rounded-lg border border-dashed border-line-strong/70 bg-sunken transition-colors",
        isOver && "border-accent bg-accent-soft",
        disabled && "opacity-60",
      )}
    >
      <button
        type="button"
        disabled={disabled}
        onClick={() => input.current?.click()}
        className="flex w-full flex-col items-center rounded-lg px-4 py-5 text-center disabled:cursor-not-allowed"
      >
        <Upload size={20} strokeWidth={1.75} className="mb-2 text-accent-ink" aria-hidden />
        <span className="font-medium">
          Drop files here or <span className="text-accent-ink underline">browse</span>
        </span>
        <span className="mt-0.5 text-sm text-muted">CV, Cover Letter, Job Description</span>
        <span className="mt-1 text-xs text-faint">PDF, DOC, DOCX or TXT, up to 10 MB</span>
      </button>
      <input
        ref={input}
        type="file"
        multiple
        accept={ACCEPT}
        aria-label="Upload documents"
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
