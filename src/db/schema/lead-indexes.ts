import { sql } from "drizzle-orm";
import { index, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import { fieldsWhere, namesWhere } from "#domain/field-names";
import { leadFields } from "#domain/lead-fields";
import { type CamelCase, camelCase } from "#lib/case";

type Columns = Record<CamelCase<keyof typeof leadFields> | "workspaceId" | "block", SQLiteColumn>;

/** The index of each filter for a value. That of a flag has only the leads that are flagged. */
export const valueIndexes = (t: Columns) =>
  fieldsWhere(leadFields, ({ filter }) => filter !== undefined).map(([name, { kind }]) =>
    kind === "flag"
      ? index(`leads_${name}`)
          .on(t.workspaceId)
          .where(sql.raw(`${name} = 1`))
      : index(`leads_${name}`)
          .on(t.workspaceId, t[camelCase(name)])
          .where(sql.raw(`${name} is not null`)),
  );

/** The index of each filter for a range, by blocks of leads. */
export const rangeIndexes = (t: Columns) =>
  namesWhere(leadFields, ({ range }) => range !== undefined).map((name) =>
    index(`leads_block_${name}`)
      .on(t.workspaceId, t.block, t[camelCase(name)])
      .where(sql.raw(`${name} is not null`)),
  );
