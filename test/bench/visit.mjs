const SYSTEMS = [
  ...[5, 6, 7].map(
    (minor) =>
      `iPhone; CPU iPhone OS 18_${minor} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.${minor} Mobile`,
  ),
  ...["Pixel 9", "SM-A536B", "SM-S928B", "2201117TY", "CPH2581"].map(
    (model) =>
      `Linux; Android 15; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Mobile`,
  ),
];
const BROWSERS = [
  "Safari/604.1",
  "Chrome/138.0.7204.46 Safari/537.36",
  "Chrome/137.0.7151.89 Safari/537.36",
  "Instagram 387.0.0.47.85",
  "Instagram 386.0.0.48.84",
  "[FBAN/FBIOS;FBAV/519.0.0.39.103]",
];

/** User agents of people's browsers. */
const USER_AGENTS = SYSTEMS.flatMap((system) =>
  BROWSERS.map((browser) => `Mozilla/5.0 (${system} ${browser}`),
);

/** The n-th visit, which is counted as a person's. */
export const visitBy = (n) => ({ headers: { "User-Agent": USER_AGENTS[n % USER_AGENTS.length] } });
