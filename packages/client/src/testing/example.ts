import { type Examples, examples } from './examples.gen.ts';

/**
 * The name of an example of the document. The name begins with the operation, the event, or the error. The name of a
 * request body ends in `-request`, followed by a suffix if there are several.
 *
 * @example
 * const names: ExampleName[] = ['members.get', 'matches.submit-request', 'events.ratingUpdated'];
 */
export type ExampleName = keyof Examples;

/**
 * Returns an example of the document as plain data: a response, a request body, an event, or an
 * error. Each call returns a new copy, which a test may change.
 *
 * @throws TypeError if there is no example with this name.
 *
 * @example
 * const batch = example('matches.submit-request'); // a MatchBatch
 * const { ratingChanges } = await client.matches.submit({ ...batch, dryRun: true });
 *
 * @example
 * const signed = await signWebhook(example('events.ratingUpdated'), { secret });
 * const { event } = await verifyWebhook(signed, { secret });
 */
export function example<Name extends ExampleName>(name: Name): Examples[Name] {
  // The examples are plain JSON, and React Native has no structuredClone.
  if (Object.hasOwn(examples, name)) return JSON.parse(JSON.stringify(examples[name]));
  throw new TypeError(
    `There is no example "${name}". Examples of the document: members.get, ` +
      'matches.submit-request, events.ratingUpdated, and error-not_found.',
  );
}
