import { describe, expect, it } from "vitest";
import { currentNumber, numberVariants } from "#domain/wa-numbers";
import { nameParts } from "#features/messaging/inbound/names";

describe("a number", () => {
  it.each([
    ["Brazil", "5511987654321", ["551187654321"]],
    ["Brazil", "5592991234567", ["559291234567"]],
    ["Brazil", "5516992318222", ["551692318222"]],
    ["Mexico", "525512345678", ["5215512345678"]],
    ["Argentina", "5491123456789", ["541123456789"]],
    ["Argentina", "5492944123456", ["542944123456"]],
    ["Ivory Coast, of Moov", "2250101234567", ["22501234567"]],
    ["Ivory Coast, of Moov", "2250170012345", ["22570012345"]],
    ["Ivory Coast, of MTN", "2250505654321", ["22505654321"]],
    ["Ivory Coast, of MTN", "2250564112233", ["22564112233"]],
    ["Ivory Coast, of Orange", "2250707123456", ["22507123456"]],
    ["Ivory Coast, of Orange", "2250749112233", ["22549112233"]],
    ["Benin", "2290197112233", ["22997112233"]],
    ["Benin", "2290166334455", ["22966334455"]],
    ["Gabon, of Libertis", "24166031234", ["24106031234", "2416031234"]],
    ["Gabon, of Moov", "24162031234", ["24102031234", "2412031234"]],
    ["Gabon, of Airtel", "24177280150", ["24107280150", "2417280150"]],
    ["Gabon, of Airtel", "24174280150", ["24104280150", "2414280150"]],
    ["Gabon, of a landline", "24111765432", ["24101765432", "2411765432"]],
  ])("of %s has several forms: %s and %j", (_, current, older) => {
    for (const one of [current, ...older]) {
      expect(currentNumber(one)).toBe(current);
      expect(numberVariants(one)[0]).toBe(one);
      expect(numberVariants(one).toSorted()).toEqual([current, ...older].toSorted());
    }
  });

  it.each([
    ["a Brazilian landline", "551132654321"],
    ["a mobile number that never had eight digits", "5511952345678"],
    ["a Brazilian number with a digit too many", "55119876543211"],
    ["a Mexican number with a digit too few", "52551234567"],
    ["an Argentine one with a digit too few", "54112345678"],
    ["an Ivorian landline", "2252720304050"],
    ["an Ivorian one of an operator that its digit does not name", "2250705654321"],
    ["a Beninese one with a digit too few", "229019711223"],
    ["a Gabonese one that was given out since", "24176031234"],
    ["an American one", "16505551234"],
    ["a Spanish one", "34612345678"],
    ["nothing", ""],
  ])("has one form when it is %s", (_, number) => {
    expect(numberVariants(number)).toEqual([number]);
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
