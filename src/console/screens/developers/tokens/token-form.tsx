import { useState } from "react";
import type { Client, NewToken, TokenInput } from "#client";
import { FormField, SelectField, TextField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { useForm } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Segmented } from "#console/ui/layout";
import { SecretDialog } from "../secret-dialog";
import { type Ability, abilitiesOf, allAt, type Levels } from "./abilities";
import { AbilitiesField } from "./abilities-field";
import { texts } from "./texts";

const DAY_MS = 86_400_000;
const TERMS = ["never", "7", "30", "90", "365"] as const;
const PRESETS = ["write", "read", "some"] as const;
type Term = (typeof TERMS)[number];
type Preset = (typeof PRESETS)[number];

type Made = { data: NewToken };
type Props = {
  onClose: () => void;
  /** The abilities of the token's maker. */
  held: readonly Ability[];
  create: (client: Client, input: TokenInput) => Promise<Made>;
};

const expiryOf = (term: Term) =>
  term === "never" ? null : new Date(Date.now() + Number(term) * DAY_MS).toISOString();

function abilitiesIn(preset: Preset, chosen: Levels, held: readonly Ability[]) {
  if (preset === "write" && held.includes("*")) return ["*"] satisfies Ability[];
  return abilitiesOf(preset === "some" ? chosen : allAt(preset, held), held);
}

function CreateDialog({ onClose, held, create, onDone }: Props & { onDone: (made: Made) => void }) {
  const t = useTexts(texts);
  const c = useTexts(general);
  const first = {
    name: "",
    term: "never" as Term,
    preset: "write" as Preset,
    chosen: allAt("read", held),
  };
  const form = useForm(first, (client, { name, term, preset, chosen }) =>
    create(client, {
      name,
      abilities: abilitiesIn(preset, chosen, held),
      expires_at: expiryOf(term),
    }),
  );
  const { preset, chosen } = form.values;
  return (
    <FormDialog
      form={form}
      title={t.create}
      about={t.createAbout}
      width="38rem"
      action={t.create}
      onClose={onClose}
      onDone={onDone}
    >
      <TextField form={form} name="name" label={c.name} hint={t.nameHint} />
      <SelectField
        form={form}
        name="term"
        at="expires_at"
        label={t.expires}
        options={TERMS.map((one) => [one, one === "never" ? t.never : t.inDays(Number(one))])}
      />
      <FormField form={form} name="preset" at="abilities" label={t.abilities}>
        {({ id }, value, change) => (
          <div id={id}>
            <Segmented
              label={t.abilities}
              value={value}
              options={PRESETS.map((one) => [one, t.presets[one]] as const)}
              onChange={change}
            />
          </div>
        )}
      </FormField>
      {preset === "some" && (
        <AbilitiesField
          held={held}
          value={chosen}
          onChange={(levels) => form.set({ chosen: levels })}
        />
      )}
    </FormDialog>
  );
}

/** Makes a token, and shows it once. */
export function TokenForm({
  isOpen,
  onCreated,
  ...props
}: Props & { isOpen: boolean; onCreated: () => void }) {
  const t = useTexts(texts);
  const [made, setMade] = useState<NewToken | null>(null);
  const created = ({ data }: Made) => {
    setMade(data);
    onCreated();
  };
  return (
    <>
      {isOpen && <CreateDialog {...props} onDone={created} />}
      <SecretDialog
        title={made ? t.made(made.name) : ""}
        secret={made?.token ?? null}
        onClose={() => setMade(null)}
      />
    </>
  );
}
