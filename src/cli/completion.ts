import type { Command, Option } from "commander";

/** A command's path of names, the commands below it, and all that can follow it. */
type Place = { path: string; names: string[]; words: string[] };

const isValued = ({ required, optional }: Option) => required || optional;

function placesOf(command: Command, path = ""): Place[] {
  const options = command.options.flatMap(({ long }) => long ?? []);
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  const names = command.commands.map((each) => each.name());
  const words = [...names, ...choices, ...options, "--help"];
  const places = command.commands.flatMap((each) =>
    placesOf(each, `${path} ${each.name()}`.trim()),
  );
  return [{ path, names, words }, ...places];
}

const allOptions = (command: Command): Option[] => [
  ...command.options,
  ...command.commands.flatMap(allOptions),
];

/** The names of the options that have a value, and the values of those that have a few. */
function valuesOf(program: Command) {
  const options = allOptions(program).filter(isValued);
  const names = [
    ...new Set(options.flatMap(({ long, short }) => [long ?? [], short ?? []].flat())),
  ];
  return { names, closed: options.filter(({ argChoices }) => argChoices) };
}

/** A function that prints what can follow the words before, for bash and zsh. */
function candidates(program: Command) {
  const { names, closed } = valuesOf(program);
  const places = placesOf(program)
    .toReversed()
    .map(({ path, words }) => `    "${path}"*) echo "${words.join(" ")}" ;;`);
  const values = closed.map(
    ({ long, argChoices }) => `    ${long}) echo "${argChoices?.join(" ")}"; return ;;`,
  );
  return `__lead_engagement() {
  local place="" option="" word
  for word in "$@"; do
    if [ -n "$option" ]; then option=""; continue; fi
    case "$word" in
      ${names.join("|")}) option="$word" ;;
      -*) ;;
      *) place="\${place:+$place }$word" ;;
    esac
  done
  case "$option" in
${values.join("\n")}
    ?*) return ;;
  esac
  case "$place" in
${places.join("\n")}
  esac
}
`;
}

const bash = (program: Command) => `${candidates(program)}
_lead_engagement() {
  local words="$(__lead_engagement "\${COMP_WORDS[@]:1:COMP_CWORD-1}")"
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _lead_engagement lead-engagement
`;

// The last line is for a file in `fpath`, whose first call defines the function.
const zsh = (program: Command) => `#compdef lead-engagement
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
${candidates(program)}
_lead-engagement() {
  local -a found
  found=(\${=$(__lead_engagement "\${(@)words[2,CURRENT-1]}")})
  compadd -a found || _files
}
compdef _lead-engagement lead-engagement
[[ $funcstack[1] != _lead-engagement ]] || _lead-engagement
`;

const SEEN = "__fish_seen_subcommand_from";

const fish = (program: Command) =>
  [
    ...placesOf(program).map(({ path, names, words }) => {
      const isBelow = names.length > 0 ? `; and not ${SEEN} ${names.join(" ")}` : "";
      const condition = path
        ? `${SEEN} ${path.split(" ").at(-1)}${isBelow}`
        : "__fish_use_subcommand";
      return `complete -c lead-engagement -n "${condition}" -a "${words.join(" ")}"`;
    }),
    ...valuesOf(program).closed.map(
      ({ long, argChoices }) =>
        `complete -c lead-engagement -l ${long?.slice(2)} -x -a "${argChoices?.join(" ")}"`,
    ),
  ]
    .join("\n")
    .concat("\n");

/** The scripts that complete commands and options, by shell. */
export const completions: Record<string, (program: Command) => string> = { bash, zsh, fish };
