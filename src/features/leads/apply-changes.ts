import type { SQL } from "drizzle-orm";
import { changeLeads } from "../../db/statements/leads";
import type { Scope } from "../../env";

export { changeJson } from "./changes";

export const changeStatements = (_: Scope["db"], changes: SQL, named: Set<string>) =>
  changeLeads(changes, named);
