/** Text field that filters what the page already shows. */
import { Search } from "lucide-react";

import { cn } from "@/lib/cn";

import { Input } from "./input";

interface FilterFieldProps {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  className?: string | undefined;
}

export function FilterField({ label, placeholder, value, onChange, className }: FilterFieldProps) {
  return (
    <search className={cn("relative", className)}>
      <Search
        size={16}
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-faint"
        aria-hidden
      />
      <Input
        type="search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        placeholder={placeholder}
        aria-label={label}
        className="pl-9"
      />
    </search>
  );
}
