import { useQuery } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";
import { ApiError, getImport } from "#client";
import { useClient } from "#console/session/session";
import { NotFound } from "#console/shell/failures";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { BackLink } from "#console/ui/back-link";
import { Screen } from "#console/ui/layout";
import { LoadingRows, ProblemNote } from "#console/ui/states";
import { Steps } from "#console/ui/steps";
import { EndButton } from "./end-button";
import { ImportBody } from "./import-body";
import { importKey } from "./put-import";
import { isUnderWay, stepOf, steps } from "./states";
import { texts } from "./texts";

const ASK_EVERY_MS = 800;

/** An import from its file to its report, at the step where it is. */
export default function OneImport() {
  const t = useTexts(texts);
  const format = useFormat();
  const client = useClient();
  const { import: id } = useParams({ from: "/leads/import/$import" });
  const { step: wanted } = useSearch({ from: "/leads/import/$import" });
  const query = useQuery({
    queryKey: importKey(Number(id)),
    queryFn: async ({ signal }) =>
      (await getImport({ client, path: { import: Number(id) }, signal })).data,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? ASK_EVERY_MS : false),
  });
  if (query.error instanceof ApiError && query.error.status === 404) return <NotFound />;
  const one = query.data;
  const step = one && stepOf(one, wanted);
  const isOver = one && ["completed", "undoing", "undone"].includes(one.state);
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
      actions={one && <EndButton one={one} />}
      back={<BackLink to="/leads/import">{t.allImports}</BackLink>}
    >
      {query.error && <ProblemNote error={query.error} onRetry={() => void query.refetch()} />}
      {one && step ? (
        <>
          <Steps
            label={t.stepsLabel}
            names={steps.map((name) => t.steps[name])}
            at={isOver ? steps.length : steps.indexOf(step)}
            done={t.done}
          />
          <ImportBody key={one.id} one={one} step={step} />
        </>
      ) : (
        query.isPending && <LoadingRows />
      )}
    </Screen>
  );
}
