import type { QueryClient } from "@tanstack/react-query";
import type { Import } from "../../../client/index";

/** Shows an import as an answer has it, whatever is being read of it, which may be of before. */
export async function putImport(queries: QueryClient, one: Import) {
  const queryKey = ["imports", "one", one.id];
  await queries.cancelQueries({ queryKey });
  queries.setQueryData(queryKey, one);
}
