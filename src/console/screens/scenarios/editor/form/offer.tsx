import type { Schema } from "virtual:node-types";
import { Plus } from "lucide-react";
import { Button } from "#console/ui/button";
import { FIRST_CLAUSE, hasClauses } from "./branch-clauses";
import { useLabels } from "./labels";
import { REFERENCES } from "./pickers";
import { initialOf, resolve, typeOf } from "./schema";
import { isSimpleList } from "./simple-list";

/** Settings that are added when they are wanted: lists and objects, and all where `isSparse`. */
export const isOffered = (name: string, schema: Schema, isSparse: boolean) =>
  isSparse ||
  (name !== "matches" &&
    name !== "branches" &&
    !REFERENCES.includes(name) &&
    !schema.anyOf &&
    !isSimpleList(name, schema) &&
    (typeOf(schema) === "array" || typeOf(schema) === "object"));

/** Adds a setting that is not there yet. */
export function Offer({
  name,
  schema,
  onAdd,
}: {
  name: string;
  schema: Schema;
  onAdd: (value: unknown) => void;
}) {
  const { label } = useLabels(name);
  const add = () => {
    if (hasClauses(schema)) return onAdd({ all: [FIRST_CLAUSE] });
    const initial = initialOf(schema);
    const isEmptyList = Array.isArray(initial) && initial.length === 0;
    onAdd(isEmptyList && schema.items ? [initialOf(resolve(schema.items))] : initial);
  };
  return (
    <Button size="small" icon={<Plus />} onClick={add}>
      {label}
    </Button>
  );
}
