import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Client, NewSource, Source, SourceReplacement } from "#client";
import { setAnswer } from "#console/data/entities";
import { FormDialog } from "#console/data/form/form";
import { useForm } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { toast } from "#console/ui/toasts";
import { changeSource, SOURCES_KEY, shownSource, sourceKey } from "./source-query";

type Answer = { data: NewSource };

/** A form of some settings of a source. All others stay as they are by then. */
export const useSettings = <Values extends object>(
  { id }: Source,
  first: Values | (() => Values),
  changes: (values: Values) => Partial<SourceReplacement>,
) =>
  useForm(
    first,
    (client: Client, values: Values): Promise<Answer> => changeSource(client, id, changes(values)),
  );

/** The dialog of such a form. */
export function SettingsDialog<Values extends object>({
  source,
  form,
  title,
  about,
  onClose,
  children,
}: {
  source: Source;
  form: ReturnType<typeof useSettings<Values>>;
  title: string;
  about?: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const c = useTexts(general);
  const queries = useQueryClient();
  return (
    <FormDialog
      form={form}
      kind="drawer"
      title={title}
      about={about}
      onClose={onClose}
      onDone={({ data }) => {
        setAnswer(queries, sourceKey(source.id), shownSource(data));
        void queries.invalidateQueries({ queryKey: SOURCES_KEY });
        toast(c.saved);
      }}
    >
      {children}
    </FormDialog>
  );
}
