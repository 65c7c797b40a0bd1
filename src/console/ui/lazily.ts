import { lazyRouteComponent } from "@tanstack/react-router";
import { type ComponentType, lazy } from "react";
import { type Catalogue, readTexts } from "../texts/catalogue";
import { getLanguage } from "../texts/language";

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** A browser does not ask again for a module that it could not load, until the page is left. */
export async function online() {
  if (navigator.onLine) return;
  await new Promise((resolve) => addEventListener("online", resolve, { once: true }));
}

/** A part of the console that has its texts: those of `catalogues` are read beside it. */
async function withTexts<Part>(load: () => Promise<Part>, catalogues: Catalogue<unknown>[]) {
  await online();
  const reads = catalogues.map((texts) => texts.read(getLanguage()));
  const [part] = await Promise.all([load(), ...reads]);
  await readTexts();
  return part;
}

/** As React's `lazy`. Without a network, it waits for one. */
export const lazily = <Props>(load: Load<Props>, ...catalogues: Catalogue<unknown>[]) =>
  lazy(() => withTexts(load, catalogues));

/** As `lazily`, for the components of routes. */
export const screensWith =
  (...catalogues: Catalogue<unknown>[]) =>
  <Props>(load: Load<Props>) =>
    lazyRouteComponent(() => withTexts(load, catalogues));
