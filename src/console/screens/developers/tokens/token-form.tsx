import { useState } from "react";
import type { Client, NewToken, TokenInput } from "#client";
import { isShownAtFields, useAction } from "#console/data/forms";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { Dialog } from "#console/ui/dialog";
import { Field, Input, Select } from "#console/ui/field";
import { Segmented } from "#console/ui/layout";
import { ProblemNote } from "#console/ui/states";
import { SecretDialog } from "../secret-dialog";
import { type Ability, abilitiesOf, allAt } from "./abilities";
import { AbilitiesField } from "./abilities-field";
import { texts } from "./texts";

const DAY_MS = 86_400_000;
const TERMS = ["never", "7", "30", "90", "365"] as const;
const PRESETS = ["write", "read", "some"] as const;
const FIELDS = ["name", "abilities", "expires_at"];

/** Makes a token, and shows it once. */
export function TokenForm({
  isOpen,
  onClose,
  held,
  create,
  onCreated,
}: {
  isOpen: boolean;
  onClose: () => void;
  /** What the one who makes the token may do. */
  held: readonly Ability[];
  create: (client: Client, input: TokenInput) => Promise<{ data: NewToken }>;
  onCreated: () => void;
}) {
  const t = useTexts(texts);
  const c = useTexts(general);
  const [name, setName] = useState("");
  const [term, setTerm] = useState<(typeof TERMS)[number]>("never");
  const [preset, setPreset] = useState<(typeof PRESETS)[number]>("write");
  const [chosen, setChosen] = useState(() => allAt("read", held));
  const [made, setMade] = useState<NewToken | null>(null);
  const { run, isBusy, error, errors, reset } = useAction(create, {
    onDone({ data }) {
      setMade(data);
      setName("");
      onClose();
      onCreated();
    },
  });

  const abilities = () => {
    if (preset === "write" && held.includes("*")) return ["*"] satisfies Ability[];
    return abilitiesOf(preset === "some" ? chosen : allAt(preset, held), held);
  };
  const submit = () =>
    void run({
      name,
      abilities: abilities(),
      expires_at:
        term === "never" ? null : new Date(Date.now() + Number(term) * DAY_MS).toISOString(),
    });
  const close = () => {
    reset();
    onClose();
  };

  return (
    <>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={t.create}
        about={t.createAbout}
        width="38rem"
        onSubmit={submit}
        foot={
          <>
            <Button onClick={close}>{c.cancel}</Button>
            <Button type="submit" kind="primary" isBusy={isBusy}>
              {t.create}
            </Button>
          </>
        }
      >
        {error && !isShownAtFields(error, FIELDS) && <ProblemNote error={error} />}
        <Field label={c.name} hint={t.nameHint} errors={errors.name}>
          {(control) => (
            <Input
              {...control}
              value={name}
              autoComplete="off"
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <Field label={t.expires} errors={errors.expires_at}>
          {(control) => (
            <Select
              {...control}
              value={term}
              onChange={({ target }) => setTerm(TERMS.find((one) => one === target.value) ?? term)}
            >
              {TERMS.map((one) => (
                <option key={one} value={one}>
                  {one === "never" ? t.never : t.inDays(Number(one))}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t.abilities} errors={errors.abilities}>
          {({ id }) => (
            <div id={id}>
              <Segmented
                label={t.abilities}
                value={preset}
                options={PRESETS.map((one) => [one, t.presets[one]] as const)}
                onChange={setPreset}
              />
            </div>
          )}
        </Field>
        {preset === "some" && <AbilitiesField held={held} value={chosen} onChange={setChosen} />}
      </Dialog>
      <SecretDialog
        title={made ? t.made(made.name) : ""}
        secret={made?.token ?? null}
        onClose={() => setMade(null)}
      />
    </>
  );
}
