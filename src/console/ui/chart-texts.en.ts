export default {
  from: "From",
  showTable: "Show as table",
  zone: (name: string) =>
    name === "UTC"
      ? "Days run from midnight to midnight UTC."
      : `Days run from midnight to midnight in ${name}.`,
};
