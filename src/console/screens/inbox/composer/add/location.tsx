import { TextField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { useTexts } from "#console/texts/catalogue";
import { texts } from "../texts";
import { type AddProps, useMessageForm } from "./message-form";

const COORDINATES = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,;]?\s+?(-?\d{1,3}(?:\.\d+)?)\s*$/;

/** Latitude and longitude as maps give them, such as `48.8584, 2.2945`. */
function placeIn(coordinates: string) {
  const [, latitude, longitude] = COORDINATES.exec(coordinates.replace(",", ", ")) ?? [];
  return latitude === undefined || longitude === undefined
    ? undefined
    : { latitude: Number(latitude), longitude: Number(longitude) };
}

/** Sends a place on a map. */
export default function AddLocation({ conversation, onClose }: AddProps) {
  const t = useTexts(texts).add;
  const form = useMessageForm(
    conversation,
    { coordinates: "", name: "", address: "" },
    ({ coordinates, ...named }) => ({
      type: "location",
      location: { ...(placeIn(coordinates) ?? { latitude: 0, longitude: 0 }), ...named },
    }),
    ({ coordinates, name, address }) => name || address || coordinates,
  );
  const { coordinates } = form.values;
  const isPlace = placeIn(coordinates) !== undefined;
  return (
    <FormDialog
      form={form}
      title={t.location.title}
      action={t.send}
      isReady={isPlace}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="coordinates"
        at="location"
        label={t.location.coordinates}
        hint={t.location.hint}
        fault={coordinates.trim() !== "" && !isPlace && t.location.fault}
      />
      <TextField form={form} name="name" at="location.name" label={t.location.name} />
      <TextField form={form} name="address" at="location.address" label={t.location.address} />
    </FormDialog>
  );
}
