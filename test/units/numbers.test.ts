import { describe, expect, it } from "vitest";
import { numberVariants, phonesOf } from "../../src/domain/wa-numbers";
import { nameParts } from "../../src/features/messaging/inbound/names";

describe("a number", () => {
  it.each([
    ["Brazil", "5511987654321", "551187654321"],
    ["Brazil", "5592991234567", "559291234567"],
    ["Brazil", "5516992318222", "551692318222"],
    ["Mexico", "5215512345678", "525512345678"],
  ])("of %s has two forms: %s and %s", (_, one, other) => {
    expect(numberVariants(one)).toEqual([one, other]);
    expect(numberVariants(other)).toEqual([other, one]);
  });

  it.each([
    ["a Brazilian landline", "551132654321"],
    ["a mobile number that never had eight digits", "5511952345678"],
    ["a Brazilian number with a digit too many", "55119876543211"],
    ["a Mexican number with a digit too few", "52551234567"],
    ["an American one", "16505551234"],
    ["an Argentine one", "5491123456789"],
    ["a Spanish one", "34612345678"],
    ["nothing", ""],
  ])("has one form when it is %s", (_, number) => {
    expect(numberVariants(number)).toEqual([number]);
  });

  it("may be a lead's phone with or without a plus, in either form", () => {
    expect(phonesOf("16505551234")).toEqual(["+16505551234", "16505551234"]);
    expect(phonesOf("551187654321")).toEqual([
      "+551187654321",
      "551187654321",
      "+5511987654321",
      "5511987654321",
    ]);
  });
});

describe("a profile's name", () => {
  it.each([
    ["Sheena Nelson", "Sheena", "Nelson"],
    ["  Ana  María de la Cruz ", "Ana", "María de la Cruz"],
    ["Cher", "Cher", null],
    ["🙂", "🙂", null],
    ["", null, null],
    [" \n\t ", null, null],
    [`${"é".repeat(300)} ${"🙂".repeat(300)}`, "é".repeat(255), "🙂".repeat(255)],
  ])("%j is a first and a last name", (name, first_name, last_name) => {
    expect(nameParts(name)).toEqual({ first_name, last_name });
  });
});
