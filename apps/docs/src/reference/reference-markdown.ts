import type { Content, Operation, Parameter } from '@partner-rating/spec/document';
import { languages } from './code-samples.ts';
import type { ReferenceDocument } from './references.ts';

/** Returns a reference as Markdown: every operation with its credentials, parameters, and examples. */
export function referenceMarkdown(source: ReferenceDocument): string {
  const { info, tags = [] } = source.reader.document;
  const { title, summary = '', description = '' } = info;
  const operations = source.reader.operations();
  const sections = tags.flatMap(({ name, description }) => [
    `# ${name}`,
    description,
    ...operations.filter(({ tag }) => tag === name).map((one) => operationMarkdown(source, one)),
  ]);
  return [`# ${title}: reference`, summary, deepen(description), ...sections]
    .join('\n\n')
    .concat('\n');
}

function operationMarkdown(
  { accessTo, callOf, samplesOf }: ReferenceDocument,
  operation: Operation,
): string {
  const { id, method, path, summary, description, parameters, body, responses } = operation;
  return [
    `## ${id}`,
    `\`${method} ${path}\` · ${summary}.${operation.deprecated ? ' **Deprecated.**' : ''}`,
    accessTo(operation),
    callOf(operation),
    description.trim(),
    parameters.length > 0 && '### Parameters of the request',
    parameters.length > 0 && parameters.map(parameterLine).join('\n'),
    body && '### Body of the request',
    body && exampleOf(body.content),
    ...samplesOf(operation).map(
      ({ label, source }) =>
        `### In ${label}\n\n\`\`\`${languages[label].markdown}\n${source}\n\`\`\``,
    ),
    '### Answers',
    Object.entries(responses)
      .map(([status, { description }]) => `- **${status}** ${oneLine(description)}`)
      .join('\n'),
    successOf(operation),
  ]
    .filter((part) => typeof part === 'string' && part !== '')
    .join('\n\n');
}

function parameterLine({ name, in: location, required, description = '' }: Parameter): string {
  const need = required === true ? ', required' : '';
  return `- \`${name}\` (${location}${need}): ${oneLine(description)}`;
}

/** The first example of the first media type. */
function exampleOf(content: Content): string {
  const [[mediaType, { examples }] = ['', { examples: [] }]] = Object.entries(content);
  const [example] = examples;
  if (example === undefined) return `\`${mediaType}\``;
  const { summary, value } = example;
  const isText = typeof value === 'string';
  const shown = isText ? value.trim() : JSON.stringify(value, null, 2);
  return `${summary} (\`${mediaType}\`):\n\n\`\`\`${isText ? 'text' : 'json'}\n${shown}\n\`\`\``;
}

function successOf({ responses }: Operation): string {
  const success = Object.entries(responses).find(
    ([status, { content }]) => status < '300' && Object.keys(content).length > 0,
  );
  // A page is for people, so its HTML is not shown.
  if (success === undefined || 'text/html' in success[1].content) return '';
  return exampleOf(success[1].content);
}

function oneLine(text: string): string {
  return text.trim().replace(/\s*\n\s*/g, ' ');
}

function deepen(markdown: string): string {
  return markdown.trim().replace(/^#/gm, '##').replace(/^###/gm, '##');
}
