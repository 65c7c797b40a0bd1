import { getTableColumns } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { filledColumns, joinedColumns } from "#db/merging/fields";
import { leads } from "#db/schema/leads";
import { plainColumns as changedColumns } from "#db/statements/leads/changes";
import { columnsWhere, conditionedNames, namesSetBy } from "#domain/field-names";
import { leadFields, mainFields, moreFields } from "#domain/lead-fields";
import { profileFields, profileMembers } from "#domain/leads";
import { comparedFields } from "#features/automation/scenarios/clauses";
import { fieldLists } from "#features/docs/lists";
import { ownNames } from "#features/imports/reading/known-columns";
import { readersOf } from "#features/imports/reading/lead";
import { targetsOf } from "#features/imports/reading/mapping";
import { fitsOf } from "#features/imports/reading/suggest-mapping";
import { knownColumns } from "#features/leads/bulk/read";
import { answerShape, inputShape } from "#features/leads/field-schemas";
import { filteredNames, filterShape } from "#features/leads/search/field-filters";
import { plainColumns } from "#features/leads/write";
import { snakeCase } from "#lib/case";
import { filter } from "#lib/fields";
import { filters } from "#mcp/tools/leads";
// @ts-expect-error: plain JavaScript
import { leadUpdates } from "../../drizzle/lead-updates.mjs";
import updates from "../../src/db/triggers/lead-updates.sql?raw";

const columns = Object.keys(getTableColumns(leads)).map(snakeCase);
/** The places that a field of text and of a closed list that nobody has thought of must reach. */
const fields = {
  ...mainFields,
  x_test: { kind: "text", setBy: ["api", "scenarios"], filter: "Leads with this text." },
  x_choice: {
    kind: "choice",
    values: ["one", "two"],
    list: "XChoice",
    setBy: ["api", "scenarios"],
  },
} as const;
const added = ["x_test", "x_choice"];
const documented = (shape: z.ZodRawShape) => z.toJSONSchema(z.object(shape), { io: "input" });

describe("the table of a lead's fields", () => {
  it("has a column for each field, and a field for each column that is none of the lead's keeping", () => {
    const ofFields = columnsWhere(leadFields, () => true).flat();
    expect(ofFields.filter((name) => !columns.includes(name))).toEqual([]);
    expect(columns.filter((name) => !ofFields.includes(name))).toEqual([
      ...["id", "workspace_id", "seq", "block", "email_search", "phone_search", "ext_id_search"],
      "stage_booking_id",
      ...["variables", "data", "enrolled_at", "profile_extracted_at", "profile"],
      ...["profile_pinned", "last_inbound_at", "last_outbound_at", "changed_by"],
      ...["created_at", "updated_at"],
    ]);
  });

  it("says what merging does with each column", () => {
    const kept = ["id", "workspace_id", "seq", "block", "changed_by", "updated_at"];
    const made = ["email_search", "phone_search", "ext_id_search", "stage_booking_id"];
    const joined = columns.filter((name) => ![...kept, ...made].includes(name));
    expect(joinedColumns.toSorted()).toEqual(joined.toSorted());
  });

  it("has the fields that analyses fill", () => {
    expect([...namesSetBy(leadFields, "analyses"), ...profileMembers]).toEqual(profileFields);
  });

  it("makes the trigger that lists what has changed", () => {
    expect(updates).toBe(leadUpdates());
  });
});

describe("a field that is added to the table", () => {
  const parts: [string, Iterable<string>][] = [
    ["bodies", Object.keys(inputShape(fields, namesSetBy(fields, "api")))],
    ["update_lead", namesSetBy(fields, "scenarios")],
    ["answers", Object.keys(answerShape(fields))],
    ["what requests store", Object.keys(plainColumns(fields, {})).map(snakeCase)],
    ["what scenarios store", changedColumns(fields)],
    ["bulk writes", knownColumns(fields)],
    ["merging", filledColumns(fields).flat()],
    ["conditions", comparedFields(fields)],
    ["the engine's lead", conditionedNames(fields)],
    ["targets of imports", targetsOf(fields)],
    ["readers of imports", Object.keys(readersOf(fields))],
    ["fits of imports", Object.keys(fitsOf(fields))],
    ["columns of files", Object.keys(ownNames(fields))],
    ["the event", leadUpdates(fields, moreFields).match(/\w+/g)],
  ];

  it.each(parts)("is in %s", (_, names) => {
    expect([...names]).toEqual(expect.arrayContaining(added));
  });

  it("is a filter of requests, segments and agents, if its row says so", () => {
    const shape = filterShape(fields, filter, ["true", "false"]);
    expect(documented(shape).properties).toMatchObject({
      x_test: { description: "Leads with this text." },
    });
    for (const names of [Object.keys(shape), filteredNames(fields), filters(fields)]) {
      expect(names).toContain("x_test");
      expect(names).not.toContain("x_choice");
    }
  });

  it("stands in the document, and its closed list has a name there", () => {
    expect(documented(answerShape(fields)).properties).toMatchObject({
      x_test: { type: ["string", "null"] },
      x_choice: { anyOf: [{ enum: ["one", "two"] }, { type: "null" }] },
    });
    expect(fieldLists(fields)).toHaveProperty("XChoice", ["one", "two"]);
  });
});
