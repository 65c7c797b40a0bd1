import { useSyncExternalStore } from "react";
import {
  ApiError,
  type Client,
  createClient,
  listWorkspaces,
  type Me,
  me,
} from "../../client/index";

type Ability = Me["token"]["abilities"][number];

/** Who uses the console: somebody with a token of a workspace, or the operator. */
export type Session =
  | { kind: "workspace"; client: Client; me: Me }
  | { kind: "operator"; client: Client };

/** Of this tab, and gone with it. */
const KEY = "token";
/** What a tab stores under a name that begins so tells nobody anything, and outlives a session. */
export const PLAIN = "plain:";
const listeners = new Set<() => void>();

let current: Session | null = null;

function set(session: Session | null) {
  current = session;
  for (const listener of listeners) listener();
}

const isUnauthenticated = (error: unknown) => error instanceof ApiError && error.status === 401;

async function open(token: string): Promise<Session> {
  const client = createClient({ baseUrl: location.origin, token, retries: 1, maxWaitMs: 5_000 });
  try {
    const { data } = await me({ client });
    return { kind: "workspace", client, me: data };
  } catch (error) {
    // The operator's token belongs to no workspace.
    if (!isUnauthenticated(error) || token.startsWith("lea_")) throw error;
    await listWorkspaces({ client });
    return { kind: "operator", client };
  }
}

/** Throws an `ApiError` with the status 401 where no workspace has the token. */
export async function signIn(token: string) {
  const session = await open(token.trim());
  sessionStorage.setItem(KEY, token.trim());
  set(session);
}

const endings = new Set<() => void>();

/** What is to be forgotten with a session is forgotten here: the next one may be of other people. */
export const onSignOut = (forget: () => void) => void endings.add(forget);

export function signOut() {
  for (const key of Object.keys(sessionStorage))
    if (!key.startsWith(PLAIN)) sessionStorage.removeItem(key);
  for (const forget of endings) forget();
  set(null);
}

/** Goes on with the token that this tab has, if it is still good. */
export async function resume() {
  const token = sessionStorage.getItem(KEY);
  if (!token) return;
  try {
    set(await open(token));
  } catch (error) {
    if (!isUnauthenticated(error)) throw error;
    signOut();
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const getSession = () => current;

export const useSessionOrNone = () => useSyncExternalStore(subscribe, getSession);

/** The session, below the sign-in. */
export function useSession(): Session {
  const session = useSessionOrNone();
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

export const may = (session: Session, ability: Ability) =>
  session.kind === "workspace" &&
  session.me.token.abilities.some((held) => held === "*" || held === ability);

/** Whether the token has an ability, such as `leads:write`. What it may not do is not shown. */
export const useMay = (ability: Ability) => may(useSession(), ability);
