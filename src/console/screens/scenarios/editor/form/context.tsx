import { createContext, useContext } from "react";
import type { ScenarioWarning } from "#client";
import type { GraphNode } from "../graph";

type Form = {
  /** The problems of the node, and their words. */
  problems: readonly (ScenarioWarning & { said: string })[];
  type: string;
  nodes: readonly GraphNode[];
};

export const FormContext = createContext<Form>({ problems: [], type: "", nodes: [] });

export const useForm = () => useContext(FormContext);

/** What is wrong with a setting; with `isDeep`, with what it holds, too. */
export function useProblems(path: string, isDeep = false): string[] {
  const { problems } = useForm();
  const own = problems.filter(
    (one) => one.path === path || (isDeep && one.path?.startsWith(`${path}.`)),
  );
  return [...new Set(own.map(({ said }) => said))];
}
