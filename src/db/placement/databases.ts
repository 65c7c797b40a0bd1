import type { Bindings, Databases, OpenDatabase } from "#env";
import { oncePer } from "#lib/memo";
import { boundIn } from "./bindings";
import { drizzleOn, openSession } from "./sessions";

const open = oncePer((binding: D1Database): OpenDatabase => drizzleOn(binding));

export const databasesOf = oncePer((env: Bindings): Databases => {
  const bound = boundIn(env);
  return {
    names: bound.names,
    ofDirectory: bound.ofDirectory,
    directory: open(bound.directory),
    open: (name) => open(bound.binding(name)),
    session: (name, from) => openSession(bound.binding(name), from),
    find: (workspaceId) => bound.find(workspaceId),
  };
});
