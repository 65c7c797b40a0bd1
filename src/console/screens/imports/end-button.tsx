import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { cancelImport, type Import } from "#client";
import { useClient, useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { Button } from "#console/ui/button";
import { ConfirmDialog } from "#console/ui/dialog";
import { isOpen } from "./states";
import { texts } from "./texts";

/** Ends an import that is not over: discards its file, or stops the work. */
export function EndButton({ one }: { one: Import }) {
  const t = useTexts(texts);
  const client = useClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const isRunning = one.state === "running";
  if (!useMay("imports:write") || !(isRunning || isOpen(one))) return null;
  const label = isRunning ? t.stop : one.state === "checking" ? t.stopCheck : t.discard;
  const end = async () => {
    await cancelImport({ client, path: { import: one.id } });
    await queries.invalidateQueries({ queryKey: ["imports"] });
    if (!isRunning) await navigate({ to: "/leads/import" });
  };
  return (
    <>
      <Button onClick={() => setAsking(true)}>{label}</Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t.ask(label)}
        about={isRunning ? t.stopAbout : t.discardAbout}
        action={label}
        onConfirm={end}
      />
    </>
  );
}
