import { Link } from "@tanstack/react-router";
import { useTexts } from "../texts/catalogue";
import { Button, buttonClass } from "../ui/button";
import { useTitle } from "../ui/layout";
import { EmptyState } from "../ui/states";
import { texts } from "./texts";

/** A path that is no screen. Also for resources that are gone. */
export function NotFound() {
  const t = useTexts(texts);
  useTitle(t.notFound);
  return (
    <EmptyState
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

/** Stands in the place of a screen that has thrown. */
export function Crashed() {
  const t = useTexts(texts);
  return (
    <EmptyState
      title={t.crashed}
      actions={<Button onClick={() => location.reload()}>{t.reload}</Button>}
    >
      {t.crashedAbout}
    </EmptyState>
  );
}
