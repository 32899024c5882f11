import { componentName, type DocumentReader, type Event } from '@partner-rating/spec/document';

/** `webhook-events.gen.ts`: the type of each event that the document says the service sends. */
export function webhookEvents(contract: DocumentReader): string {
  const events = contract.events().map((event) => ({
    type: event.type,
    name: schemaName(contract, event),
  }));
  return [
    'import type {',
    ...events.map(({ name }) => `  ${name},`).toSorted(),
    "} from './types.gen.ts';",
    '',
    '/** The events of the document, by type. */',
    'export interface WebhookEvents {',
    ...events.map(({ type, name }) => `  '${type}': ${name};`),
    '}',
    '',
  ].join('\n');
}

/** A receiver tells events apart by `type`, so that must say what the document calls the event. */
function schemaName({ schemas }: DocumentReader, { type, body }: Event): string {
  const name = componentName(body?.content['application/json']?.schema ?? {});
  if (name === undefined) {
    throw new Error(`The event ${type} has no schema of its own. Put it in components/schemas.`);
  }
  if (schemas[name]?.properties?.type?.const === type) return name;
  throw new Error(`${name}: set \`const: ${type}\` on its property type, or rename the event.`);
}
