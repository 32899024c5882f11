import { methodText } from '@partner-rating/client/method-text';
import type { Operation } from '@partner-rating/spec/document';
import { snakeCase, withPythonNames } from './names.ts';
import { queryParameters } from './operations.ts';

// A built-in of Python has the name that the catalogue gives it.
const classNames: Record<string, string> = { PermissionError: 'PermissionError' };

/** What an editor shows of a method: what the operation does and needs, and the errors that say something of their own. */
export function methodDoc(operation: Operation): string {
  const { purpose, needs, errors } = methodText(operation);
  const raises = errors.map(({ name, text }) => {
    const [first = '', ...more] = text.split('\n').map((line) => line.trim());
    return [
      `    ${classNames[name] ?? name}: ${first}`,
      ...more.map((line) => `        ${line}`),
    ].join('\n');
  });
  const parts = [
    purpose,
    ...(needs ? [needs] : []),
    ...(operation.deprecated ? ['Deprecated.'] : []),
    ...(raises.length > 0 ? [`Raises:\n${raises.join('\n')}`] : []),
  ];
  return queryParameters(operation).reduce(
    (text, { name }) => text.replaceAll(`\`${name}\``, `\`${snakeCase(name)}\``),
    withPythonNames(parts.join('\n\n')),
  );
}
