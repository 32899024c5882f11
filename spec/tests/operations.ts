import { document, type Operation, type Reference, type WithContent } from './document.ts';
import { isReference, pointerTo, valueAt } from './pointers.ts';

interface PlacedOperation {
  /** The group, the path or the event's name, and the method: the keys that lead to it. */
  keys: [group: string, path: string, method: string];
  operation: Operation;
}

/** A body that is sent: by a caller, by the service, or by the service to a receiver. */
interface Body {
  operationId: string;
  /** Null for a request. */
  status: string | null;
  mediaType: string;
  /** Where its schema stands in the document. */
  schema: string;
  examples: { name: string; value: unknown }[];
}

const methods = ['get', 'put', 'post', 'delete', 'patch'];

export const operations = [...operationsIn('paths')];
export const events = [...operationsIn('webhooks')];
export const bodies = [...operations, ...events].flatMap((placed) => [...bodiesOf(placed)]);

function* operationsIn(group: 'paths' | 'webhooks'): Generator<PlacedOperation> {
  for (const [path, item] of Object.entries(document[group])) {
    for (const method of methods) {
      const operation = item[method];
      if (operation) yield { keys: [group, path, method], operation };
    }
  }
}

function* bodiesOf({ keys, operation }: PlacedOperation): Generator<Body> {
  const { operationId, requestBody, responses } = operation;
  if (requestBody) yield* bodiesIn(requestBody, pointerTo(...keys, 'requestBody'), null);
  for (const [status, response] of Object.entries(responses)) {
    yield* bodiesIn(response, pointerTo(...keys, 'responses', status), status);
  }

  function* bodiesIn(
    holder: WithContent | Reference,
    pointer: string,
    status: string | null,
  ): Generator<Body> {
    const home = isReference(holder) ? holder.$ref : pointer;
    const { content = {} } = valueAt<WithContent>(home);
    for (const [mediaType, { examples = {} }] of Object.entries(content)) {
      yield {
        operationId,
        status,
        mediaType,
        schema: `${home}${pointerTo('content', mediaType, 'schema').slice(1)}`,
        examples: Object.entries(examples).map(([name, { $ref }]) => ({
          name,
          value: valueAt<{ value: unknown }>($ref).value,
        })),
      };
    }
  }
}
