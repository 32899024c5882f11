import { oauthRefusal } from './errors/oauth-refusal.ts';
import type { Operation, OperationData } from './operation.ts';
import { paged } from './paging/paged.ts';
import { fillPath } from './request-url.ts';
import type { Transport } from './transport-settings.ts';
import { writeBody, writeConditional, writeIdempotent } from './write.ts';

/** The class of a resource of the client. */
export type ResourceClass<Methods> = new (send: Transport) => Methods;

/**
 * The operations of a resource, by method. Each is one short line, because a bundle contains all of them:
 * the HTTP method and the path, then any of
 *
 * - `id:memberId`: the method takes this query parameter as an argument of its own;
 * - `query` or `body`: the method takes it after those arguments, and before the options;
 * - `key`: the operation takes an idempotency key;
 * - `match`: it takes the version to replace or delete;
 * - `safe`: it is safe to repeat without a key, because it only reads or returns the same again;
 * - `oauth`: its errors have the format of OAuth;
 * - `max:5242880`: the limit of its body in bytes, instead of 1 MiB;
 * - `pages:players`: it is a list, whose pages have their items under `players`.
 */
export type OperationLines = Readonly<Record<string, string>>;

/** Creates the class of a resource from the lines of its operations. */
export function resource<Methods>(name: string, lines: OperationLines): ResourceClass<Methods> {
  class Resource {
    readonly #send: Transport;

    constructor(send: Transport) {
      this.#send = send;
    }

    static {
      for (const method in lines) {
        const line = lines[method] as string;
        const [verb, path] = line.split(' ') as [string, string];
        const [, items] = line.split('pages:');
        const [, id] = line.match(/ id:(\w+)/) ?? [];
        // A copy of this object takes less memory than a new object with a computed name.
        const unnamed = id && { [id]: undefined };
        const has = (word: string) => line.includes(` ${word}`);
        const parameters = path.match(/(?<={)\w+/g);
        const operation: Operation<OperationData, never> = {
          id: `${name}.${method}`,
          method: verb,
          path,
          safe: has('safe'),
          maxBytes: Number.parseInt(line.split('max:')[1] ?? '', 10) || undefined,
          fillPath: parameters ? fillPath : undefined,
          write: has('key')
            ? writeIdempotent
            : has('match')
              ? writeConditional
              : has('body')
                ? writeBody
                : undefined,
          refusal: has('oauth') ? oauthRefusal : undefined,
        };
        const takesQuery = has('query');
        const takesBody = has('body');
        const call = function (this: Resource, ...given: object[]): unknown {
          let index = parameters ? parameters.length : 0;
          const path = parameters
            ? Object.fromEntries(parameters.map((parameter, at) => [parameter, given[at]]))
            : undefined;
          const identifier = id ? given[index++] : undefined;
          let query: Record<string, unknown> | undefined = takesQuery
            ? (given[index++] as Record<string, unknown> | undefined)
            : undefined;
          if (id) {
            query = { ...unnamed, ...query };
            query[id] = identifier;
          }
          const body = takesBody ? given[index++] : undefined;
          const options = given[index];
          return items
            ? paged(this.#send, operation, items as never, query, options)
            : this.#send(operation, { path, query, body }, options);
        };
        Object.defineProperty(Resource.prototype, method, { value: call });
      }
    }
  }
  return Resource as unknown as ResourceClass<Methods>;
}
