import type { DocumentReader, Operation } from '@partner-rating/spec/document';
import { callExample } from './call-example.ts';
import { hasOAuthErrors } from './operations.ts';
import { capitalized } from './signature.ts';

/**
 * What an editor shows of a method: what the operation does and needs, the errors that say something of
 * their own, and a call, in the words and with the examples of the document.
 */
export function methodComment(contract: DocumentReader, operation: Operation): string {
  const paragraphs = operation.description.trim().split('\n\n');
  const [purpose = operation.summary] = paragraphs;
  const needs = paragraphs.find((paragraph) => paragraph.startsWith('**Needs**'));
  return [
    [purpose, needs?.replace('**Needs**', 'Needs')].filter(Boolean).join('\n\n'),
    [...errors(operation, paragraphs), ...(operation.deprecated ? ['@deprecated'] : [])].join('\n'),
    `@example\n${callExample(contract, operation)}`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

// What every operation may answer is left out: it stands in the README.
const classes: Record<string, string> = {
  400: 'ValidationError',
  403: 'PermissionError',
  404: 'NotFoundError',
  409: 'ConflictError',
  422: 'ValidationError',
};

/** The errors in the list of the description, each under the class that the client throws. */
function errors(operation: Operation, paragraphs: string[]): string[] {
  const prose = paragraphs.find((paragraph) => paragraph.startsWith('**On an error:** '));
  if (hasOAuthErrors(operation) && prose) {
    return [throws('OAuthError', prose.replace('**On an error:** ', ''))];
  }
  const list = paragraphs.find((paragraph) => paragraph.startsWith('**On an error**\n'));
  const items = [...(list ?? '').matchAll(/^- (\d+)\b(?!,):? ?((?:.*\n? {2})*.*)/gm)];
  return items.flatMap(([, status = '', text = '']) => {
    const name = classes[status];
    return name === undefined ? [] : [throws(name, text)];
  });
}

function throws(name: string, text: string): string {
  const [first = '', ...more] = text.split('\n').map((line) => line.trim());
  // A code stands beside the class, and a sentence after it.
  const says = /^`\w+`:/.test(first) ? ` ${first}` : `: ${capitalized(first)}`;
  return [`@throws ${name}${says}`, ...more.map((line) => `  ${line}`)].join('\n');
}
