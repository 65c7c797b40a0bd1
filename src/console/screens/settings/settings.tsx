import { PartsScreen } from "#console/shell/parts";
import { useTexts } from "#console/texts/catalogue";
import { parts } from "./parts";
import { texts } from "./texts";

export default function SettingsScreen() {
  const t = useTexts(texts);
  return <PartsScreen title={t.title} about={t.about} parts={parts} names={t.parts} />;
}
