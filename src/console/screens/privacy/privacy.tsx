import { Link, Outlet } from "@tanstack/react-router";
import { Suspense } from "react";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { Screen, TabLinks, tabClass } from "#console/ui/layout";
import { LoadingRows } from "#console/ui/states";
import { texts } from "./texts";

/** The answers to people who ask which data of theirs is held, or want it deleted. */
export default function Privacy() {
  const t = useTexts(texts);
  const mayReadSettings = useMay("settings:read");
  return (
    <Screen title={t.title} about={t.about}>
      <TabLinks label={t.title}>
        <Link
          to="/privacy"
          className={tabClass}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {t.tabs.person}
        </Link>
        <Link to="/privacy/erasures" className={tabClass}>
          {t.tabs.erasures}
        </Link>
        <Link to="/privacy/suppressions" className={tabClass}>
          {t.tabs.suppressions}
        </Link>
        <Link to="/privacy/consents" className={tabClass} activeOptions={{ includeSearch: false }}>
          {t.tabs.consents}
        </Link>
        {mayReadSettings && (
          <Link to="/privacy/retention" className={tabClass}>
            {t.tabs.retention}
          </Link>
        )}
      </TabLinks>
      <Suspense fallback={<LoadingRows />}>
        <Outlet />
      </Suspense>
    </Screen>
  );
}
