import type { QueryClient } from "@tanstack/react-query";
import type { Import } from "#client";
import { setAnswer } from "#console/data/entities";

export const importKey = (id: number) => ["imports", "one", id];

export const putImport = (queries: QueryClient, one: Import) =>
  setAnswer(queries, importKey(one.id), one);
