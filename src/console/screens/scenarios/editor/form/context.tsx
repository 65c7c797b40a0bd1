import { createContext, useContext } from "react";
import type { ScenarioWarning } from "../../../../../client/index";
import type { GraphNode } from "../graph";

type Form = {
  /** What is wrong with the node. */
  problems: readonly ScenarioWarning[];
  nodes: readonly GraphNode[];
};

export const FormContext = createContext<Form>({ problems: [], nodes: [] });

export const useForm = () => useContext(FormContext);

/** What is wrong with a setting; with `isDeep`, with what it holds, too. */
export function useProblems(path: string, isDeep = false): string[] {
  const { problems } = useForm();
  return problems
    .filter((one) => one.path === path || (isDeep && one.path?.startsWith(`${path}.`)))
    .map(({ message }) => message);
}
