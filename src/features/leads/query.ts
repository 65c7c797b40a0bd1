export { type LeadFilter, LeadFilterInput, LeadQuery } from "./search/query";
