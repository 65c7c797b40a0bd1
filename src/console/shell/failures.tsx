import { type ErrorComponentProps, Link, useMatches } from "@tanstack/react-router";
import { LockKeyhole } from "lucide-react";
import { useState } from "react";
import { ApiError } from "#client";
import { signOut, useSession } from "../session/session";
import { useTexts } from "../texts/catalogue";
import { useFormat } from "../texts/format";
import { general } from "../texts/general";
import { Button, buttonClass } from "../ui/button";
import { isOfConnection, nameOf } from "../ui/connection";
import { useTitle } from "../ui/layout";
import { EmptyState, LoadingRows } from "../ui/states";
import { reportOf } from "./failure-report";
import { texts } from "./texts";

/** A path that is no screen. Also for resources that are gone. */
export function NotFound() {
  const t = useTexts(texts);
  useTitle(t.notFound);
  return (
    <EmptyState
      level="h1"
      title={t.notFound}
      actions={
        <Link to="/" className={buttonClass()}>
          {t.goHome}
        </Link>
      }
    >
      {t.notFoundAbout}
    </EmptyState>
  );
}

/** Stands in the place of a screen that is on its way, or that waits for a network. */
export function Arriving() {
  const { problems } = useTexts(general);
  return navigator.onLine ? <LoadingRows /> : <EmptyState level="h1" title={problems.network} />;
}

/** Stands in the place of a screen that has thrown. */
export function Crashed({ error }: ErrorComponentProps) {
  const t = useTexts(texts);
  const { copied } = useTexts(general);
  const screen = useMatches().at(-1)?.routeId ?? "";
  const [isCopied, setCopied] = useState(false);
  useTitle(t.crashed);
  const isOffline = isOfConnection(error);
  const request = error instanceof ApiError ? error.requestId : null;
  const copy = () =>
    navigator.clipboard.writeText(reportOf(error, screen)).then(() => setCopied(true));
  return (
    <EmptyState
      level="h1"
      title={t.crashed}
      actions={
        <>
          <Button kind="primary" onClick={() => location.reload()}>
            {t.reload}
          </Button>
          {!isOffline && (
            <Button onClick={() => void copy()}>{isCopied ? copied : t.copyReport}</Button>
          )}
        </>
      }
    >
      {isOffline ? t.crashedOffline : t.crashedAbout(nameOf(error), request)}
    </EmptyState>
  );
}

/** Stands in the place of a screen that the session may not open; it needs one of `abilities`. */
export function Forbidden({
  abilities,
  level,
}: {
  abilities: readonly string[];
  level: "h1" | "h2";
}) {
  const t = useTexts(texts);
  const { either } = useFormat();
  const session = useSession();
  const about =
    session.kind === "operator"
      ? t.forbiddenForOperator
      : abilities.length > 0
        ? t.forbiddenWithout(either([...abilities]))
        : t.forbiddenForWorkspace;
  useTitle(t.forbidden);
  return (
    <EmptyState
      icon={<LockKeyhole />}
      level={level}
      title={t.forbidden}
      actions={
        <>
          <Link to="/" className={buttonClass()}>
            {t.goHome}
          </Link>
          <Button kind="quiet" onClick={signOut}>
            {t.signInOtherwise}
          </Button>
        </>
      }
    >
      {about}
    </EmptyState>
  );
}
