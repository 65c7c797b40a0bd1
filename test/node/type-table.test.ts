import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { FreeMessageType } from "#client";
import { PLATFORMS, type platformRow } from "#console/data/platforms";
import { ADDED_TYPES } from "#console/screens/inbox/composer/add/added-types";
import type { OutgoingType } from "#domain/messaging";
import { platforms } from "#domain/platforms";
import { linesOf, tableIn, typeTable } from "#test/support/type-table";

const guide = readFileSync("src/features/docs/guides/messaging.md", "utf8");

type Row = ReturnType<typeof platformRow>;

const takes = (files: string) => (row: Row) =>
  row.accepts === undefined || row.accepts.split(",").includes(files);

/** The rows by which the composer of the console's inbox offers a type. */
const OFFERED: Partial<Record<OutgoingType, (row: Row) => boolean>> = {
  text: () => true,
  template: ({ hasTemplates }) => hasTemplates,
  // Those with a dialog of their own: wherever the platform sends them.
  ...Object.fromEntries(ADDED_TYPES.map((type) => [type, () => true])),
  request_phone: ({ hasNumbers }) => hasNumbers,
  image: takes("image/*"),
  video: takes("video/*"),
  audio: takes("audio/*"),
  document: takes("application/pdf"),
  reaction: ({ reactions }) => reactions.length > 0,
};

const offered = Object.fromEntries(
  platforms.map((platform) => [
    platform,
    Object.entries(OFFERED).flatMap(([type, isOffered]) =>
      isOffered(PLATFORMS[platform]) ? [type as OutgoingType] : [],
    ),
  ]),
) as Record<(typeof platforms)[number], OutgoingType[]>;

it("the guide says where each type of message can be sent, as the code has it", () => {
  const table = linesOf(typeTable(Object.values(FreeMessageType), offered)).join("\n");
  expect(tableIn(guide).join("\n"), `The guide's table should be:\n${table}\n`).toBe(table);
});
