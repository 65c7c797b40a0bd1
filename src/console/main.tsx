import "./style/tokens.css";
import "./style/base.css";
import "./style/theme";
import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, Suspense, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { queries } from "./data/queries";
import { router } from "./routes";
import {
  getSession,
  onSignOut,
  resume,
  useEndings,
  useIsLapsed,
  useSessionOrNone,
} from "./session/session";
import { lazily } from "./ui/lazily";
import { clearToasts } from "./ui/toasts";

/** Whether the router has decided for somebody else where an address leads. */
let isForOthers = false;

onSignOut(() => {
  isForOthers = true;
  queries.clear();
  clearToasts();
});

/** Why nobody knows whether this tab's token is good. */
let failure: unknown;

const SignIn = lazily(() => import("./shell/sign-in"));
const Lapsed = lazily(() => import("./shell/lapsed"));

/** The screens, or the sign-in. Nothing that one session has read is left for the next. */
function Console() {
  const session = useSessionOrNone();
  const endings = useEndings();
  const isLapsed = useIsLapsed();
  useEffect(() => {
    if (!session || !isForOthers) return;
    isForOthers = false;
    void router.invalidate();
  }, [session]);
  // What has happened while the token did not work is not known.
  useEffect(() => {
    if (!isLapsed) return;
    return () => void (getSession() && queries.invalidateQueries());
  }, [isLapsed]);
  if (session) {
    failure = undefined;
    return (
      <>
        <RouterProvider key={endings} router={router} />
        {isLapsed && (
          <Suspense>
            <Lapsed />
          </Suspense>
        )}
      </>
    );
  }
  return (
    <Suspense>
      <SignIn failure={failure} />
    </Suspense>
  );
}

const root = createRoot(document.getElementById("root") as HTMLElement);

await resume().catch((error: unknown) => {
  failure = error;
});
root.render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <Console />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
