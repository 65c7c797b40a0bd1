import { Zap } from "lucide-react";
import { type ComponentProps, Suspense, useState } from "react";
import { names } from "#console/names/catalogue";
import { useMay } from "#console/session/session";
import { Button, IconButton } from "#console/ui/button";
import { lazily } from "#console/ui/lazily";
import { all } from "../catalogue";

const Why = lazily(() => import("./why"), all, names);

/** Asks what something that happened has started, and why not more; as an icon, or in words. */
export function WhyButton({
  of,
  label,
  isWide = false,
}: Pick<ComponentProps<typeof Why>, "of"> & { label: string; isWide?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const mayReadScenarios = useMay("scenarios:read");
  const mayReadLeads = useMay("leads:read");
  if (!mayReadScenarios || !mayReadLeads) return null;
  return (
    <>
      {isWide ? (
        <Button size="small" icon={<Zap />} onClick={() => setOpen(true)}>
          {label}
        </Button>
      ) : (
        <IconButton size="small" label={label} icon={<Zap />} onClick={() => setOpen(true)} />
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <Why of={of} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
