import { useReactFlow } from "@xyflow/react";
import { Maximize, Minus, Plus, Sparkles } from "lucide-react";
import { useTexts } from "#console/texts/catalogue";
import { IconButton } from "#console/ui/button";
import { Row } from "#console/ui/stack";
import { FIT } from "./board";
import styles from "./canvas.module.css";
import { texts } from "./texts";

/** The view of the graph, and its layout. */
export function CanvasControls({ onTidy }: { onTidy: (() => Promise<void>) | undefined }) {
  const t = useTexts(texts);
  const flow = useReactFlow();
  const controls = [
    [t.zoomOut, <Minus key="out" />, () => flow.zoomOut()],
    [t.zoomIn, <Plus key="in" />, () => flow.zoomIn()],
    [t.fit, <Maximize key="fit" />, () => flow.fitView(FIT)],
    ...(onTidy ? [[t.layOut, <Sparkles key="tidy" />, onTidy] as const] : []),
  ] as const;
  return (
    <Row gap="hair" align="stretch" className={styles.controls}>
      {controls.map(([label, icon, run]) => (
        <IconButton key={label} size="small" label={label} icon={icon} onClick={() => void run()} />
      ))}
    </Row>
  );
}
