import { type JsonObject, type OpenApiDocument, resolve } from './document.ts';

/** `webhook-events.gen.ts`: the type of each event that the document says the service sends. */
export function webhookEvents(document: OpenApiDocument): string {
  const events = Object.entries(document.webhooks).map(([type, item]) => {
    const name = schemaName(type, item);
    checkType(document, type, name);
    return { type, name };
  });
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

function schemaName(type: string, { post = {} }: Record<string, JsonObject>): string {
  const { content } = post.requestBody as { content: Record<string, { schema: JsonObject }> };
  const reference = content['application/json']?.schema.$ref;
  const [, name] = /^#\/components\/schemas\/(\w+)$/.exec(String(reference)) ?? [];
  if (name === undefined) {
    throw new Error(`The event ${type} has no schema of its own. Put it in components/schemas.`);
  }
  return name;
}

/** A receiver tells events apart by `type`, so that must say what the document calls the event. */
function checkType(document: OpenApiDocument, type: string, name: string): void {
  const reference = { $ref: `#/components/schemas/${name}` };
  const { properties } = resolve<{ properties?: Record<string, JsonObject> }>(document, reference);
  if (properties?.type?.const === type) return;
  throw new Error(`${name}: set \`const: ${type}\` on its property type, or rename the event.`);
}
