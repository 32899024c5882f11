import type { Operation } from '@partner-rating/spec/document';
import { hasOAuthErrors } from './operations.ts';
import { capitalized } from './signature.ts';

/** What a client in any language says of a method, in the words of the document. */
export interface MethodText {
  purpose: string;
  /** What the call needs; undefined where nothing is said. */
  needs: string | undefined;
  /** The errors that say something of their own, each by the class that the client throws. */
  errors: { name: string; text: string }[];
}

/** The parts of the description of an operation. */
export function methodText(operation: Operation): MethodText {
  const paragraphs = operation.description.trim().split('\n\n');
  const [purpose = operation.summary] = paragraphs;
  const needs = paragraphs.find((paragraph) => paragraph.startsWith('**Needs**'));
  return {
    purpose,
    needs: needs?.replace('**Needs**', 'Needs'),
    errors: errors(operation, paragraphs),
  };
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
function errors(operation: Operation, paragraphs: string[]): MethodText['errors'] {
  const prose = paragraphs.find((paragraph) => paragraph.startsWith('**On an error:** '));
  if (hasOAuthErrors(operation) && prose) {
    return [{ name: 'OAuthError', text: capitalized(prose.replace('**On an error:** ', '')) }];
  }
  const list = paragraphs.find((paragraph) => paragraph.startsWith('**On an error**\n'));
  const items = [...(list ?? '').matchAll(/^- (\d+)\b(?!,):? ?((?:.*\n? {2})*.*)/gm)];
  return items.flatMap(([, status = '', text = '']) => {
    const name = classes[status];
    return name === undefined ? [] : [{ name, text: capitalized(text) }];
  });
}
