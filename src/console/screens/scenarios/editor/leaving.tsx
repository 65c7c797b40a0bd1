import { useBlocker } from "@tanstack/react-router";
import { useTexts } from "#console/texts/catalogue";
import { ConfirmDialog } from "#console/ui/dialog";
import { texts } from "./texts";
import type { SaveState } from "./use-autosave";

/** Asks before the editor is left with changes that could not be saved. */
export function Leaving({ state }: { state: SaveState }) {
  const t = useTexts(texts);
  const isStuck = state === "failed" || state === "conflict";
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isStuck && current.pathname !== next.pathname,
    // The browser asks by itself where the page is left.
    enableBeforeUnload: false,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      isOpen={status === "blocked"}
      onClose={() => reset?.()}
      title={t.leaveTitle}
      about={t.leaveAbout}
      action={t.leave}
      onConfirm={async () => proceed?.()}
    />
  );
}
