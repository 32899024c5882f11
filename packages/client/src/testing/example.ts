import { type Examples, examples } from './examples.gen.ts';

/**
 * The name of an example of the document. It begins with its operation, event or error; that of a
 * request body ends in `-request` and, where there are several, what distinguishes it.
 *
 * @example
 * const names: ExampleName[] = ['members.get', 'matches.submit-request', 'events.ratingUpdated'];
 */
export type ExampleName = keyof Examples;

/**
 * Returns an example of the document as plain data: of an answer, a request body, an event or an
 * error. Each call returns a new copy, which a test may change.
 *
 * @throws TypeError where there is no example of this name.
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
  // Plain JSON; and React Native has no structuredClone.
  if (Object.hasOwn(examples, name)) return JSON.parse(JSON.stringify(examples[name]));
  throw new TypeError(
    `There is no example "${name}". The document has, for instance, members.get, ` +
      'matches.submit-request, events.ratingUpdated and error-not_found.',
  );
}
