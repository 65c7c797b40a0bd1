import { useQuery } from "@tanstack/react-query";
import { getUsage } from "#client";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { Card } from "#console/ui/layout";
import { LoadingRows, ProblemNote } from "#console/ui/states";
import { Days } from "./days";
import { QuotaBars } from "./quota-bars";
import { texts } from "./texts";

export default function UsageScreen() {
  const t = useTexts(texts);
  const client = useClient();
  const { data, error, refetch } = useQuery({
    queryKey: ["usage"],
    queryFn: ({ signal }) => getUsage({ client, signal }),
  });
  if (error) return <ProblemNote error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingRows />;
  return (
    <>
      <Card title={t.title}>
        <QuotaBars usage={data.data} />
      </Card>
      <Days days={data.data.days} />
    </>
  );
}
