import type { QueryClient } from "@tanstack/react-query";
import { ApiError, type Client, listWorkspaces, type Me, me } from "#client";
import { newQueries } from "../data/queries";
import { createStore, type Store, useStore } from "../data/store";
import { readWordsFor } from "../ui/worded-errors";
import { type Renewable, renewableClient } from "./renewable";

type Ability = Me["token"]["abilities"][number];

/** Somebody with a token of a workspace, or the operator. */
type Who = { kind: "workspace"; me: Me } | { kind: "operator" };

/** A sign-in, with all that ends with it: a late answer finds only what belongs to its own. */
export type Session = Renewable & {
  /** Differs from that of any other sign-in. */
  id: string;
  queries: QueryClient;
  /** Set while the token has stopped working: whether another will replace it. */
  renewal: Store<PromiseWithResolvers<boolean> | null>;
} & Who;

/** Of this tab, and gone with it. */
const KEY = "token";
/** Values that a tab stores under this prefix are no secrets, and outlive a session. */
export const PLAIN = "plain:";
/** The operator's token belongs to no workspace, and begins otherwise. */
const OF_WORKSPACE = "lea_";

export const currentSession = createStore<Session | null>(null);

/** The screens stay as they are, behind the sign-in, until it is known who comes. */
async function isRenewed(client: Client) {
  const session = currentSession.get();
  if (session?.client !== client) return false;
  const renewal = session.renewal.get() ?? Promise.withResolvers<boolean>();
  session.renewal.set(renewal);
  return renewal.promise;
}

const isUnauthenticated = (error: unknown) => error instanceof ApiError && error.status === 401;

async function whoHas(token: string, client: Client): Promise<Who> {
  if (token.startsWith(OF_WORKSPACE)) return { kind: "workspace", me: (await me({ client })).data };
  await listWorkspaces({ client });
  return { kind: "operator" };
}

async function open(token: string) {
  const renewable = renewableClient(token, isRenewed);
  renewable.client.interceptors.error.use(async (error) => {
    await readWordsFor(error);
    return error;
  });
  return { who: await whoHas(token, renewable.client), renewable };
}

function begin({ who, renewable }: Awaited<ReturnType<typeof open>>) {
  const renewal = createStore<PromiseWithResolvers<boolean> | null>(null);
  const id = crypto.randomUUID();
  currentSession.set({ ...who, ...renewable, id, queries: newQueries(), renewal });
}

/** True where the next session may see all that the one before has shown. */
function mayFollow(before: Who, next: Who) {
  if (before.kind === "operator" || next.kind === "operator") return before.kind === next.kind;
  return (
    before.me.workspace.id === next.me.workspace.id &&
    before.me.token.abilities.every((ability) => may(next, ability))
  );
}

function renew(session: Session, token: string, who: Who) {
  session.renew(token);
  currentSession.set({ ...session, ...who });
  settle(session, true);
  // Changes of the time while the token did not work are unknown.
  void session.queries.invalidateQueries();
}

function settle({ renewal }: Session, isRenewed: boolean) {
  renewal.get()?.resolve(isRenewed);
  renewal.set(null);
}

/** Throws an `ApiError` with the status 401 where no workspace has the token. */
export async function signIn(text: string) {
  const token = text.trim();
  const opened = await open(token);
  const session = currentSession.get();
  if (session && mayFollow(session, opened.who)) renew(session, token, opened.who);
  else {
    // A tab that could not go on with its token still has what was kept for it.
    if (session || sessionStorage.getItem(KEY) !== token) signOut();
    begin(opened);
  }
  sessionStorage.setItem(KEY, token);
}

export function signOut() {
  for (const key of Object.keys(sessionStorage))
    if (!key.startsWith(PLAIN)) sessionStorage.removeItem(key);
  const session = currentSession.get();
  if (!session) return;
  session.end();
  settle(session, false);
  session.queries.getQueryCache().clear();
  currentSession.set(null);
}

/** Goes on with the token that this tab has, if it is still good. */
export async function resume() {
  const token = sessionStorage.getItem(KEY);
  if (!token) return;
  try {
    begin(await open(token));
  } catch (error) {
    if (!isUnauthenticated(error)) throw error;
    signOut();
  }
}

/**
 * State that every session has of its own. It is made when it is first asked for, and nothing leads
 * to it after the session.
 */
export function ofSession<State>(make: (session: Session) => State) {
  const states = new WeakMap<Client, State>();
  return (session: Session) => {
    const state = states.get(session.client) ?? make(session);
    states.set(session.client, state);
    return state;
  };
}

/** The session, below the sign-in. */
export function useSession(): Session {
  const session = useStore(currentSession);
  if (!session) throw new Error("Nobody is signed in.");
  return session;
}

/** The client of the session. */
export const useClient = () => useSession().client;

/** The workspace and the token, on the screens of a workspace. */
export function useMe(): Me {
  const session = useSession();
  if (session.kind !== "workspace") throw new Error("The operator has no workspace.");
  return session.me;
}

export const may = (who: Who, ability: Ability) =>
  who.kind === "workspace" &&
  who.me.token.abilities.some((held) => held === "*" || held === ability);

/** True if the token has an ability, such as `leads:write`. Actions that it lacks are not shown. */
export const useMay = (ability: Ability) => may(useSession(), ability);
