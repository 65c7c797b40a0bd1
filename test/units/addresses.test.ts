import { describe, expect, it } from "vitest";
import { emailAddress, keyOfEmail, keyOfPhone, normalPhone } from "#domain/addresses";
import { phoneIn } from "#domain/written-phone";

describe("a phone", () => {
  it.each([
    ["FR", "06 39 98 01 42", "+33639980142", "+33639980142"],
    ["FR", "0033 6 39 98 01 42", "+33639980142", "+33639980142"],
    ["FR", "33639980142", "+33639980142", "+33639980142"],
    ["FR", "+33639980142.0", "+33639980142", "+33639980142"],
    ["FR", "4915112345678", "4915112345678", "+4915112345678"],
    ["DE", "030 1234567", "+49301234567", "+49301234567"],
    ["DE", "7654 329", "+497654329", "+497654329"],
    ["DE", "12.05.19901", "+49120519901", "+49120519901"],
    ["DK", "12.34.2056", "+4512342056", "+4512342056"],
    [null, "+1 (415) 555-0132", "+14155550132", "+14155550132"],
    [null, "33 6 39 98 01 42", "33 6 39 98 01 42", "+33639980142"],
    [null, "639980142", "639980142", "+639980142"],
    [null, "+999 1234 5670", "+999 1234 5670", "+99912345670"],
    [null, "+52 1 55 1234 5678", "+5215512345678", "+525512345678"],
    ["AR", "011 15-2345-6789", "+5491123456789", "+5491123456789"],
    [null, "+54 11 2345-6789", "+541123456789", "+5491123456789"],
    ["CI", "07 12 34 56", "+22507123456", "+2250707123456"],
    ["CI", "07 07 12 34 56", "+2250707123456", "+2250707123456"],
    ["BJ", "97 11 22 33", "+22997112233", "+2290197112233"],
    ["GA", "06 03 12 34", "+24106031234", "+24166031234"],
    ["GA", "066 03 12 34", "+24166031234", "+24166031234"],
  ])("of %s can be an address: %j is stored as %s, with the key %s", (country, sent, text, key) => {
    expect([normalPhone(sent, country), keyOfPhone(sent, country)]).toEqual([text, key]);
  });

  it.each([
    ...["n/a", "inconnu", "", "12", "12345", "3.36E+10", "1-800-FLOWERS", "06 39 98"].map(
      (text) => ["FR", text] as const,
    ),
    ...["0000000000", "1111111111", "0123456789", "12345678", "987654321", "1234567890"].map(
      (text) => ["FR", text] as const,
    ),
    ["FR", "+33 0 00 00 00 00"],
    ["FR", "+33 6 66 66 66 66"],
    ["FR", "06 39 98 01 42 ext. 12"],
    ["FR", "061234567890"],
    ["FR", "61234567"],
    ["FR", "99999998"],
    ["FR", "99912345670"],
    ["DE", "12.05.1990"],
    ["DE", "1990-05-12"],
    ["DE", "12345"],
    ["DE", "0000000000"],
    ["DE", "765432"],
    ["DE", "+4912345"],
    ["US", "555 0100"],
    ["US", "+1 555 0100"],
    ["US", "+1 987 654 3210"],
    [null, "12/05/1990"],
    [null, "2024-12-31"],
    [null, "0612345678"],
    [null, "1234567"],
    [null, "7654329"],
    [null, "12345678"],
    [null, "22222222"],
    [null, "+0612345678"],
    [null, "1234567890123456"],
  ] as const)("of %s can't be an address, and stays as it is: %j", (country, sent) => {
    expect([normalPhone(sent, country), keyOfPhone(sent, country)]).toEqual([sent, null]);
  });

  it("is found in a text where it can be an address", () => {
    expect(phoneIn("Call 06 39 98 01 42, after six", "FR")).toBe("+33639980142");
    expect(phoneIn("12345678", "DE")).toBeUndefined();
    expect(phoneIn("geboren 12.05.1990", "DE")).toBeUndefined();
    expect(phoneIn("639980142", null)).toBeUndefined();
  });
});

describe("an e-mail", () => {
  it.each([
    ["ada@x.test", "ada@x.test", "ada@x.test"],
    ["Zoé@Example.COM", "Zoé@Example.COM", "zoé@example.com"],
    ["root@localhost", "root@localhost", "root@localhost"],
    ["mailto:m@x.test", "m@x.test", "m@x.test"],
    ["MAILTO:m@x.test?subject=Hi@you", "m@x.test", "m@x.test"],
    ["Name <o@x.test>", "o@x.test", "o@x.test"],
    ['"Doe, Jo" <jo@x.test>', "jo@x.test", "jo@x.test"],
    ["<mailto:jo@x.test>", "jo@x.test", "jo@x.test"],
    ["ada@münchen.example", "ada@münchen.example", "ada@xn--mnchen-3ya.example"],
    ["ada@XN--mnchen-3ya.example", "ada@XN--mnchen-3ya.example", "ada@xn--mnchen-3ya.example"],
    ["ada@mu\u0308nchen.example", "ada@mu\u0308nchen.example", "ada@xn--mnchen-3ya.example"],
    ["a@é.test/x", "a@é.test/x", "a@é.test/x"],
  ])("can be an address: %j is stored as %s, with the key %s", (sent, text, key) => {
    expect(emailAddress(sent)).toEqual({ text, key });
  });

  it.each([
    "",
    "n/a",
    "pas d'email",
    "pas un mail",
    "ada",
    "@x.test",
    "ada@",
    "ada@x",
    "ada@x.",
    "ada@.test",
    "ada@x..test",
    "ada@@x.test",
    "ada@x.test bob@x.test",
    "ada @x.test",
    "mailto:ada",
    "Ada <n/a>",
  ])("can't be an address: %j", (sent) => {
    expect([emailAddress(sent), keyOfEmail(sent)]).toEqual([undefined, null]);
  });
});
