import type { DocumentReader, Operation } from '@partner-rating/spec/document';
import { callExample } from './call-example.ts';
import { methodText } from './method-text.ts';

/**
 * What an editor shows of a method: what the operation does and needs, the errors that say something of
 * their own, and a call, in the words and with the examples of the document.
 */
export function methodComment(contract: DocumentReader, operation: Operation): string {
  const { purpose, needs, errors } = methodText(operation);
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
