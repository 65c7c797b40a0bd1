import { useNavigate } from "@tanstack/react-router";
import type { Import } from "#client";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { Note } from "#console/ui/states";
import { Checked } from "./checked";
import { Columns } from "./columns";
import { useReason } from "./failure";
import { reportTexts } from "./report-texts";
import { Result } from "./result";
import { isStartable, isUnderWay, type Step } from "./states";
import { isCutOff, useSending } from "./upload";
import { Awaited, Sending, Working } from "./working";

/** The next step of an import, or its outcome. */
export function ImportBody({ one, step }: { one: Import; step: Step }) {
  const t = useTexts(reportTexts);
  const navigate = useNavigate();
  const [mayImport, mayWrite] = [useMay("imports:write"), useMay("leads:write")];
  const sending = useSending(one.id);
  const reason = useReason(one);
  const mayStart = mayImport && mayWrite;
  const goTo = (search: { step?: "columns" }) =>
    void navigate({
      to: "/leads/import/$import",
      params: { import: String(one.id) },
      search,
    });
  const change = mayStart && isStartable(one) ? () => goTo({ step: "columns" }) : undefined;
  if (isUnderWay(one)) return <Working one={one} />;
  if (sending === undefined && isCutOff(one)) return <Awaited isCutOff />;
  if (one.state === "uploading") return <Awaited isCutOff={false} />;
  if (one.state === "checked" && step === "check") return <Checked one={one} onChange={change} />;
  if (step !== "columns" || !isStartable(one)) return <Result one={one} onChange={change} />;
  if (!mayStart) return <Note tone="amber">{t.mayNotStart}</Note>;
  return (
    <>
      {sending && <Sending sending={sending} />}
      {one.state === "failed" && <Note tone="red">{reason}</Note>}
      <Columns one={one} isSending={sending !== undefined} onStarted={() => goTo({})} />
    </>
  );
}
