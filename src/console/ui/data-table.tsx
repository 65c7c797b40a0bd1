import type { ComponentProps, Key, ReactNode } from "react";
import { Table } from "./table";

/** A column: its heading, and what stands in the cell of a row. */
export type Column<Item> = {
  head: ReactNode;
  cell: (item: Item) => ReactNode;
  /** Numbers are aligned; the heading of buttons is only read aloud; `row` names its row. */
  kind?: "number" | "actions" | "row";
  /** Left out on a phone. */
  isWide?: boolean;
  className?: string | undefined;
  headClassName?: string | undefined;
};

const dataOf = <Item,>({ kind, isWide }: Column<Item>) => ({
  ...(kind === "number" && { "data-number": true }),
  ...(kind === "actions" && { "data-actions": true }),
  ...(isWide && { "data-wide": true }),
});

function Cell<Item>({ column, item }: { column: Column<Item>; item: Item }) {
  const props = { ...dataOf(column), className: column.className };
  const content = column.cell(item);
  if (column.kind !== "row") return <td {...props}>{content}</td>;
  return (
    <th scope="row" {...props}>
      {content}
    </th>
  );
}

/** A `Table` as a list of its columns, of which those that are false are left out. */
export function DataTable<Item>({
  rows,
  columns,
  keyOf,
  rowOf,
  caption,
  ...props
}: {
  rows: readonly Item[];
  columns: readonly (Column<Item> | false)[];
  keyOf: (item: Item) => Key;
  /** Attributes of a row. */
  rowOf?: (item: Item) => ComponentProps<"tr">;
  caption?: ReactNode;
} & Omit<ComponentProps<typeof Table>, "children">) {
  const shown = columns.flatMap((column, index) => (column ? [{ column, index }] : []));
  return (
    <Table {...props}>
      {caption && <caption>{caption}</caption>}
      <thead>
        <tr>
          {shown.map(({ column, index }) => (
            <th key={index} scope="col" {...dataOf(column)} className={column.headClassName}>
              {column.kind === "actions" ? (
                <span className="visually-hidden">{column.head}</span>
              ) : (
                column.head
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((item) => (
          <tr key={keyOf(item)} {...rowOf?.(item)}>
            {shown.map(({ column, index }) => (
              <Cell key={index} column={column} item={item} />
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
