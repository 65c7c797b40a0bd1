import "./style/tokens.css";
import "./style/base.css";
import "./style/theme";
import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { lazy, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { queries } from "./data/queries";
import { router } from "./routes";
import { resume, useSessionOrNone } from "./session/session";
import { toast } from "./ui/toasts";

const SignIn = lazy(() => import("./shell/sign-in"));

/** What another token has read is forgotten. */
function Console() {
  const session = useSessionOrNone();
  if (session) return <RouterProvider router={router} />;
  queries.clear();
  return (
    <Suspense>
      <SignIn />
    </Suspense>
  );
}

const root = createRoot(document.getElementById("root") as HTMLElement);

await resume().catch((error: Error) => toast(error.message));
root.render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <Console />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
