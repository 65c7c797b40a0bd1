import { useQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { getWorkspaceUsage } from "#client";
import { Days } from "#console/screens/developers/usage/days";
import { QuotaBars } from "#console/screens/developers/usage/quota-bars";
import { texts as usageTexts } from "#console/screens/developers/usage/texts";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { Button } from "#console/ui/button";
import { Card } from "#console/ui/layout";
import { LoadingRows, ProblemNote } from "#console/ui/states";
import { QuotaForm } from "./quota-form";
import { texts } from "./texts";
import { useWorkspaceId } from "./use-workspace";

export default function Overview() {
  const t = useTexts(texts);
  const u = useTexts(usageTexts);
  const client = useClient();
  const id = useWorkspaceId();
  const [isEditing, setEditing] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ["workspaces", id, "usage"],
    queryFn: ({ signal }) => getWorkspaceUsage({ client, path: { workspace: id }, signal }),
  });
  if (error && !data) return <ProblemNote error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingRows />;
  const usage = data.data;
  return (
    <>
      <Card
        title={u.title}
        actions={
          <Button size="small" icon={<Pencil />} onClick={() => setEditing(true)}>
            {t.editQuotas}
          </Button>
        }
      >
        <QuotaBars usage={usage} />
      </Card>
      <Days days={usage.days} />
      {isEditing && (
        <QuotaForm workspace={id} quotas={usage.quotas} onClose={() => setEditing(false)} />
      )}
    </>
  );
}
