import type { Operation } from '@partner-rating/spec/document';

/** The format of the errors of an operation. */
export type ErrorFormat = 'problem' | 'oauth' | 'html';

/** What a client in any language says of a method, in the words of the document. */
export interface MethodText {
  purpose: string;
  /** What the call needs; undefined where nothing is said. */
  needs: string | undefined;
  /** The errors that say something of their own, each by the class that the client throws. */
  errors: { name: string; text: string }[];
}

/** The parts of the description of an operation, and what its responses say of errors. */
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

// What is not here every operation may answer: it stands in the README.
const classes: Record<string, string> = {
  400: 'ValidationError',
  403: 'PermissionError',
  404: 'NotFoundError',
  409: 'ConflictError',
  412: 'ConflictError',
  422: 'ValidationError',
};
/** Components that any operation has, and which say nothing of one unless it has words of its own. */
const general = ['InsufficientScope', 'InvalidQuery', 'ValidationFailed'];

/** The errors that the responses describe, each under the class that the client throws. */
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

/** Text without links, in lines that fit a doc comment. */
function inLines(text: string): string {
  return text
    .trim()
    .replace(/\[(.+?)\]\(.+?\)/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/(.{1,100})(?: |$)/g, '$1\n')
    .trim();
}
