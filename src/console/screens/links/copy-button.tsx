import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { IconButton } from "#console/ui/button";
import { bareUrl } from "./queries";
import { texts } from "./texts";

const COPIED_MS = 1_500;

export function CopyButton({ url }: { url: string }) {
  const t = useTexts(texts);
  const { copied } = useTexts(general);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <IconButton
      label={isCopied ? copied : t.copyUrl(bareUrl(url))}
      size="small"
      icon={isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      onClick={() => void navigator.clipboard.writeText(url).then(() => setCopied(true))}
    />
  );
}
