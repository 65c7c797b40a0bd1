import type { Like } from "#console/texts/catalogue";
import type en from "./texts.en";

export default {
  title: "Versions",
  version: (version: number) => `Version ${version}`,
  current: "Actuelle",
  hasRuns: "A des parcours",
  draft: "Brouillon",
  draftAbout: "Attend d’être publié",
  outdated: "Quelqu’un a publié depuis le début de ce brouillon.",
  by: (who: string) => `par ${who}`,
  you: "vous",
  token: (id: number) => `le jeton ${id}`,
  nodes: (count: string, isOne: boolean) => `${count} ${isOne ? "étape" : "étapes"}`,
  show: (version: string) => `Comparer ${version} avec la précédente`,
  showDraft: "Comparer le brouillon avec la version actuelle",
  compare: "Comparer",
  from: "De",
  to: "À",
  same: "Les deux sont identiques.",
  moved: (count: string, isOne: boolean) =>
    isOne ? "1 étape a changé de place" : `${count} étapes ont changé de place`,
  partial: "Il y a plus de différences qu’affiché.",
  added: "Ajoutés",
  removed: "Retirés",
  changed: "Modifiés",
  settings: "Réglages",
  edge: (source: string, target: string) => `${source} → ${target}`,
  none: "aucun",
  marks: { added: "nouveau", removed: "retiré", changed: "modifié" },
  restore: "Restaurer",
  restoreOf: (version: number) => `Restaurer la version ${version}`,
  restoreTitle: (version: number) => `Restaurer la version ${version} ?`,
  restoreAbout:
    "Son graphe devient la dernière version, avec ce qui le démarre. Aucune version n’est perdue.",
  noRuns: "Aucun parcours n’est en cours.",
  impact: (runs: string, moving: string) =>
    `${runs} en cours, dont ${moving} à une étape que cette version possède.`,
  impactStays: (staying: string) =>
    `${staying} ne peuvent pas passer : leur étape n’y est pas, ou a un autre type.`,
  impactKept: "Si vous ne les déplacez pas, ils gardent la version qu’ils suivent.",
  migrate: "Déplacer aussi les parcours",
  restored: (version: number) => `La version ${version} est de nouveau la dernière.`,
  changedMeanwhile: "Quelqu’un a modifié ce scénario entre-temps. Vérifiez avant de restaurer.",
} satisfies Like<typeof en>;
