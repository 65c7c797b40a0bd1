import { combinedCases, filterCases } from "./filters.mjs";
import { measureLists } from "./lists.mjs";

const SIZES = [10_000, 1_000_000];

/** A full page hardly grows; one whose walk comes to its bound grows by a few times at most. */
const barsOf = ({ isPartial }) => ({ growth: { atMost: isPartial ? 4 : 1.5 } });

/**
 * `GET /v1/leads` at 10,000 and at 1,000,000 leads, with filters alone and combined. Seeding takes
 * minutes, so that this suite runs only where it is named.
 */
export const growth = () =>
  measureLists([...filterCases, ...combinedCases], { sizes: SIZES, leadsAnOther: 5, barsOf });
