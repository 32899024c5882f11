import type { DocumentReader, Operation, Schema } from '@partner-rating/spec/document';
import { exampleArguments, type ModelOperation, modelOf } from '../model/index.ts';

/**
 * Returns a call with the examples of the document: the required parameters, or one optional filter.
 *
 * @param report The function to call with each item of a list.
 */
export function callExample(
  contract: DocumentReader,
  operation: Operation,
  report = 'report',
): string {
  const read = modelOf(contract, operation);
  const { positional, named, body } = exampleArguments(contract, read);
  const inQuery = Object.keys(named).length > 0 ? [named] : [];
  const given = [...positional, ...inQuery, ...body].map((value) => literal(value));
  const call = `client.${read.id}(${given.join(', ')})`;
  if (read.item !== undefined) {
    const fields = shownFields(contract.resolve(read.item));
    return `for await (const { ${fields} } of ${call}) {\n  ${report}(${fields});\n}`;
  }
  const answer = contract.resolve(read.answer ?? {});
  const sent = contract.resolve(read.json?.schema ?? {}).properties ?? {};
  const fields = shownFields(answer, Object.keys(sent));
  if (fields) return `const { ${fields} } = await ${call};`;
  return answer.type === 'array' ? `const found = await ${call};` : `await ${call};`;
}

/** Returns the first required fields that were not sent. */
function shownFields({ required = [] }: Schema, sent: string[] = []): string {
  return required
    .filter((name) => !sent.includes(name))
    .slice(0, 3)
    .join(', ');
}

/** Returns the comment of a method: what it does and needs, its errors, and a call. */
export function methodComment(contract: DocumentReader, operation: ModelOperation): string {
  const { purpose, needs, errors } = operation.text;
  return [
    [purpose, needs].filter(Boolean).join('\n\n'),
    [
      ...errors.map(({ name, text }) => throws(name, text)),
      ...(operation.deprecated ? ['@deprecated'] : []),
    ].join('\n'),
    `@example\n${callExample(contract, operation)}`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

function throws(name: string, text: string): string {
  const [first = '', ...more] = text.split('\n').map((line) => line.trim());
  return [`@throws ${name}: ${first}`, ...more.map((line) => `  ${line}`)].join('\n');
}

/** Returns JSON as readable TypeScript: on one line if it is short. */
function literal(value: unknown, indent = ''): string {
  const inside = `${indent}  `;
  const parts = (depth: string) =>
    Array.isArray(value)
      ? value.map((item) => literal(item, depth))
      : Object.entries(Object(value)).map(
          ([name, item]) => `${key(name)}: ${literal(item, depth)}`,
        );
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const space = Array.isArray(value) ? '' : ' ';
  const line = `${open}${space}${parts(inside).join(', ')}${space}${close}`;
  if (line.length + indent.length <= 80 && !line.includes('\n')) return line;
  return `${open}\n${parts(inside)
    .map((part) => `${inside}${part},\n`)
    .join('')}${indent}${close}`;
}

function key(name: string): string {
  return /^\w+$/.test(name) ? name : quoted(name);
}

function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
