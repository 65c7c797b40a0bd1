import { describe, expect, it } from "vitest";
import * as z from "zod";
import { codesOf, readFault } from "#lib/read-fault";
import {
  type FaultCode,
  faultText,
  faultTexts,
  fieldErrors,
  fieldMessage,
  validationMessages,
} from "#lib/validation-messages";
import { errorsOf, wording } from "#lib/zod-errors";

describe("messages", () => {
  it("are worded as in the contract", () => {
    const {
      notOfType,
      notBeside,
      oneOf,
      consentUndecided,
      atMostPatterns,
      appScopedId,
      otherAccount,
      tokenRefused,
      notBefore,
      onlyWith,
      atMostIntervals,
      atLeast,
      atMost,
      atMostCharacters,
      atMostBytes,
      atLeastCharacters,
      atMostItems,
      atMostLines,
      atLeastItems,
      within,
      later,
      selectedOf,
      unknownMembers,
      unknownParameter,
      ...fixed
    } = validationMessages;
    expect(Object.values(fixed).map((template) => fieldMessage("tag_ids", template))).toEqual([
      "The tag ids field is required.",
      "The tag ids field must be a string.",
      "The tag ids field must be an integer.",
      "The tag ids field must be a number.",
      "The tag ids field must be an array.",
      "The tag ids field must be an object.",
      "The tag ids field must be true or false.",
      "The tag ids field must be a valid URL.",
      "The tag ids field must be a URL without credentials.",
      "The tag ids field must be the https URL of a public host, on port 443 or 8443.",
      "The tag ids field must not be a URL of this service.",
      "The tag ids field must be a valid date.",
      "The tag ids field must be a day such as 2026-11-29, or a date-time with Z or an offset " +
        "such as 2026-11-29T10:15:00Z.",
      "The tag ids field format is invalid.",
      "The selected tag ids is invalid.",
      "The tag ids has already been taken.",
      "The tag ids field must be another lead.",
      "The tag ids field must not change while there are active runs.",
      "The tag ids field can't hold placeholders.",
      "The tag ids field has a duplicate value.",
      "The tag ids field must have at least one member.",
      "The tag ids field must be a date in the future.",
    ]);
    expect(fieldMessage("snoozed_until", onlyWith("state", "snoozed"))).toBe(
      "The snoozed until field can only be used with the state snoozed.",
    );
    expect(fieldMessage("mapping", consentUndecided(["Opt-in", "DNC"]))).toContain(
      "who has unsubscribed: Opt-in, DNC. Map them",
    );
    expect(fieldMessage("age", atLeast(10))).toBe("The age field must be at least 10.");
    expect(fieldMessage("age", atMost(100))).toBe("The age field must not be greater than 100.");
    expect(fieldMessage("label", atMostCharacters(255))).toBe(
      "The label field must not be greater than 255 characters.",
    );
    expect(fieldMessage("text", atMostBytes(1000))).toBe(
      "The text field must not be greater than 1000 bytes.",
    );
    expect(fieldMessage("credentials.app_secret", atLeastCharacters(8))).toBe(
      "The credentials.app_secret field must be at least 8 characters.",
    );
    expect(fieldMessage("to", atMostIntervals(366, "day"))).toBe(
      "The to field makes a series of more than 366 days.",
    );
    expect(fieldMessage("filter", notBeside("lead_ids"))).toBe(
      "The filter field can't be used with lead ids.",
    );
    expect(fieldMessage("start_at", within("2000-01-01", "2999-12-31"))).toBe(
      "The start at field must be a date from 2000-01-01 to 2999-12-31.",
    );
    expect(fieldMessage("quiet_hours.to", later("09:00"))).toBe(
      "The quiet_hours.to field must be a time after 09:00.",
    );
    expect(fieldMessage("created_to", notBefore("created_from"))).toBe(
      "The created to field must be a date after or equal to created from.",
    );
  });

  it("count one item, and several items", () => {
    expect(
      [1, 2].map((n) => [
        validationMessages.atLeastItems(n),
        validationMessages.atMostItems(n),
        validationMessages.atLeastCharacters(n),
        validationMessages.atMostBytes(n),
      ]),
    ).toEqual([
      [
        "The :f field must have at least 1 item.",
        "The :f field must not have more than 1 item.",
        "The :f field must be at least 1 character.",
        "The :f field must not be greater than 1 byte.",
      ],
      [
        "The :f field must have at least 2 items.",
        "The :f field must not have more than 2 items.",
        "The :f field must be at least 2 characters.",
        "The :f field must not be greater than 2 bytes.",
      ],
    ]);
  });

  const params = {
    least: 1,
    most: 1024,
    choices: ["cold", "warm"],
    names: ["a", "b"],
    near: "text",
    other: "lead ids",
    type: "image",
    value: "snoozed",
    from: "2000-01-01",
    to: "2999-12-31",
    unit: "day",
  };

  it.each(Object.keys(faultTexts) as FaultCode[])(
    "name the fault %s, with its parameters",
    (code) => {
      const named = [...faultTexts[code].matchAll(/\{(\w+)/g)].map(([, name = ""]) => name);
      const own = Object.fromEntries(
        Object.entries(params).filter(([name]) => named.includes(name)),
      );
      const message = faultText(code, own);
      const read = { code, params: own };
      expect(readFault(message)).toEqual(read);
      expect(readFault(fieldMessage("data.tag_ids.0", message))).toEqual(read);
      expect(message).not.toMatch(/[{}]/);
    },
  );

  it("have a code each in an answer, in their order", () => {
    const errors = {
      name: ["The name field is required.", "Nobody knows."],
      size: ["The size field must be at least 2."],
    };
    expect(codesOf(errors)).toEqual({
      codes: { name: ["required", "other"], size: ["at_least"] },
      params: { size: [{ least: 2 }] },
    });
  });

  it("name a nested field literally", () => {
    expect(fieldMessage("nodes.0.id", validationMessages.required)).toBe(
      "The nodes.0.id field is required.",
    );
    expect(fieldMessage("tag_ids.1", validationMessages.selected)).toBe(
      "The selected tag_ids.1 is invalid.",
    );
  });

  it("treat a field as text, not as a pattern", () => {
    expect(fieldMessage("$&", validationMessages.required)).toBe("The $& field is required.");
  });

  it("are made for several fields at once", () => {
    expect(fieldErrors(["ext_id", "email"], validationMessages.taken)).toEqual({
      ext_id: ["The ext id has already been taken."],
      email: ["The email has already been taken."],
    });
  });

  it("list the values of a closed list, as long as all of them stay short", () => {
    const values = Array.from({ length: 100 }, (_, index) => `value_${index}`);
    const read = (input: string[]) =>
      errorsOf(
        z.array(z.enum(values)).safeParse(input, { error: (issue) => wording(issue) }).error
          ?.issues ?? [],
      );
    expect(read(["x"])).toEqual({
      "0": [`The selected 0 is invalid. Choose one of: ${values.join(", ")}.`],
    });
    const many = read(Array(5_000).fill("x"));
    expect(Object.keys(many).length).toBeGreaterThan(50);
    expect(JSON.stringify(many).length).toBeLessThan(110_000);
  });
});
