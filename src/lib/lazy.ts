/**
 * Loads a module when it is first needed, and keeps it. Not the promise of it: in Workers a request
 * must not wait for what another one began. The runtime loads a module once, however many ask.
 */
export function lazily<Module extends object>(load: () => Promise<Module>) {
  let loaded: Module | undefined;
  return async (): Promise<Module> => {
    loaded ??= await load();
    return loaded;
  };
}
