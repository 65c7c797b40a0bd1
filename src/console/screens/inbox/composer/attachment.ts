import { useState } from "react";
import { type Medium, uploadMedium } from "#client";
import { useClient } from "#console/session/session";

export type Attachment = {
  name: string;
  /** True if it was recorded here, to be sent as a voice note. */
  isVoice: boolean;
  medium: Medium | null;
  error: unknown;
};

/** A file that is uploaded as soon as it is chosen. */
export function useAttachment() {
  const client = useClient();
  const [attachment, setAttachment] = useState<Attachment | null>(null);
  async function attach(file: File, isVoice = false) {
    const begun: Attachment = { name: file.name, isVoice, medium: null, error: null };
    setAttachment(begun);
    // A file that has been taken away meanwhile is not shown again.
    const settle = (change: Partial<Attachment>) =>
      setAttachment((now) => (now === begun ? { ...begun, ...change } : now));
    try {
      const isImage = ["image/jpeg", "image/png"].includes(file.type);
      const { data } = await uploadMedium({
        client,
        body: file,
        query: {
          filename: file.name,
          ...(file.type.startsWith("image/") && !isImage && { kind: "document" as const }),
        },
      });
      settle({ medium: data });
    } catch (error) {
      settle({ error });
    }
  }
  return { attachment, attach, detach: () => setAttachment(null) };
}
