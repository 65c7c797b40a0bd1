import { Link } from "@tanstack/react-router";
import type { NewSource, SourcePreset } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { buttonClass } from "#console/ui/button";
import { Note, ProblemNote } from "#console/ui/states";
import { useSourceOf } from "../source-query";
import { Connection } from "./calendly";
import type { Connected } from "./connection";
import { SetUp } from "./set-up";
import { Snippets } from "./snippets";
import { texts } from "./texts";

/** The steps that are left once the source is there. */
export function Finish({
  source: { secret, ...known },
  preset,
  problem,
}: { source: NewSource; preset: SourcePreset } & Connected) {
  const t = useTexts(texts);
  const { data: source = known } = useSourceOf(known.id, known);
  return (
    <>
      {problem !== undefined && (
        <>
          <Note tone="amber">{t.notConnected}</Note>
          <ProblemNote error={problem} />
        </>
      )}
      {source.kind === "calendly" && <Connection source={source} secret={secret} />}
      <SetUp source={source} preset={preset} secret={secret} />
      {source.kind === "form" && <Snippets source={source} />}
      <div>
        <Link
          to="/channels/sources/$source"
          params={{ source: String(source.id) }}
          className={buttonClass("primary")}
        >
          {t.done}
        </Link>
      </div>
    </>
  );
}
