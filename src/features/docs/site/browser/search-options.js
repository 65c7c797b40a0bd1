/** The options by which texts are indexed and found; the build and the browser must agree. */
export const OPTIONS = {
  idField: "url",
  fields: ["title", "page", "text"],
  storeFields: ["url", "title", "page"],
  searchOptions: {
    boost: { title: 4, page: 1.5 },
    prefix: true,
    fuzzy: (term) => (term.length > 3 ? 0.2 : false),
    combineWith: "AND",
  },
};
