import { useState } from "react";
import type { Source } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { useLanguage } from "#console/texts/language";
import { Card, CopyText, Segmented } from "#console/ui/layout";
import { Stack } from "#console/ui/stack";
import { Note } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import styles from "../sources.module.css";
import { texts } from "./texts";

type Words = {
  name: string;
  email: string;
  phone: string;
  send: string;
  consent: string;
  thanks: string;
  failed: string;
};

const HIDDEN = 'style="position:absolute;left:-9999px" tabindex="-1" autocomplete="off"';

const input = (label: string, attributes: string) =>
  `  <label>${label} <input ${attributes}></label>`;

const fieldsOf = (words: Words, honeypot: string | null, consent: string | null) =>
  [
    input(words.name, 'name="full_name" autocomplete="name" required'),
    input(words.email, 'name="email" type="email" autocomplete="email" required'),
    input(words.phone, 'name="phone" type="tel" autocomplete="tel"'),
    consent && input(words.consent, `name="${consent}" type="checkbox" value="on"`),
    honeypot && `  <input name="${honeypot}" aria-hidden="true" ${HIDDEN}>`,
    `  <button>${words.send}</button>`,
  ].filter(Boolean);

const plain = (url: string, fields: unknown[]) =>
  [`<form action="${url}" method="post">`, ...fields, "</form>"].join("\n");

const scripted = (url: string, fields: unknown[], words: Words) =>
  [
    '<form id="lead-form">',
    ...fields,
    "</form>",
    "<script>",
    '  const form = document.querySelector("#lead-form");',
    '  form.addEventListener("submit", async (event) => {',
    "    event.preventDefault();",
    `    const answer = await fetch("${url}", {`,
    '      method: "POST",',
    '      headers: { "Content-Type": "application/json" },',
    "      body: JSON.stringify(Object.fromEntries(new FormData(form))),",
    "    }).catch(() => null);",
    `    form.replaceWith(answer?.ok ? "${words.thanks}" : "${words.failed}");`,
    "  });",
    "</script>",
  ].join("\n");

/** The last key of a path: the name of the field that has the answer. */
const consentField = ({ consent }: Source) => {
  const from = consent?.from;
  return from === undefined
    ? null
    : ((typeof from === "string" ? from.split(".") : from).at(-1) ?? null);
};

/** The code of a form, to be pasted into a page. */
export function Snippets({ source }: { source: Source }) {
  const t = useTexts(texts).snippets;
  const language = useLanguage();
  const [way, setWay] = useState<"script" | "plain">("script");
  const { inbound_url: url, form } = source;
  if (url === null) return null;
  const fields = fieldsOf(t.words, form?.honeypot ?? null, consentField(source));
  const code = way === "script" ? scripted(url, fields, t.words) : plain(url, fields);
  return (
    <Card
      title={t.title}
      actions={
        <Segmented
          label={t.way}
          value={way}
          options={[
            ["script", t.script],
            ["plain", t.plain],
          ]}
          onChange={setWay}
        />
      }
    >
      <Stack gap={3}>
        <Soft>{way === "script" ? t.scriptAbout : t.plainAbout}</Soft>
        {way === "plain" && !form?.redirect_url && <Note tone="amber">{t.noRedirect}</Note>}
        <div lang={language} className={styles.code}>
          <CopyText text={code} label={t.copy} />
        </div>
        <Soft size="small">{t.fields}</Soft>
      </Stack>
    </Card>
  );
}
