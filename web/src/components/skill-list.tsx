/** Skills with their evidence: names as chips, sentences as a list below them. */
import { Badge } from "@/components/ui/badge";
import { isShortName } from "@/lib/short-name";

import { Traced } from "./traced";

interface SkillListProps {
  skills: readonly string[];
  /** Evidence field. */
  field: string;
}

export function SkillList({ skills, field }: SkillListProps) {
  const names = skills.filter(isShortName);
  const sentences = skills.filter((skill) => !isShortName(skill));
  return (
    <div className="flex flex-col gap-2">
      {names.length > 0 && (
        <ul className="flex flex-wrap items-center gap-1.5 pointer-coarse:gap-y-0">
          {names.map((skill) => (
            <li key={skill}>
              <Traced field={field} value={skill} name={skill} chip>
                <Badge className="h-auto min-h-5.5 text-left whitespace-normal">{skill}</Badge>
              </Traced>
            </li>
          ))}
        </ul>
      )}
      {sentences.length > 0 && (
        <ul className="flex max-w-prose list-disc flex-col gap-1 pl-5 marker:text-accent">
          {sentences.map((skill) => (
            <li key={skill}>
              <Traced field={field} value={skill} name={skill} className="pr-7">
                {skill}
              </Traced>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
