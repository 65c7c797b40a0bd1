import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { platformNames } from "./platforms";

/** The platforms as the options of a select. */
export function PlatformOptions() {
  const { platforms } = useTexts(general);
  return platformNames.map((platform) => (
    <option key={platform} value={platform}>
      {platforms[platform]}
    </option>
  ));
}
