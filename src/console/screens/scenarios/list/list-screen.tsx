import { useNavigate, useSearch } from "@tanstack/react-router";
import { Suspense } from "react";
import { useTexts } from "#console/texts/catalogue";
import { Segmented } from "#console/ui/layout";
import { lazily } from "#console/ui/lazily";
import { Row } from "#console/ui/stack";
import { LoadingRows } from "#console/ui/states";
import { all } from "../catalogue";
import ScenarioList from "./scenario-list";
import { texts } from "./texts";

const Starts = lazily(() => import("../starts/starts"), all);

/** The workspace's scenarios, or what starts them. */
export default function ListScreen() {
  const t = useTexts(texts);
  const navigate = useNavigate({ from: "/scenarios" });
  const { view } = useSearch({ from: "/scenarios" });
  const isOfStarts = view === "starts";
  const views = (
    <Row>
      <Segmented
        label={t.view}
        value={isOfStarts ? "starts" : "scenarios"}
        options={[
          ["scenarios", t.title],
          ["starts", t.starts],
        ]}
        onChange={(next) =>
          void navigate({ search: next === "starts" ? { view: next } : {}, replace: true })
        }
      />
    </Row>
  );
  if (!isOfStarts) return <ScenarioList views={views} />;
  return (
    <Suspense fallback={<LoadingRows />}>
      <Starts views={views} />
    </Suspense>
  );
}
