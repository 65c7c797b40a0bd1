import { type Context, Hono } from "hono";
import { wakeWorkers } from "#domain/wake/objects";
import type { App, Scope } from "#env";
import { findIdentity, type PublicIdentity } from "#features/access/settings/public-identity";
import { visitedLink } from "#features/links/clicks/visited-link";
import { formPage, languageOf, noticePage, type Visitor } from "#features/links/pages/answers";
import { limitBody } from "#http/body";
import { keeping } from "#http/keep";
import { isBeingMoved } from "#lib/database-errors";
import { describeError, log } from "#lib/log";
import { invalid, Problem } from "#lib/problem";
import { fieldErrors, validationMessages } from "#lib/validation-messages";
import { changePreferences, showPreferences } from "./operations";
import { preferencesPage } from "./page";
import { preferencesActions } from "./schema";
import { choose, getPreferences, personScope } from "./store";
import { verifyToken } from "./token";

/** Somebody who has opened their page. */
type Person = {
  scope: Scope;
  leadId: number;
  from: PublicIdentity | null;
  visitor: Visitor;
  path: string;
};

type Answer = (c: Context<App>, person: Person) => Promise<Response>;

/** Answers whoever the token names. Asks no database about a token that is nobody's. */
const forPerson = (answer: Answer) => async (c: Context<App>) => {
  const { env } = c;
  const { requestId } = c.var;
  const visitor = { language: languageOf(c.req.raw.headers), requestId };
  // Texts and the programs that find URLs in them glue marks to this one, too.
  const token = visitedLink(c.req.path)?.token ?? "";
  const named = await verifyToken([env.APP_KEY, env.APP_KEY_BEFORE], token);
  if (!named) return noticePage(404, visitor);
  const { workspaceId, leadId } = named;
  const { success } = await env.PREFERENCES_LIMITER.limit({ key: `${workspaceId} ${leadId}` });
  if (!success) return noticePage(429, visitor);
  const identity = findIdentity(env, workspaceId, keeping(c));
  const answered = async () => {
    const scope = await personScope(env, workspaceId);
    return answer(c, { scope, leadId, from: await identity, visitor, path: `/u/${token}` });
  };
  return answered().catch(async (error) => {
    if (error instanceof Problem) throw error;
    if (!isBeingMoved(error))
      log("error", "preferences failed", { request_id: requestId, ...describeError(error) });
    return noticePage(503, visitor, await identity);
  });
};

const show: Answer = async (c, { scope, leadId, from, visitor, path }) => {
  const preferences = await getPreferences(scope, leadId);
  if (!preferences) return noticePage(404, visitor, from);
  const isSaved = c.req.query("saved") !== undefined;
  const { language, requestId } = visitor;
  return formPage(preferencesPage({ language, preferences, from, path, isSaved }), requestId);
};

/** The request of the form. A mail program's one click is no redirect's to follow (RFC 8058). */
async function requestedIn(c: Context<App>) {
  const form = await c.req.formData().catch(() => undefined);
  const isOneClick = form?.get("List-Unsubscribe") === "One-Click";
  const wanted = isOneClick ? "unsubscribe" : form?.get("action");
  const action = preferencesActions.find((known) => known === wanted);
  if (!action) throw invalid(fieldErrors(["action"], validationMessages.selected));
  return { action, isOneClick };
}

const change: Answer = async (c, person) => {
  const { scope, leadId, from, visitor, path } = person;
  const { action, isOneClick } = await requestedIn(c);
  const isThere = await choose(scope, leadId, action);
  c.executionCtx.waitUntil(wakeWorkers(c.env, scope, scope.sink.drain()));
  if (!isThere) return noticePage(404, visitor, from);
  if (isOneClick) return show(c, person);
  c.header("Cache-Control", "private, no-store");
  c.header("Referrer-Policy", "no-referrer");
  return c.redirect(`${path}?saved=1`, 303);
};

/** The pages of leads' own preferences, to which messages lead. */
export const preferences = new Hono<App>()
  .get("/u/:token", showPreferences, forPerson(show))
  .get("/u/:token/", forPerson(show))
  .post("/u/:token", changePreferences, limitBody, forPerson(change));
