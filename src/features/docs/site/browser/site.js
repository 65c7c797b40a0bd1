// The pages' behaviour beyond HTML: copy buttons, search, marked contents, trial forms.
const script = document.querySelector("script[data-search]");

/** Adds a button to each block of code that copies it. */
function addCopyButtons() {
  for (const block of document.querySelectorAll("figure.code, .demo")) {
    const code = block.querySelector("code");
    const button = document.createElement("button");
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "Copied";
      setTimeout(() => {
        button.textContent = "Copy";
      }, 1_500);
    });
    block.append(button);
  }
}

/** Examples name the service that the page comes from. */
function nameOwnOrigin() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node.data.includes("http://localhost:8787"))
      node.data = node.data.replaceAll("http://localhost:8787", location.origin);
}

/** Marks the section that is being read in the contents beside it. */
function markContents() {
  const links = new Map(
    [...document.querySelectorAll(".aside a")].map((link) => [link.hash.slice(1), link]),
  );
  if (links.size === 0) return;
  const headings = [...links.keys()].map((id) => document.getElementById(decodeURIComponent(id)));
  const mark = () => {
    const passed = headings.filter((heading) => heading.getBoundingClientRect().top < 120);
    const current = (passed.at(-1) ?? headings[0]).id;
    for (const [id, link] of links) {
      const isCurrent = decodeURIComponent(id) === current;
      if (isCurrent && !link.hasAttribute("aria-current"))
        link.scrollIntoView({ block: "nearest", behavior: "instant" });
      link.toggleAttribute("aria-current", isCurrent);
    }
  };
  addEventListener("scroll", mark, { passive: true });
  mark();
}

/** Loads the search and its index when it is first used. */
function startSearch() {
  const search = document.querySelector(".search");
  search.hidden = false;
  const input = search.querySelector("input");
  const load = () => import(script.dataset.search);
  const find = async () => (await load()).show(search, input.value, script.dataset.index);
  input.addEventListener("focus", load, { once: true });
  input.addEventListener("input", find);
  input.addEventListener("keydown", async (event) => {
    if (event.key !== "Enter") return;
    await find();
    search.querySelector(".results a")?.click();
  });
  addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.closest("input, textarea, select")) return;
    event.preventDefault();
    input.focus();
  });
}

/** Shows where the current page stands in a menu that is longer than the window. */
function scrollMenu() {
  const current = document.querySelector(".menu [aria-current]");
  const menu = current?.closest(".menu");
  if (menu) menu.scrollTop = current.offsetTop - menu.clientHeight / 2;
}

async function offerTrials() {
  const places = document.querySelectorAll(".try");
  if (places.length === 0) return;
  const { offerTrial } = await import(script.dataset.try);
  for (const place of places) offerTrial(place);
}

nameOwnOrigin();
addCopyButtons();
markContents();
scrollMenu();
startSearch();
offerTrials();
