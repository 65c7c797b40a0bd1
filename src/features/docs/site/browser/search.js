import MiniSearch from "minisearch";
import { OPTIONS } from "./search-options.js";

const MOST = 12;

let loading;

const load = (index) => {
  loading ??= fetch(index)
    .then((answer) => answer.text())
    .then((text) => MiniSearch.loadJSON(text, OPTIONS));
  return loading;
};

function entry({ url, title, page }) {
  const link = document.createElement("a");
  link.href = url;
  const [name, where] = [document.createElement("b"), document.createElement("small")];
  name.textContent = title;
  where.textContent = page;
  link.append(name, where);
  return link;
}

/** Arrows walk through the results; Escape leaves them. */
function handleKeys(search) {
  const input = search.querySelector("input");
  const results = search.querySelector(".results");
  const close = () => {
    results.hidden = true;
  };
  search.addEventListener("keydown", (event) => {
    const links = [...results.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement);
    if (event.key === "Escape") {
      close();
      input.focus();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      (links[at + (event.key === "ArrowDown" ? 1 : -1)] ?? input).focus();
    }
  });
  document.addEventListener("pointerdown", (event) => search.contains(event.target) || close());
  results.addEventListener("click", (event) => event.target.closest("a") && close());
  input.addEventListener("focus", () => {
    results.hidden = input.value === "";
  });
}

let handled = false;

/** Shows what is found of a text beneath the search field. */
export async function show(search, text, index) {
  if (!handled) handleKeys(search);
  handled = true;
  const found = text.trim() === "" ? [] : (await load(index)).search(text);
  if (search.querySelector("input").value !== text) return;
  const results = search.querySelector(".results");
  const nothing = document.createElement("p");
  nothing.textContent = `Nothing is found for “${text}”.`;
  results.replaceChildren(...(found.length > 0 ? found.slice(0, MOST).map(entry) : [nothing]));
  results.hidden = text.trim() === "";
}
