/** Custom legal text in Markdown. */
import type { ReactNode } from "react";
import Markdown, { type Components } from "react-markdown";

const LINK = "text-accent-ink underline underline-offset-2 hover:no-underline";

const heading = (Tag: "h2" | "h3" | "h4", className: string) =>
  function Heading({ children }: { children?: ReactNode }) {
    return <Tag className={className}>{children}</Tag>;
  };

const SECTION = "mt-10 text-lg font-semibold tracking-tight";
const SUBSECTION = "mt-7 text-md font-semibold";

/** The page has its own h1, so the text's headings start one level below. */
const PARTS: Components = {
  h1: heading("h2", SECTION),
  h2: heading("h2", SECTION),
  h3: heading("h3", SUBSECTION),
  h4: heading("h4", SUBSECTION),
  h5: heading("h4", SUBSECTION),
  h6: heading("h4", SUBSECTION),
  p: ({ children }) => <p className="mt-2.5 text-pretty">{children}</p>,
  ul: ({ children }) => <ul className="mt-2.5 list-disc pl-6">{children}</ul>,
  ol: ({ children, start }) => (
    <ol start={start} className="mt-2.5 list-decimal pl-6">
      {children}
    </ol>
  ),
  li: ({ children }) => <li className="mt-1">{children}</li>,
  a: ({ children, href }) => (
    <a href={href} rel="noreferrer" className={LINK}>
      {children}
    </a>
  ),
  blockquote: ({ children }) => (
    <blockquote className="mt-4 border-l-2 border-line-strong pl-4 text-muted">
      {children}
    </blockquote>
  ),
  hr: () => <hr className="mt-8 border-line" />,
  pre: ({ children }) => (
    // Focusable, so that it can be scrolled by keyboard.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre tabIndex={0} className="mt-4 overflow-x-auto rounded-md bg-sunken p-3 font-mono text-sm">
      {children}
    </pre>
  ),
};

/** HTML in the Markdown is shown as text, and images are not loaded. */
export function AdminText({ markdown }: { markdown: string }) {
  return (
    <div className="mt-4 break-words">
      <Markdown components={PARTS} disallowedElements={["img"]} unwrapDisallowed>
        {markdown}
      </Markdown>
    </div>
  );
}
