import { SwitchField } from "#console/data/form/fields";
import { fieldsOf } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { Stack } from "#console/ui/stack";
import { Note } from "#console/ui/states";
import { withIds } from "../choices";
import { isObject, type Settings } from "../graph";
import { useProblems } from "./context";
import { settingsSchema } from "./schema";
import { Members } from "./schema-field";
import { fieldTexts } from "./texts";

/** The types that ask for something by a button of the platform's own. */
const ASKING = { request_phone: "asksNumber", request_location: "asksPlace" } as const;
const ASKING_TYPES = Object.keys(ASKING) as (keyof typeof ASKING)[];
/** The parts besides the text, of which a message that asks has none. */
const PARTS = [
  ...["buttons", "list", "link_buttons", "cards", "media", "preview"],
  ...["location", "contacts", "flow"],
];

const isAudio = ({ type, media }: Settings) =>
  [type, isObject(media) ? media.type : undefined].includes("audio");

/** A message. Its type follows from what it has, but for one that asks for something. */
export function MessageForm({
  value,
  onChange,
}: {
  value: Settings;
  onChange: (value: Settings) => void;
}) {
  const t = useTexts(fieldTexts);
  const problems = useProblems("data.type");
  const asked = ASKING_TYPES.find((type) => value.type === type);
  const missing = PARTS.filter((part) => value[part] == null);
  const hidden = [
    "type",
    ...(asked ? missing : []),
    ...(isAudio(value) || value.voice != null ? [] : ["voice"]),
  ];
  const offered = asked ? [asked] : missing.length === PARTS.length ? ASKING_TYPES : [];
  const ask = (type: string) =>
    fieldsOf({ isAsking: asked === type }, ({ isAsking }) => {
      const { type: _, ...rest } = value;
      onChange(isAsking ? { ...rest, type } : rest);
    });
  return (
    <Stack gap={3}>
      <Members
        path="data"
        schema={settingsSchema("message")}
        value={withIds(value)}
        hidden={hidden}
        onChange={(next) => onChange(withIds(next))}
      />
      {offered.map((type) => (
        <SwitchField key={type} form={ask(type)} name="isAsking" {...t[ASKING[type]]} />
      ))}
      {problems.map((text) => (
        <Note key={text} tone="amber">
          {text}
        </Note>
      ))}
    </Stack>
  );
}
