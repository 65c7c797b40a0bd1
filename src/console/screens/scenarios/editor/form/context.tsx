import { createContext, useContext } from "react";
import type { ScenarioWarning } from "#client";
import { type Fields, fieldsOf } from "#console/data/form/use-form";
import type { GraphNode, GraphTrigger } from "../graph";

type Form = {
  /** The problems of the node or the trigger, and their words. */
  problems: readonly (ScenarioWarning & { text: string })[];
  type: string;
  /** True in the form of a trigger. */
  isTrigger?: boolean;
  nodes: readonly GraphNode[];
  triggers: readonly GraphTrigger[];
};

export const FormContext = createContext<Form>({
  ...{ problems: [], type: "" },
  ...{ nodes: [], triggers: [] },
});

export const useForm = () => useContext(FormContext);

/** Fields of the form kit for settings at a path, with the problems there. */
export function useSettings<Values>(
  path: string,
  values: Values,
  set: (change: Partial<Values>) => void,
): Fields<Values> {
  const { problems } = useForm();
  const byPath = Map.groupBy(problems, (one) => one.path ?? "");
  const errors = Object.fromEntries(
    [...byPath].map(([at, found]) => [at, found.map(({ text }) => text)]),
  );
  return { ...fieldsOf(values, set, errors), path: `${path}.` };
}

/** The problems of a setting; with `isDeep`, those of its members, too. */
export function useProblems(path: string, isDeep = false): string[] {
  const { problems } = useForm();
  const own = problems.filter(
    (one) => one.path === path || (isDeep && one.path?.startsWith(`${path}.`)),
  );
  return [...new Set(own.map(({ text }) => text))];
}
