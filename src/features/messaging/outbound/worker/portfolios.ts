import { warn } from "#domain/warn";
import type { Bindings } from "#env";
import type { PortfolioLimit } from "#features/messaging/channels/sync-state";
import type { Begun, Limit, Start } from "./allowance";

type Objects = Pick<Bindings, "PORTFOLIO_ALLOWANCE">;

/** An object that does not answer in this time can't be reached. */
const TIMEOUT_MS = 2_000;

/** The methods of a portfolio's allowance. */
export type Portfolio = {
  learn(limit: Limit): Promise<void>;
  begin(starts: Start[], limit: Limit): Promise<Begun>;
  forget(starts: Start[]): Promise<void>;
  used(): Promise<number>;
};

async function inTime<Result>(call: Promise<Result>): Promise<Result> {
  const answered = new AbortController();
  const late = scheduler.wait(TIMEOUT_MS, { signal: answered.signal }).then(() => {
    throw new Error("The allowance of the portfolio does not answer.");
  });
  return Promise.race([call, late]).finally(() => answered.abort());
}

/** The allowance of a business portfolio. Each call throws if that can't be reached. */
export function portfolioOf(env: Objects, id: string): Portfolio {
  const object = env.PORTFOLIO_ALLOWANCE.getByName(id);
  return {
    learn: (limit) => inTime(object.learn(limit)),
    begin: (starts, limit) => inTime(object.begin(starts, limit)),
    forget: (starts) => inTime(object.forget(starts)),
    used: () => inTime(object.used()),
  };
}

/**
 * Tells the allowances of portfolios what was read of their limits, for all workspaces at once. An
 * allowance that does not hear of it does so by the next batch of a workspace that knows.
 */
export async function tellLimits(env: Objects, limits: PortfolioLimit[]) {
  const tell = async ({ portfolioId, ...limit }: PortfolioLimit) => {
    if (portfolioId === null || limit.at === null) return;
    const { people, at } = limit;
    await portfolioOf(env, portfolioId)
      .learn({ people, at })
      .catch(warn("limit of a portfolio not kept", { portfolio_id: portfolioId }));
  };
  await Promise.all(limits.map(tell));
}
