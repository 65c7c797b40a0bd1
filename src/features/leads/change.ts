export type { LeadChange } from "../../domain/leads";
