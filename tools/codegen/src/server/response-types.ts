import type { DocumentReader, Response, Schema } from '@partner-rating/spec/document';

/**
 * Returns the type of the field `headers` of a reply with a status. The field is required if one of its
 * header fields is required. Each header field is text on the wire.
 */
export function headersField(
  { resolve }: DocumentReader,
  { headers }: Response,
  ownHeaders: string[],
): string {
  const fields = Object.entries(headers)
    .filter(([name]) => !ownHeaders.includes(name.toLowerCase()))
    .map(([name, { required = false, schema }]) => ({
      code: `'${name.toLowerCase()}'${required ? '' : '?'}: ${textType(resolve<Schema>(schema))}`,
      required,
    }));
  if (fields.length === 0) return 'headers?: Record<never, never>';
  const optional = fields.some(({ required }) => required) ? '' : '?';
  return `headers${optional}: { ${fields.map(({ code }) => code).join('; ')} }`;
}

// A number as text, in TypeScript.
const numeric = `\`\${number}\``;

function textType({ type }: Schema): string {
  if (type === 'boolean') return "'true' | 'false'";
  return type === 'integer' || type === 'number' ? numeric : 'string';
}

/** Returns the error codes of a media type by status, from the examples of each response. */
export function codesByStatus(
  responses: Record<string, Response>,
  mediaType: string,
  field: 'code' | 'error',
): string {
  const statuses = Object.entries(responses).flatMap(([status, { content }]) => {
    const { examples } = content[mediaType] ?? {};
    if (Number(status) < 400 || examples === undefined) return [];
    const codes = examples.map(({ value }) => (value as Record<string, unknown>)[field]);
    const types = [...new Set(codes)].map((code) => `'${code}'`);
    return [`${status}: ${types.length === 0 ? 'never' : types.join(' | ')}`];
  });
  return statuses.length === 0 ? '{}' : `{ ${statuses.join('; ')} }`;
}
