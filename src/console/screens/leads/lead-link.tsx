import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { getLead } from "#client";
import { leadName } from "#console/data/lead-name";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { leadKey } from "./lead-key";

/** A link to another lead, by its name. It opens beside what is being done. */
export function LeadLink({ id }: { id: number }) {
  const { unknownName } = useTexts(general);
  const client = useClient();
  const { data } = useQuery({
    queryKey: leadKey(id),
    queryFn: ({ signal }) => getLead({ client, path: { lead: id }, signal }),
  });
  return (
    <Link to="/leads/$lead" params={{ lead: String(id) }} target="_blank">
      <bdi>{data ? leadName(data.data, unknownName) : `#${id}`}</bdi>
    </Link>
  );
}
