import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { getShortLink } from "#client";
import { useScenario } from "#console/data/scenario-names";
import { useClient } from "#console/session/session";

/** A scenario by its name; with `head`, it leads to that trigger of it. */
export function ScenarioLink({ id, head }: { id: number; head?: string | undefined }) {
  const scenario = useScenario(id);
  return (
    <Link to="/scenarios/$scenario" params={{ scenario: String(id) }} search={{ head }}>
      <bdi>{scenario?.name ?? `#${id}`}</bdi>
    </Link>
  );
}

/** A short link by what people call it. */
export function LinkName({ id }: { id: number }) {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ["short-link", id, "name"],
    queryFn: ({ signal }) => getShortLink({ client, path: { shortLink: id }, signal }),
  });
  return (
    <Link to="/links/$link" params={{ link: String(id) }}>
      <bdi>{data?.data.label ?? data?.data.slug ?? `#${id}`}</bdi>
    </Link>
  );
}
