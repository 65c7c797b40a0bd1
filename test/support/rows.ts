import { testEnv } from "./env";

/** The rows of a query. */
export const rowsOf = <Row = Record<string, unknown>>(
  query: string,
  ...values: unknown[]
): Promise<Row[]> =>
  testEnv.DB.prepare(query)
    .bind(...values)
    .all<Row>()
    .then(({ results }) => results);
