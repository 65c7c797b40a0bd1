import "./style/tokens.css";
import "./style/base.css";
import "./style/theme";
import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, Suspense, useState } from "react";
import { createRoot } from "react-dom/client";
import { useStore } from "./data/store";
import { newRouter } from "./routes";
import { currentSession, resume, type Session } from "./session/session";
import { signIn } from "./shell/sign-in-catalogue";
import { readTexts } from "./texts/catalogue";
import { lazily } from "./ui/lazily";

/** The error that left this tab's token unproved, until somebody signs in. */
let failure: unknown;

const SignIn = lazily(() => import("./shell/sign-in"), signIn);
const Renewal = lazily(() => import("./shell/renewal"));

function Screens({ session }: { session: Session }) {
  const [router] = useState(newRouter);
  const renewal = useStore(session.renewal);
  return (
    <QueryClientProvider client={session.queries}>
      <RouterProvider router={router} />
      {renewal && (
        <Suspense>
          <Renewal />
        </Suspense>
      )}
    </QueryClientProvider>
  );
}

/** The screens, or the sign-in. Nothing that one session has read is left for the next. */
function Console() {
  const session = useStore(currentSession);
  if (session) return <Screens key={session.id} session={session} />;
  return (
    <Suspense>
      <SignIn failure={failure} />
    </Suspense>
  );
}

/** A script that waited as a whole would keep texts waiting that import a part of it. */
async function begin() {
  const root = createRoot(document.getElementById("root") as HTMLElement);
  const session = resume().catch((error: unknown) => {
    failure = error;
  });
  await Promise.all([readTexts(), session]);
  currentSession.subscribe(() => {
    failure = undefined;
  });
  root.render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <Console />
      </CSPProvider>
    </StrictMode>,
  );
}

void begin();
