import type { Operation } from '@partner-rating/spec/document';

/** The format of the errors of an operation. */
export type ErrorFormat = 'problem' | 'oauth' | 'html';

/** The documentation of a method, in the words of the document. */
export interface MethodText {
  purpose: string;
  /** The requirements of the call; undefined if the document has none. */
  needs: string | undefined;
  /** The errors with their own texts, by the class that the client throws. */
  errors: { name: string; text: string }[];
}

/** Returns the parts of an operation's description, and the texts of its error responses. */
export function methodText(operation: Operation, errorFormat: ErrorFormat): MethodText {
  const paragraphs = operation.description.trim().split('\n\n');
  const [purpose = operation.summary] = paragraphs;
  const needs = paragraphs.find((paragraph) => paragraph.startsWith('**Needs**'));
  return {
    purpose,
    needs: needs?.replace('**Needs**', 'Needs'),
    errors: errors(operation, errorFormat),
  };
}

// The README describes the other errors, which every operation can return.
const classes: Record<string, string> = {
  400: 'ValidationError',
  403: 'PermissionError',
  404: 'NotFoundError',
  409: 'ConflictError',
  412: 'ConflictError',
  422: 'ValidationError',
};
/** The responses of every operation. A method documents them only if the operation has its own text. */
const general = ['InsufficientScope', 'InvalidQuery', 'ValidationFailed'];

/** Returns the errors that the responses describe, with the class that the client throws. */
function errors(operation: Operation, errorFormat: ErrorFormat): MethodText['errors'] {
  const responses = Object.entries(operation.responses);
  if (errorFormat === 'oauth') {
    const texts = responses
      .filter(([, { content }]) => 'application/json' in content)
      .filter(([status]) => status >= '400')
      .map(([, { description }]) => inLines(description));
    return [{ name: 'OAuthError', text: texts.join('\n') }];
  }
  return responses.flatMap(([status, { component, description, isOwnText }]) => {
    const name = classes[status];
    if (name === undefined || (!isOwnText && general.includes(component ?? ''))) return [];
    return [{ name, text: inLines(description) }];
  });
}

/** Returns text without links, in lines that fit a doc comment. */
function inLines(text: string): string {
  return text
    .trim()
    .replace(/\[(.+?)\]\(.+?\)/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/(.{1,100})(?: |$)/g, '$1\n')
    .trim();
}
