import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { listShortLinks } from "#client";
import { TextField } from "#console/data/form/fields";
import type { Fields } from "#console/data/form/use-form";
import { useClient, useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { texts } from "../texts";

/** The address that a button opens: any, or a short link, whose clicks are counted. */
export function UrlField({
  form,
  label,
  hint,
}: {
  form: Fields<{ url: string }>;
  label: string;
  hint?: string;
}) {
  const t = useTexts(texts).add;
  const client = useClient();
  const list = useId();
  const { data } = useQuery({
    queryKey: ["inbox", "short-links"],
    queryFn: async ({ signal }) =>
      (await listShortLinks({ client, signal, query: { per_page: 100 } })).data,
    enabled: useMay("short-links:read"),
  });
  return (
    <>
      <TextField
        form={form}
        name="url"
        label={label}
        hint={hint ?? t.urlHint}
        inputMode="url"
        list={list}
      />
      <datalist id={list}>
        {data?.map(({ id, label: name, template_variable_url: url }) => (
          <option key={id} value={url ?? ""} label={name ?? ""} />
        ))}
      </datalist>
    </>
  );
}
