import { type Client, type GraphVersion, getHealth, listDatabases } from "#client";
import { plain } from "../output";
import { type Check, ok, problem, warning } from "./check";

const MAX_OVERDUE_SECONDS = 300;
/** The cron of each minute measures a database at least each hour. */
const MEASURED_WITHIN_MS = 75 * 60_000;

async function checkCrons(client: Client): Promise<Check> {
  const { data } = await listDatabases({ client });
  const last = Math.max(0, ...data.map(({ measured_at: at }) => (at ? Date.parse(at) : 0)));
  if (last === 0) return problem("crons", "have not run yet: are they deployed?");
  return Date.now() - last > MEASURED_WITHIN_MS
    ? problem("crons", `have not run since ${new Date(last).toISOString()}: deploy again`)
    : ok("crons", "are alive");
}

/** Meta's answer to a version that has ended is that of an older one, or an error. */
function checkGraph({ variable, version, ends_at, state }: GraphVersion): Check {
  const what = `${plain(variable)} ${plain(version ?? "without a version")}`;
  if (state === "supported") return ok(what, ends_at ? `until ${plain(ends_at)}` : "is current");
  const isEnding = state === "ending" && `ends on ${plain(ends_at ?? "")}`;
  return state === "ended"
    ? problem(what, "has ended: set a newer one")
    : warning(what, `${isEnding || "is not known"}: update the service`);
}

/** The checks of the whole deployment, as the operator sees it. */
export async function checkDeployment(client: Client): Promise<Check[]> {
  const { data } = await getHealth({ client });
  const databases = data.databases.map(({ name, is_reachable: isReachable, latency_ms: ms }) =>
    isReachable
      ? ok(`database ${plain(name)}`, `answers in ${ms} ms`)
      : problem(`database ${plain(name)}`, "can't be reached"),
  );
  const overdue = Object.entries(data.overdue).map(([what, seconds]) =>
    (seconds ?? 0) > MAX_OVERDUE_SECONDS
      ? problem(what, `overdue by ${seconds} s: are the crons alive?`)
      : ok(what, "up to date"),
  );
  const counted = [
    ["stopped channels", data.stopped_channels],
    ["paused channels", data.paused_channels],
    ["disabled endpoints", data.disabled_endpoints],
  ] as const;
  return [
    // The service answers neither without its APP_KEY, nor to its operator without OPERATOR_TOKEN.
    ok("secrets", "APP_KEY and OPERATOR_TOKEN are set"),
    ...databases,
    await checkCrons(client),
    ...overdue,
    ...counted.map(([what, count]) => (count > 0 ? warning : ok)(what, String(count))),
    ...data.graph_versions.map(checkGraph),
    ...data.unrouted_webhooks.map(({ channel_id: id }) =>
      problem(`channel ${id}`, "gets webhooks of accounts that no channel has"),
    ),
  ];
}
