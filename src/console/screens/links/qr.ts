import { encode } from "uqr";

/** Modules of white around the code, as the standard asks for. */
const BORDER = 4;

/** The QR code of a text: its size in modules, and the path of the dark ones. */
export function qrOf(text: string) {
  const { data, size } = encode(text, { ecc: "M", border: BORDER });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [{ x, y }] : [])));
  return { size, dark, path: dark.map(({ x, y }) => `M${x} ${y}h1v1h-1z`).join("") };
}

/** The code as a file of SVG. */
export function qrSvg(text: string) {
  const { size, path } = qrOf(text);
  const markup =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" ` +
    `shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/>` +
    `<path d="${path}"/></svg>`;
  return new Blob([markup], { type: "image/svg+xml" });
}

const LEAST_WIDTH_PX = 1_024;

/** The code as a file of PNG, large enough for print. */
export async function qrPng(text: string) {
  const { size, dark } = qrOf(text);
  const scale = Math.ceil(LEAST_WIDTH_PX / size);
  const canvas = new OffscreenCanvas(size * scale, size * scale);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser draws nothing.");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "#000";
  for (const { x, y } of dark) context.fillRect(x * scale, y * scale, scale, scale);
  return canvas.convertToBlob({ type: "image/png" });
}
