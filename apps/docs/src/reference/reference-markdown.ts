import { escapeHtml } from '../markdown/highlight.ts';
import type { SearchedPage } from '../search/build-search-index.ts';
import { pageAddress } from '../site-address.ts';
import { type Content, document, type Operation, operations } from './contract.ts';
import { operationAddress } from './operation-headings.ts';

/** The reference as Markdown: every operation with its scopes, parameters and examples. */
export function referenceMarkdown(): string {
  const { title, summary, description } = document.info;
  const tags = document.tags.flatMap(({ name, description }) => [
    `# ${name}`,
    description,
    ...operations.filter(({ tag }) => tag === name).map(operationMarkdown),
  ]);
  return [`# ${title}: reference`, summary, deepen(description), ...tags].join('\n\n').concat('\n');
}

function operationMarkdown(operation: Operation): string {
  const { operationId, method, path, summary, description, parameters, request } = operation;
  return [
    `## ${operationId}`,
    `\`${method} ${path}\` · ${summary}.${operation.isDeprecated ? ' **Deprecated.**' : ''}`,
    scopesOf(operation),
    description.trim(),
    parameters.length > 0 && '### Parameters of the request',
    parameters.length > 0 && parameters.map(parameterLine).join('\n'),
    request && '### Body of the request',
    request && exampleOf(request),
    '### Answers',
    operation.answers
      .map(({ status, description }) => `- **${status}** ${oneLine(description)}`)
      .join('\n'),
    successOf(operation),
  ]
    .filter((part) => typeof part === 'string' && part !== '')
    .join('\n\n');
}

function scopesOf({ keyScopes, userScopes }: Operation): string {
  const names = [...keyScopes, ...userScopes].map((name) => `\`${name}\``);
  return names.length === 0 ? '' : `Scopes: ${names.join(', ')}`;
}

function parameterLine({
  name,
  in: location,
  required,
  description = '',
}: Operation['parameters'][0]) {
  const need = required === true ? ', required' : '';
  return `- \`${name}\` (${location}${need}): ${oneLine(description)}`;
}

function exampleOf({ mediaType, examples }: Content): string {
  const [example] = examples;
  if (example === undefined) return `\`${mediaType}\``;
  const { summary, value } = example;
  const isText = typeof value === 'string';
  const shown = isText ? value.trim() : JSON.stringify(value, null, 2);
  return `${summary} (\`${mediaType}\`):\n\n\`\`\`${isText ? 'text' : 'json'}\n${shown}\n\`\`\``;
}

function successOf({ answers }: Operation): string {
  const success = answers.find(({ status, content }) => status < '300' && content !== undefined);
  // A page is looked at and not read.
  if (success?.content === undefined || success.content.mediaType === 'text/html') return '';
  return exampleOf(success.content);
}

function oneLine(text: string): string {
  return text.trim().replace(/\s*\n\s*/g, ' ');
}

function deepen(markdown: string): string {
  return markdown.trim().replace(/^#/gm, '##').replace(/^###/gm, '##');
}

/** Every operation as it is searched, at its place in the reference. */
export function searchedOperations(base: string): SearchedPage[] {
  return operations.map(({ operationId, method, path, summary, description }) => ({
    address: pageAddress(operationAddress(operationId) ?? '', 'index', base),
    title: operationId,
    area: `Reference · ${summary}`,
    html: `${method} ${path} ${summary} ${escapeHtml(description)}`,
    isSectioned: false,
  }));
}
