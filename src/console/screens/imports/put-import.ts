import type { Import } from "#client";
import { setAnswer } from "#console/data/queries";

export const importKey = (id: number) => ["imports", "one", id];

export const putImport = (one: Import) => setAnswer(importKey(one.id), one);
