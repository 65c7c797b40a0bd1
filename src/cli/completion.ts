import type { Command } from "commander";

/** A command's path of names, and what can follow it. */
type Place = { path: string; words: string[] };

function placesOf(command: Command, path = ""): Place[] {
  const options = command.options.flatMap(({ long }) => long ?? []);
  const inner = command.commands.filter((each) => !each.name().startsWith("_"));
  const words = [...inner.map((each) => each.name()), ...options, "--help"];
  const places = inner.flatMap((each) => placesOf(each, `${path} ${each.name()}`.trim()));
  return [{ path, words }, ...places];
}

const bash = (places: Place[]) => `_lead_engagement() {
  local path="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* ]] || path="\${path:+$path }$word"
  done
  case "$path" in
${places
  .toReversed()
  .map(
    ({ path, words }) =>
      `    "${path}"*) COMPREPLY=($(compgen -W "${words.join(" ")}" -- "\${COMP_WORDS[COMP_CWORD]}")) ;;`,
  )
  .join("\n")}
  esac
}
complete -o default -F _lead_engagement lead-engagement
`;

const zsh = (places: Place[]) => `#compdef lead-engagement
autoload -U +X bashcompinit && bashcompinit
${bash(places)}`;

const fish = (places: Place[]) =>
  places
    .map(({ path, words }) => {
      const condition = path
        ? `__fish_seen_subcommand_from ${path.split(" ").at(-1)}`
        : "__fish_use_subcommand";
      return `complete -c lead-engagement -n "${condition}" -a "${words.join(" ")}"`;
    })
    .join("\n")
    .concat("\n");

/** The scripts that complete commands and options, by shell. */
export const completions: Record<string, (program: Command) => string> = {
  bash: (program) => bash(placesOf(program)),
  zsh: (program) => zsh(placesOf(program)),
  fish: (program) => fish(placesOf(program)),
};
