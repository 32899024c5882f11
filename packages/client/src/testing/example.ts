import { type Examples, examples } from './examples.gen.ts';

/**
 * The name of an example of the document. It begins with the operation, the event or the error it is
 * of; what a request may be ends in `-request` and what is odd about it.
 *
 * @example
 * const names: ExampleName[] = ['members.get', 'matches.submit-request', 'events.ratingUpdated'];
 */
export type ExampleName = keyof Examples;

/**
 * An example of the document as plain data: of an answer, of a request body, of an event or of an
 * error. Each call gives a copy of its own, to be changed as a test needs it.
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
  if (Object.hasOwn(examples, name)) return structuredClone(examples[name]);
  throw new TypeError(
    `There is no example "${name}". The document has, for instance, members.get, ` +
      'matches.submit-request, events.ratingUpdated and error-not_found.',
  );
}
