import { createContext, useContext } from "react";
import type { Way } from "./graph";
import type { Anchor } from "./node-picker";

/** Asks, beside an anchor, for a node to be put on a way. */
export type AskForNode = (way: Way, anchor: Anchor) => void;

const Context = createContext<AskForNode | null>(null);

/** Null where nothing may be drawn. */
export const useInsertion = () => useContext(Context);

export const InsertionProvider = Context;
