import { useSyncExternalStore } from "react";
import { ApiError, type Client, listWorkspaces, type Me, me } from "#client";
import { type Renewable, renewableClient } from "./renewable";

type Ability = Me["token"]["abilities"][number];

/** Who uses the console: somebody with a token of a workspace, or the operator. */
export type Session =
  | { kind: "workspace"; client: Client; me: Me }
  | { kind: "operator"; client: Client };

/** Of this tab, and gone with it. */
const KEY = "token";
/** What a tab stores under a name that begins so tells nobody anything, and outlives a session. */
export const PLAIN = "plain:";
/** The operator's token belongs to no workspace, and begins otherwise. */
const OF_WORKSPACE = "lea_";
const listeners = new Set<() => void>();

let current: Session | null = null;
let renew: Renewable["renew"] = () => undefined;
let end: Renewable["end"] = () => undefined;
/** Whether another token replaces the one that has stopped working: its requests wait for this. */
let lapse: PromiseWithResolvers<boolean> | null = null;
let endings = 0;

function tell() {
  for (const listener of listeners) listener();
}

/** The screens stay as they are, behind the sign-in, until it is known who comes. */
async function lapsed(client: Client) {
  if (current?.client !== client) return false;
  if (!lapse) {
    lapse = Promise.withResolvers();
    tell();
  }
  return lapse.promise;
}

const isUnauthenticated = (error: unknown) => error instanceof ApiError && error.status === 401;

async function open(token: string) {
  const made = renewableClient(token, lapsed);
  const { client } = made;
  if (token.startsWith(OF_WORKSPACE)) {
    const { data } = await me({ client });
    return { ...made, session: { kind: "workspace", client, me: data } as Session };
  }
  await listWorkspaces({ client });
  return { ...made, session: { kind: "operator", client } as Session };
}

/** Whether all that a session has shown may be shown to the next, too. */
function goesOn(before: Session, after: Session) {
  if (before.kind === "operator" || after.kind === "operator") return before.kind === after.kind;
  return (
    before.me.workspace.id === after.me.workspace.id &&
    before.me.token.abilities.every((ability) => may(after, ability))
  );
}

/** Throws an `ApiError` with the status 401 where no workspace has the token. */
export async function signIn(token: string) {
  const opened = await open(token.trim());
  if (current && goesOn(current, opened.session)) {
    renew(token.trim());
    current = { ...opened.session, client: current.client };
    lapse?.resolve(true);
    lapse = null;
  } else {
    // A tab that could not go on with its token still has what was kept for it.
    if (current || sessionStorage.getItem(KEY) !== token.trim()) signOut();
    begin(opened);
  }
  sessionStorage.setItem(KEY, token.trim());
  tell();
}

function begin(opened: Awaited<ReturnType<typeof open>>) {
  ({ session: current, renew, end } = opened);
}

const forgetting = new Set<() => void>();

/** What is to be forgotten with a session is forgotten here: the next one may be of other people. */
export const onSignOut = (forget: () => void) => void forgetting.add(forget);

export function signOut() {
  for (const key of Object.keys(sessionStorage))
    if (!key.startsWith(PLAIN)) sessionStorage.removeItem(key);
  current = null;
  end();
  endings++;
  lapse?.resolve(false);
  lapse = null;
  for (const forget of forgetting) forget();
  tell();
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

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const getSession = () => current;

export const useSessionOrNone = () => useSyncExternalStore(subscribe, getSession);

/** Whether the session's token has stopped working. */
export const useIsLapsed = () => useSyncExternalStore(subscribe, () => lapse !== null);

/** How many sessions have ended: what was made for one is not for the next. */
export const useEndings = () => useSyncExternalStore(subscribe, () => endings);

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
