/** Frame of a chart: caption, drawing, and its values as a table for screen readers. */
import type { ReactNode } from "react";

interface ChartFrameProps {
  caption: string;
  /** Names of the columns; the first names the rows. */
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  children: ReactNode;
}

export function ChartFrame({ caption, columns, rows, children }: ChartFrameProps) {
  return (
    <figure className="relative min-w-0 print:break-inside-avoid">
      <figcaption aria-hidden className="mb-2 text-sm text-muted">
        {caption}
      </figcaption>
      <div aria-hidden className="print:[print-color-adjust:exact]">
        {children}
      </div>
      {/* A table ignores the size of a class that hides it, and would make the page scroll. */}
      <div className="sr-only">
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...values]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {values.map((value, index) => (
                  <td key={columns[index + 1]}>{value}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
