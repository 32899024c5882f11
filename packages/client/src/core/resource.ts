import type { ClientSend } from './client-send.ts';
import { oauthRefusal } from './errors/oauth-refusal.ts';
import { fillPath } from './fill-path.ts';
import type { Operation, OperationData } from './operation.ts';
import { paged } from './paging/paged.ts';
import { writeBody, writeIdempotent } from './write.ts';

/** A resource of a client: the methods of which the document has the operations. */
export type ResourceClass<Methods> = new (send: ClientSend) => Methods;

/**
 * The operations of a resource, each by its method and in one line, which is all that a bundle holds of it:
 * the HTTP method and the path, then what applies of
 *
 * - `query` or `body`: what the method takes after the parameters of the path, and before the options;
 * - `key`: it takes an idempotency key;
 * - `safe`: it only reads, although its method is not safe;
 * - `oauth`: its errors are those of OAuth;
 * - `pages:players`: it is a list, whose pages have their items under `players`.
 */
export type OperationLines = Readonly<Record<string, string>>;

/** Makes the class of a resource from the lines of its operations. */
export function resource<Methods>(name: string, lines: OperationLines): ResourceClass<Methods> {
  class Resource {
    readonly #send: ClientSend;

    constructor(send: ClientSend) {
      this.#send = send;
    }

    static {
      for (const method in lines) {
        const [verb, path, ...words] = String(lines[method]).split(' ') as [string, string];
        const has = (word: string) => (words as string[]).includes(word);
        const items = (words as string[]).find((word) => word.startsWith('pages:'))?.slice(6);
        const parameters = path.match(/(?<={)\w+/g);
        const operation: Operation<OperationData, never> = {
          id: `${name}.${method}`,
          method: verb,
          path,
          ...(has('safe') && { safe: true }),
          ...(parameters && { fillPath }),
          ...(has('key') ? { write: writeIdempotent } : has('body') && { write: writeBody }),
          ...(has('oauth') && { refusal: oauthRefusal }),
        };
        const call = function (this: Resource, ...given: object[]): unknown {
          const values = parameters?.map((parameter) => [parameter, given.shift()]);
          const query = has('query') ? given.shift() : undefined;
          const body = has('body') ? given.shift() : undefined;
          const [options] = given;
          return items
            ? paged(this.#send, operation, items as never, query, options)
            : this.#send(
                operation,
                { path: values && Object.fromEntries(values), query, body },
                options,
              );
        };
        Object.defineProperty(Resource.prototype, method, { value: call });
      }
    }
  }
  return Resource as unknown as ResourceClass<Methods>;
}
