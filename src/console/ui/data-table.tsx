import type { ComponentProps, Key, ReactNode } from "react";
import { Table } from "./table";

/**
 * Kinds of columns: numbers, times, buttons (whose heading is only read aloud), the name of the
 * row, or a column that phones leave out. Any other string is the class of its cells.
 */
type Kind =
  | "number"
  | "time"
  | "actions"
  | "row"
  | "wide"
  | "wide number"
  | { className?: string | undefined };

/** A column: its heading, what stands in the cell of a row, and of which kind that is. */
export type Column<Item> = readonly [head: ReactNode, cell: (item: Item) => ReactNode, kind?: Kind];

const propsOf = (kind: Kind | undefined) =>
  typeof kind === "object"
    ? kind
    : Object.fromEntries(kind?.split(" ").map((one) => [`data-${one}`, true]) ?? []);

/** A `Table` as a list of its columns, of which those that are false are left out. */
export function DataTable<Item>({
  rows,
  columns,
  keyOf,
  caption,
  ...props
}: {
  rows: readonly Item[];
  columns: readonly (Column<Item> | false)[];
  keyOf: (item: Item) => Key;
  caption?: ReactNode;
} & Omit<ComponentProps<typeof Table>, "children">) {
  const shown = columns.flatMap((column, index) => (column ? [[index, ...column] as const] : []));
  return (
    <Table {...props}>
      {caption && <caption>{caption}</caption>}
      <thead>
        <tr>
          {shown.map(([index, head, , kind]) => (
            <th key={index} scope="col" {...(typeof kind === "string" && propsOf(kind))}>
              {kind === "actions" ? <span className="visually-hidden">{head}</span> : head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((item) => (
          <tr key={keyOf(item)}>
            {shown.map(([index, , cell, kind]) => {
              const As = kind === "row" ? "th" : "td";
              return (
                <As key={index} {...(kind === "row" ? { scope: "row" } : propsOf(kind))}>
                  {cell(item)}
                </As>
              );
            })}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
