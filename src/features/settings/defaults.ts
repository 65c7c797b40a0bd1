export type Settings = { opt_out_keywords: string[]; opt_in_keywords: string[]; opt_out_confirmation: string | null };

/** The settings of a workspace that has set none. */
export const DEFAULT_SETTINGS: Settings = {
  opt_out_keywords: [
    "STOP",
    "UNSUBSCRIBE",
    "CANCEL",
    "OPTOUT",
    "QUIT",
    "END",
    "SAIR",
    "PARAR",
    "CANCELAR",
    "DESCADASTRAR",
    "BAJA",
    "ALTO",
    "ARRET",
    "DESINSCRIRE",
  ],
  opt_in_keywords: ["START", "UNSTOP"],
  opt_out_confirmation: "You are unsubscribed and will get no more messages. Reply START to subscribe again.",
};

/** What holds for a workspace that has set this. */
export const settingsOf = (stored: Partial<Settings>): Settings => ({ ...DEFAULT_SETTINGS, ...stored });
