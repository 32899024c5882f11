import { exampleArguments, modelOf } from '@partner-rating/codegen/model';
import type { DocumentReader, Operation } from '@partner-rating/spec/document';

/** Returns a request of the operation in shell, with the examples of the document. */
export function curlExample(
  contract: DocumentReader,
  operation: Operation,
  baseUrl: string,
): string {
  const { method } = operation;
  const data = dataOf(operation);
  const usual = data.length > 0 ? 'POST' : 'GET';
  return [
    `curl ${method === usual ? '' : `-X ${method} `}"${baseUrl}${addressOf(contract, operation)}"`,
    ...credentialOf(operation),
    ...data,
  ].join(' \\\n  ');
}

/** Returns the body: JSON if the operation accepts it, or else a form. */
function dataOf({ body }: Operation): string[] {
  if (body?.required !== true) return [];
  const { 'application/json': json, 'application/x-www-form-urlencoded': form } = body.content;
  const [example] = (json ?? form)?.examples ?? [];
  if (example === undefined) return [];
  if (json === undefined) {
    return [`-d '${new URLSearchParams(example.value as Record<string, string>)}'`];
  }
  return [`-H 'Content-Type: application/json'`, `-d ${quoted(example.value)}`];
}

function addressOf(contract: DocumentReader, operation: Operation): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = operation.parameters.find((one) => one.name === name);
    return encodeURIComponent(String(contract.firstExample(parameter?.schema ?? {})));
  });
  const given = exampleArguments(contract, modelOf(contract, operation));
  const query = Object.entries(given.query).map(
    ([name, value]) =>
      `${name}=${encodeURIComponent(String(value)).replaceAll('%2C', ',').replaceAll('%3A', ':')}`,
  );
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

// Prefers the API key, because every partner has one.
function credentialOf({ schemes }: Operation): string[] {
  if (schemes.includes('ApiKey')) return ['-H "X-API-Key: $SERVICE_API_KEY"'];
  if (schemes.includes('AccessToken')) return ['-H "Authorization: Bearer $ACCESS_TOKEN"'];
  if (schemes.includes('OperatorToken')) return ['-H "Authorization: Bearer $OPERATOR_TOKEN"'];
  return [];
}

/** Returns JSON as a shell argument, with lists of plain values on one line. */
function quoted(value: unknown): string {
  const json = JSON.stringify(value, null, 2)
    .replaceAll(
      /\[\s+([^[\]{}]*?)\s+\]/g,
      (_, items: string) => `[${items.replaceAll(/\s+/g, ' ')}]`,
    )
    .replaceAll('\n', '\n  ');
  return `'${json.replaceAll("'", `'\\''`)}'`;
}
