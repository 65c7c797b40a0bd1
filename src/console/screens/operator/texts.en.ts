export default {
  jurisdiction: "Jurisdiction",
  noJurisdiction: "None",
  jurisdictions: { eu: "European Union", fedramp: "FedRAMP (United States)" },
};
