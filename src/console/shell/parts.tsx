import { Link, Outlet, useRouterState } from "@tanstack/react-router";
import { currentSession, may, useSession } from "../session/session";
import { Screen, TabLinks, tabClass } from "../ui/layout";
import { Forbidden } from "./failures";

type Ability = Parameters<typeof may>[1];

/** A part of a screen, at a path of its own. */
export type Part<To extends string = string, Name extends string = string> = {
  to: To;
  name: Name;
  /** The ability that a token needs to see it. */
  ability: Ability | null;
};

/** The path of the first part that the session may see. */
export function firstPart<To extends string>(parts: readonly [Part<To>, ...Part<To>[]]) {
  const session = currentSession.get();
  const seen = session && parts.find(({ ability }) => !ability || may(session, ability));
  return (seen ?? parts[0]).to;
}

/** A screen that is made of parts, with links to those that the session may see. */
export function PartsScreen<Name extends string>({
  title,
  about,
  parts,
  names,
}: {
  title: string;
  about: string;
  parts: readonly Part<string, Name>[];
  names: Record<Name, string>;
}) {
  const session = useSession();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // Until the next part has come, the one before stays.
  const shown = useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname ?? path });
  const mayOpen = ({ ability }: Part) => !ability || may(session, ability);
  const closed = parts.find(
    (part) =>
      !mayOpen(part) && [path, shown].some((at) => at === part.to || at.startsWith(`${part.to}/`)),
  );
  return (
    <Screen title={title} about={about}>
      <TabLinks label={title}>
        {parts.filter(mayOpen).map(({ to, name }) => (
          <Link key={to} to={to} className={tabClass}>
            {names[name]}
          </Link>
        ))}
      </TabLinks>
      {closed?.ability ? <Forbidden level="h2" abilities={[closed.ability]} /> : <Outlet />}
    </Screen>
  );
}
