import { Download } from "lucide-react";
import { useMemo } from "react";
import type { ShortLink } from "#client";
import { saveFile } from "#console/data/save-file";
import { useTexts } from "#console/texts/catalogue";
import { Button } from "#console/ui/button";
import { Dialog } from "#console/ui/dialog";
import { CopyText } from "#console/ui/layout";
import { dialogTexts } from "./dialog-texts";
import dialogs from "./dialogs.module.css";
import { qrOf, qrPng, qrSvg } from "./qr";

/** The QR code of the base URL, to print or to show. */
export function QrDialog({ link, onClose }: { link: ShortLink; onClose: () => void }) {
  const t = useTexts(dialogTexts);
  const url = link.template_variable_url;
  const { size, path } = useMemo(() => qrOf(url), [url]);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.qr.title}
      about={t.qr.about}
      width="26rem"
      foot={
        <>
          <Button icon={<Download />} onClick={() => saveFile(qrSvg(url), `${link.slug}.svg`)}>
            {t.qr.download("SVG")}
          </Button>
          <Button
            icon={<Download />}
            onClick={() => void qrPng(url).then((file) => saveFile(file, `${link.slug}.png`))}
          >
            {t.qr.download("PNG")}
          </Button>
        </>
      }
    >
      <svg
        className={dialogs.qr}
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={t.qr.of(url)}
        shapeRendering="crispEdges"
      >
        <path d={path} />
      </svg>
      <CopyText text={url} />
    </Dialog>
  );
}
