import { DurableObject } from "cloudflare:workers";
import type { Bindings } from "./env";
import { lazily } from "./lib/lazy";
import { describeError, log } from "./lib/log";

/** The delay until an alarm is tried again whose module could not be loaded. */
const RETRY_MS = 10_000;

/** Names the object itself to tests. No caller can name a symbol. */
export const behind = Symbol("behind");

/** The methods that the runtime calls. */
type Handlers = Pick<
  DurableObject,
  "alarm" | "fetch" | "webSocketMessage" | "webSocketClose" | "webSocketError"
>;
type Methods<Real> = {
  [Name in Exclude<keyof Real, keyof DurableObject>]: Real[Name] extends (
    ...args: never[]
  ) => unknown
    ? Name
    : never;
}[Exclude<keyof Real, keyof DurableObject>];
type Promised<Method> = Method extends (...args: infer Args) => infer Result
  ? (...args: Args) => Promise<Awaited<Result>>
  : never;
type Shim<Real> = { [Name in Methods<Real>]: Promised<Real[Name]> } & DurableObject<Bindings> &
  Required<Handlers> & { [behind](): Promise<Real> };
type ClassOf<Real> = new (ctx: DurableObjectState, env: Bindings) => Real;

/**
 * The class of a Durable Object whose module is loaded when an object of it is first called.
 * `methods` names all that it has for callers.
 */
export function shimOf<Real extends DurableObject<Bindings>>(
  load: () => Promise<ClassOf<Real>>,
  methods: { [Name in Methods<Real>]: true },
): ClassOf<Shim<Real>> {
  const loadClass = lazily(load);

  class LazyObject extends DurableObject<Bindings> implements Required<Handlers> {
    #real: Promise<Real> | undefined;

    /** The object itself, made once. */
    [behind]() {
      this.#real ??= this.#load().catch((error: unknown) => {
        this.#real = undefined;
        throw error;
      });
      return this.#real;
    }

    async #load() {
      const Class = await loadClass();
      return new Class(this.ctx, this.env);
    }

    override async alarm(info?: AlarmInvocationInfo) {
      const real = await this[behind]().catch((error) =>
        log("error", "alarm put off: its object was not made", describeError(error)),
      );
      // The runtime gives up on an alarm that has failed six times.
      return real ? real.alarm?.(info) : this.ctx.storage.setAlarm(Date.now() + RETRY_MS);
    }

    override async fetch(request: Request) {
      const real = await this[behind]();
      return real.fetch ? real.fetch(request) : new Response(null, { status: 404 });
    }

    override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer) {
      return (await this[behind]()).webSocketMessage?.(socket, message);
    }

    override async webSocketClose(
      socket: WebSocket,
      code: number,
      reason: string,
      wasClean: boolean,
    ) {
      return (await this[behind]()).webSocketClose?.(socket, code, reason, wasClean);
    }

    override async webSocketError(socket: WebSocket, error: unknown) {
      return (await this[behind]()).webSocketError?.(socket, error);
    }
  }
  for (const name of Object.keys(methods) as Methods<Real>[])
    Object.defineProperty(LazyObject.prototype, name, {
      async value(this: LazyObject, ...args: unknown[]) {
        const real = await this[behind]();
        return (real[name] as (...args: unknown[]) => unknown).apply(real, args);
      },
    });
  return LazyObject as unknown as ClassOf<Shim<Real>>;
}
