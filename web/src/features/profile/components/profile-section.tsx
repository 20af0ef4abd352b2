/** Section of the profile: description on the left, controls on the right. */
import { useId, type ReactNode } from "react";

interface ProfileSectionProps {
  title: string;
  description: ReactNode;
  children: ReactNode;
}

export function ProfileSection({ title, description, children }: ProfileSectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-10 gap-y-4 border-t border-line pt-7 first:border-t-0 first:pt-0 lg:grid-cols-[16rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="text-md font-semibold">
          {title}
        </h2>
        <p className="mt-1 text-base text-pretty text-muted">{description}</p>
      </div>
      <div className="self-start rounded-lg border border-line bg-surface p-4 sm:p-5">
        {children}
      </div>
    </section>
  );
}
