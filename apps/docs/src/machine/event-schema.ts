import { contract } from '@partner-rating/spec/contract';

/** Returns the JSON Schema of the webhook events: one of them, with every schema that they use. */
export function eventSchema(): string {
  const events = contract
    .events()
    .flatMap(({ body }) => body?.content['application/json']?.schema ?? []);
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Webhook event of the Partner Rating Service',
    oneOf: events,
    $defs: Object.fromEntries(contract.schemasBehind(events)),
  };
  return `${JSON.stringify(schema, null, 2).replaceAll('#/components/schemas/', '#/$defs/')}\n`;
}
