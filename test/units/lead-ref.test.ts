import { describe, expect, it } from "vitest";
import { readLeadRef, signLeadRef } from "#features/leads/lead-ref";

describe("lead references", () => {
  const [NOW, BEFORE] = ["a".repeat(32), "b".repeat(32)];
  const signer = { workspaceId: 7, appKey: NOW, appKeyBefore: BEFORE };
  const signed = (leadId: number, by = {}) => signLeadRef({ ...signer, ...by }, leadId);

  it("name a lead in few characters that any URL takes", async () => {
    expect(await signed(1_234)).toMatch(/^r[\w-]{16}ya$/);
    expect(await readLeadRef(signer, await signed(1_234))).toBe(1_234);
  });

  it("are read by the key of before, and by no other", async () => {
    expect(await readLeadRef(signer, await signed(5, { appKey: BEFORE }))).toBe(5);
    expect(await readLeadRef(signer, await signed(5, { appKey: "c".repeat(32) }))).toBeNull();
  });

  it("name nobody in another workspace, or once they are changed", async () => {
    const ref = await signed(5);
    expect(await readLeadRef({ ...signer, workspaceId: 8 }, ref)).toBeNull();
    const other = ref.replace(/^r./, (start) => (start === "ra" ? "rb" : "ra"));
    const forged = [other, ref.replace(/.$/, "6"), `${ref}0`, ref.slice(1), ref.toUpperCase()];
    for (const text of [...forged, "", "r", "5", `r${"_".repeat(16)}zzzzzzzzzzz`])
      expect(await readLeadRef(signer, text), text).toBeNull();
  });
});
