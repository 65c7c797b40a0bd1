import { useTexts } from "../../texts/catalogue";
import { Screen } from "../../ui/layout";
import { texts } from "./texts";

export default function Home() {
  const t = useTexts(texts);
  return <Screen title={t.title}>{null}</Screen>;
}
