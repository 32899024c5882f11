import { oauthRefusal } from './errors/oauth-refusal.ts';
import { fillPath } from './fill-path.ts';
import type { Operation, OperationData } from './operation.ts';
import { paged } from './paging/paged.ts';
import type { Transport } from './transport-settings.ts';
import { writeBody, writeConditional, writeIdempotent } from './write.ts';

/** A resource of a client: the methods of which the document has the operations. */
export type ResourceClass<Methods> = new (send: Transport) => Methods;

/**
 * The operations of a resource, each by its method and in one line, which is all that a bundle holds of it:
 * the HTTP method and the path, then what applies of
 *
 * - `id:memberId`: the method takes this parameter of the query without a name;
 * - `query` or `body`: what the method takes after the parameters without a name, and before the options;
 * - `key`: it takes an idempotency key;
 * - `match`: it takes the version that it replaces or deletes;
 * - `safe`: it is safe to repeat without one: it only reads, or gives the same again;
 * - `oauth`: its errors are those of OAuth;
 * - `max:5242880`: its body may have as many bytes, instead of 1 MiB;
 * - `pages:players`: it is a list, whose pages have their items under `players`.
 */
export type OperationLines = Readonly<Record<string, string>>;

/** Makes the class of a resource from the lines of its operations. */
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
        // Copied by each call, since an object whose name is computed takes more memory.
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
