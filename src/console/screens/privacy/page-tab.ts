/**
 * Opens a tab, at once so that no browser takes it for one that nobody asked for, and shows a page
 * in it once that has come. The policy of the console holds there, which allows no styles in a page
 * as it is: they are adopted.
 */
export function openTab(waiting: string) {
  const tab = window.open("", "_blank") as (Window & typeof globalThis) | null;
  if (tab) tab.document.body.textContent = waiting;
  return {
    close: () => tab?.close(),
    show(html: string) {
      if (!tab) return;
      const [element = "", style = ""] = /<style>([^<]*)<\/style>/.exec(html) ?? [];
      const page = new DOMParser().parseFromString(html.replace(element, ""), "text/html");
      const sheet = new tab.CSSStyleSheet();
      sheet.replaceSync(style);
      tab.document.adoptedStyleSheets = [sheet];
      tab.document.documentElement.lang = page.documentElement.lang;
      tab.document.title = page.title;
      tab.document.body.replaceChildren(...page.body.childNodes);
    },
  };
}
