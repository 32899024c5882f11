/** The labels a part of a changeset begins with, each with the package it speaks of. */
export const labels: Readonly<Record<string, string>> = {
  Wire: '@partner-rating/spec',
  Contract: '@partner-rating/spec',
  Client: '@partner-rating/client',
  // Both clients have one version.
  Python: '@partner-rating/client',
  Server: '@partner-rating/server',
  Mock: '@partner-rating/mock',
  Query: '@partner-rating/tanstack-query',
  MSW: '@partner-rating/msw',
  Zod: '@partner-rating/zod',
  MCP: '@partner-rating/mcp',
  Service: '@partner-rating/service',
};

/** A part of a changeset: what stands between its label and the next one. */
export interface LabelledPart {
  label: string;
  text: string;
}

const ofPackages = Object.keys(labels)
  .filter((label) => label !== 'Wire')
  .map((label) => `\`${label}: …\``)
  .join(', ');

const beginning = new RegExp(`^(${Object.keys(labels).join('|')}): `, 'm');

/** The parts of a changeset's text. What stands before the first label has none (`''`). */
export function labelledParts(summary: string): LabelledPart[] {
  const [unlabelled = '', ...rest] = summary.trim().split(beginning);
  const parts = unlabelled.trim() === '' ? [] : [{ label: '', text: unlabelled.trim() }];
  for (let index = 0; index < rest.length; index += 2) {
    parts.push({ label: rest[index] ?? '', text: (rest[index + 1] ?? '').trim() });
  }
  return parts;
}

/** What is wrong with the packages and labels of a changeset, and how to fix it. */
export function labelFaults(summary: string, packages: readonly string[]): string[] {
  const published = new Set(Object.values(labels));
  const unknown = packages.filter((name) => !published.has(name));
  if (unknown.length > 0) {
    return [
      `It names ${unknown.join(', ')}, which is not published. There are ${[...published].join(', ')}.`,
    ];
  }
  const used = [...new Set(labelledParts(summary).map(({ label }) => label))];
  if (used.includes('')) {
    return [
      `It begins without a label. Write \`Wire: …\` for what changes on the wire, and ${ofPackages} for what changes in that package alone; each begins a paragraph.`,
    ];
  }
  const unnamed = used
    .filter((label) => !packages.includes(labels[label] ?? ''))
    .map((label) => `It has a part \`${label}:\`, so it must name ${labels[label]} too.`);
  // What changes on the wire is news for every package; it is in the changelog of each.
  const untold = packages
    .filter((name) => !used.some((label) => label === 'Wire' || labels[label] === name))
    .map((name) => `It names ${name} and says nothing of it: add a part ${labelsOf(name)}.`);
  return [...unnamed, ...untold];
}

function labelsOf(name: string): string {
  return Object.keys(labels)
    .filter((label) => labels[label] === name)
    .map((label) => `\`${label}:\``)
    .join(' or ');
}
