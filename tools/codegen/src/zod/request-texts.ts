import { componentName, type DocumentReader, type Schema } from '@partner-rating/spec/document';

/** The schemas with `format: plain-text` applied for requests or for responses. */
export interface RequestTexts {
  /** Returns the component schema with this name, with the rule if only requests use it. */
  named: (name: string, schema: Schema) => Schema;
  /** Returns a schema of a request. If responses use it too, the rule is added at the reference. */
  sent: (schema: Schema) => Schema;
}

/** Applies the text rule only to requests, because a response may contain texts that were stored before the rule. */
export function requestTexts(contract: DocumentReader): RequestTexts {
  const operations = contract.operations();
  const ofRequests = contract.schemasBehind(
    operations.map(({ parameters, body }) => ({ parameters, body })),
  );
  const ofAnswers = contract.schemasBehind([
    operations.map(({ responses }) => responses),
    contract.events(),
  ]);

  function sent(node: unknown): unknown {
    if (typeof node !== 'object' || node === null) return node;
    const name = componentName(node);
    const shared = name !== undefined && ofAnswers.has(name) ? contract.schemas[name] : undefined;
    if (shared === undefined) return mapped(node, sent);
    if (shared.format === 'plain-text') return { ...node, format: 'plain-text' };
    return hasTexts(shared) ? sent(shared) : node;
  }

  const hasTexts = (schema: Schema): boolean =>
    [schema, ...contract.schemasBehind(schema).values()].some((one) =>
      JSON.stringify(one).includes('"format":"plain-text"'),
    );

  return {
    named: (name, schema) =>
      (ofRequests.has(name) && !ofAnswers.has(name) ? sent(schema) : read(schema)) as Schema,
    sent: (schema) => sent(schema) as Schema,
  };
}

function read(node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node;
  if (!('format' in node) || node.format !== 'plain-text') return mapped(node, read);
  const { format: _, ...schema } = node;
  return schema;
}

function mapped(node: object, change: (part: unknown) => unknown): unknown {
  if (Array.isArray(node)) return node.map(change);
  return Object.fromEntries(Object.entries(node).map(([key, part]) => [key, change(part)]));
}
