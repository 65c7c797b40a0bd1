import { RotateCcw } from "lucide-react";
import { useEffect, useState } from "react";
import { useMay } from "../../../session/session";
import { useTexts } from "../../../texts/catalogue";
import { IconButton } from "../../../ui/button";
import { Note } from "../../../ui/states";
import type { PanelProps } from "./panel";
import { PanelFrame } from "./panel-frame";
import type { Play } from "./simulation/play";
import { Setup } from "./simulation/setup";
import { Stage } from "./simulation/stage";
import { texts } from "./simulation/texts";

/** Plays the lead of a run that only the reader sees, through the graph as it is drawn. */
export default function Simulate(props: PanelProps) {
  const t = useTexts(texts);
  const mayReadLeads = useMay("leads:read");
  const [play, setPlay] = useState<Play | null>(null);
  const { onHighlight, onClose, scenario } = props;
  useEffect(() => () => onHighlight(null), [onHighlight]);
  const restart = () => {
    setPlay(null);
    onHighlight(null);
  };
  if (play)
    return (
      <Stage
        {...props}
        play={play}
        onPlay={setPlay}
        actions={<IconButton label={t.again} icon={<RotateCcw />} onClick={restart} />}
      />
    );
  return (
    <PanelFrame title={t.title} onClose={onClose}>
      {mayReadLeads ? (
        <Setup platform={scenario.platform} onPlay={setPlay} />
      ) : (
        <Note tone="amber">{t.noLeads}</Note>
      )}
    </PanelFrame>
  );
}
