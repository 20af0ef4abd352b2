/** Markdown of the documentation with its tables. HTML in it is shown as text, and images are left out. */
import { createContext, useContext, type ReactNode } from "react";
import Markdown, { type Components } from "react-markdown";
import { Link } from "react-router";

import { paths } from "@/config/paths";

import { splitBlocks } from "../lib/sections";

/** Names of the documents that the reader may open. */
const KnownManuals = createContext<readonly string[]>([]);

const LINK = "text-accent-ink underline underline-offset-2 hover:no-underline";

/** A link within the documentation stays in the app, one to the web opens next to it; others are text. */
function ManualLink({ href = "", children }: { href?: string | undefined; children?: ReactNode }) {
  const known = useContext(KnownManuals);
  if (href.startsWith("#")) {
    return (
      <Link to={{ hash: href }} className={LINK}>
        {children}
      </Link>
    );
  }
  if (/^https?:\/\//u.test(href)) {
    return (
      <a href={href} target="_blank" rel="noreferrer" className={LINK}>
        {children}
      </a>
    );
  }
  const [file = "", hash] = href.split("#");
  const name = file.replace(/^\.\//u, "").replace(/\.md$/u, "");
  if (!known.includes(name)) return <>{children}</>;
  return (
    <Link
      to={{ pathname: paths.manual.to(name), ...(hash ? { hash: `#${hash}` } : {}) }}
      className={LINK}
    >
      {children}
    </Link>
  );
}

const INLINE: Components = {
  a: ({ href, children }) => <ManualLink href={href}>{children}</ManualLink>,
  code: ({ children }) => (
    <code className="rounded-sm bg-sunken px-1 py-0.5 font-mono text-sm break-words">
      {children}
    </code>
  ),
};

const PARTS: Components = {
  ...INLINE,
  h4: ({ children }) => <h4 className="mt-5 font-semibold">{children}</h4>,
  p: ({ children }) => <p className="mt-2.5 max-w-prose text-pretty">{children}</p>,
  ul: ({ children }) => <ul className="mt-2.5 max-w-prose list-disc pl-6">{children}</ul>,
  ol: ({ children, start }) => (
    <ol start={start} className="mt-2.5 max-w-prose list-decimal pl-6">
      {children}
    </ol>
  ),
  li: ({ children }) => <li className="mt-1">{children}</li>,
  pre: ({ children }) => (
    <pre
      // Focusable, so that it can be scrolled by keyboard.
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="mt-4 overflow-x-auto rounded-md bg-sunken p-3 font-mono text-sm [&_code]:p-0"
    >
      {children}
    </pre>
  ),
};

const CELL: Components = { ...INLINE, p: ({ children }) => <>{children}</> };

function Text({ markdown, parts = PARTS }: { markdown: string; parts?: Components }) {
  return (
    <Markdown components={parts} disallowedElements={["img"]} unwrapDisallowed>
      {markdown}
    </Markdown>
  );
}

function DataTable({ head, rows }: { head: readonly string[]; rows: readonly string[][] }) {
  return (
    // Focusable, so that it can be scrolled by keyboard.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div tabIndex={0} className="mt-4 overflow-x-auto rounded-md border border-line">
      <table className="w-full min-w-xl text-sm">
        <thead className="bg-sunken text-left">
          <tr>
            {head.map((cell, index) => (
              <th key={index} scope="col" className="px-3 py-2 font-medium">
                <Text markdown={cell} parts={CELL} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, number) => (
            <tr key={number} className="border-t border-line align-top">
              {row.map((cell, index) => (
                <td key={index} className="max-w-prose px-3 py-2">
                  <Text markdown={cell} parts={CELL} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function ManualText({ markdown, known }: { markdown: string; known: readonly string[] }) {
  return (
    <KnownManuals value={known}>
      {splitBlocks(markdown).map((block, index) =>
        block.kind === "table" ? (
          <DataTable key={index} head={block.head} rows={block.rows} />
        ) : (
          <Text key={index} markdown={block.markdown} />
        ),
      )}
    </KnownManuals>
  );
}
