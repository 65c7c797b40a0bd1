import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { ApiError, getImport, type Import } from "../../../client/index";
import { useClient, useMay } from "../../session/session";
import { NotFound } from "../../shell/failures";
import { useTexts } from "../../texts/catalogue";
import { useFormat } from "../../texts/format";
import { buttonClass } from "../../ui/button";
import { Screen } from "../../ui/layout";
import { LoadingRows, ProblemNote } from "../../ui/states";
import { Checked } from "./checked";
import { Columns } from "./columns";
import { EndButton } from "./end-button";
import { Result } from "./result";
import { isUnderWay, stepOf } from "./states";
import { Steps } from "./steps";
import { texts } from "./texts";
import { isCutOff, useSending } from "./upload";
import { Awaited, Sending, Working } from "./working";

const ASK_EVERY_MS = 800;

function Body({ one, step }: { one: Import; step: "columns" | undefined }) {
  const navigate = useNavigate();
  const mayStart = [useMay("imports:write"), useMay("leads:write")].every(Boolean);
  const sending = useSending(one.id);
  const goTo = (next: { step?: "columns" }) =>
    void navigate({
      to: "/leads/import/$import",
      params: { import: String(one.id) },
      search: next,
    });
  if (isUnderWay(one)) return <Working one={one} />;
  if (one.state === "uploading" || (isCutOff(one) && !sending))
    return <Awaited isCutOff={isCutOff(one)} />;
  const isMapped = one.state === "ready" || (step === "columns" && one.state !== "cancelled");
  const canStart = ["ready", "checked", "failed"].includes(one.state) && mayStart;
  return (
    <>
      {sending && <Sending sending={sending} />}
      {isMapped && canStart ? (
        <Columns one={one} isSending={sending !== undefined} onStarted={() => goTo({})} />
      ) : one.state === "checked" ? (
        <Checked one={one} onChange={canStart ? () => goTo({ step: "columns" }) : undefined} />
      ) : (
        <Result one={one} onChange={canStart ? () => goTo({ step: "columns" }) : undefined} />
      )}
    </>
  );
}

/** An import from its file to its report, at the step where it is. */
export default function OneImport() {
  const t = useTexts(texts);
  const format = useFormat();
  const client = useClient();
  const { import: id } = useParams({ from: "/leads/import/$import" });
  const { step } = useSearch({ from: "/leads/import/$import" });
  const query = useQuery({
    queryKey: ["imports", "one", Number(id)],
    queryFn: async ({ signal }) =>
      (await getImport({ client, path: { import: Number(id) }, signal })).data,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? ASK_EVERY_MS : false),
  });
  if (query.error instanceof ApiError && query.error.status === 404) return <NotFound />;
  const one = query.data;
  const current =
    one && step === "columns" && stepOf(one) === "check" ? "columns" : one && stepOf(one);
  return (
    <Screen
      title={one?.name ?? t.title}
      about={
        one &&
        [
          one.format?.toUpperCase(),
          one.bytes > 0 && format.bytes(one.bytes),
          t.sentAt(format.relative(one.created_at)),
        ]
          .filter(Boolean)
          .join(" · ")
      }
      actions={
        <>
          <Link to="/leads/import" className={buttonClass()}>
            {t.allImports}
          </Link>
          {one && <EndButton one={one} />}
        </>
      }
    >
      {query.error && <ProblemNote error={query.error} onRetry={() => void query.refetch()} />}
      {one && current ? (
        <>
          <Steps step={current} isOver={["completed", "undoing", "undone"].includes(one.state)} />
          <Body key={one.id} one={one} step={step} />
        </>
      ) : (
        query.isPending && <LoadingRows />
      )}
    </Screen>
  );
}
