import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DocumentReader, keysOf, readDocument } from '@partner-rating/spec/document';
import { parse } from 'yaml';
import { type Bump, highest } from './bumps.ts';
import { contractChanges } from './contract-changes.ts';

/** The differences between two documents. */
export interface DocumentChanges {
  /** The bump that the most important change needs. Undefined if nothing changed. */
  bump?: Bump | undefined;
  changes: DocumentChange[];
  /** Sentences about parts that were removed without notice. A changeset does not allow this. */
  refusals: string[];
}

interface DocumentChange {
  /** JSON pointer into the document. Empty for a part in several places. */
  path: string;
  kind: 'added' | 'removed' | 'modified';
  property?: string;
  impact: Bump;
  verdicts: { message: string }[];
}

/**
 * Compares two documents with the diff rules of `spec/redocly.yaml`, and adds changes that these do not find. Whether
 * a change is breaking depends on its side: a new value of a closed set breaks readers, and a missing value breaks
 * senders.
 *
 * @param root - the folder of the repository.
 * @param base - the text of the earlier document, in YAML or JSON.
 * @param today - `YYYY-MM-DD`. Deprecated parts may be removed after their sunset.
 * @throws if a document cannot be read, or has references that lead nowhere.
 */
export function documentChanges(
  root: string,
  base: string,
  revision: string,
  today: string,
): DocumentChanges {
  if (base === revision) return { changes: [], refusals: [] };
  const before = parseDocument(base);
  const { changes: unseen, refusals } = contractChanges(before, parseDocument(revision), today);
  const reader = readDocument(before);
  const seen = redoclyChanges(join(root, 'spec'), base, revision).map((change) =>
    change.kind === 'added' && isOfOpenUnion(reader, change.path)
      ? { ...change, impact: 'minor' as const, verdicts: [] }
      : change,
  );
  const changes = [...seen, ...unseen];
  // Redocly ignores examples and some extensions, which readers of the document see.
  return { bump: highest(changes.map(({ impact }) => impact)) ?? 'patch', changes, refusals };
}

// JSON is also valid YAML, but reading it as YAML takes a hundred times as long.
function parseDocument(text: string): object {
  return text.startsWith('{') ? JSON.parse(text) : parse(text);
}

function redoclyChanges(spec: string, base: string, revision: string): DocumentChange[] {
  const folder = mkdtempSync(join(tmpdir(), 'partner-rating-documents-'));
  try {
    writeFileSync(join(folder, 'base.yaml'), base);
    writeFileSync(join(folder, 'revision.yaml'), revision);
    return redoclyDiff(spec, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function redoclyDiff(spec: string, folder: string): DocumentChange[] {
  const { status, stdout, stderr } = spawnSync(
    join(spec, 'node_modules/.bin/redocly'),
    [
      'diff',
      join(folder, 'base.yaml'),
      join(folder, 'revision.yaml'),
      '--config=redocly.yaml',
      '--format=json',
      '--fail-on=none',
    ],
    {
      cwd: spec,
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
      env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' },
    },
  );
  if (status !== 0) throw new Error(`The two documents cannot be compared.\n${stderr}`);
  const { changes } = JSON.parse(stdout) as { changes: DocumentChange[] };
  // Ignores the version of the document.
  return changes.filter(({ path, property }) => path !== '#/info' || property !== 'version');
}

/**
 * Returns whether a pointer leads to an alternative of an open union (`x-extensible-union`). The
 * pointers of `redocly diff` skip references.
 */
function isOfOpenUnion({ document, resolve }: DocumentReader, pointer: string): boolean {
  if (!/\/oneOf\/\d+$/.test(pointer)) return false;
  const union = keysOf(pointer)
    .slice(0, -2)
    .reduce<unknown>((node, key) => resolve(Object(node) as Record<string, object>)[key], document);
  return resolve(Object(union) as Record<string, unknown>)['x-extensible-union'] === true;
}

/** Returns a line for each change that needs `bump`, with the first place where it was found. */
export function describeChanges(
  { changes }: Pick<DocumentChanges, 'changes'>,
  bump: Bump,
): string[] {
  if (changes.length === 0) return ['An example, or an extension that Redocly does not compare.'];
  const pointers = new Map<string, string[]>();
  for (const { path, kind, property, impact, verdicts } of changes) {
    if (impact !== bump) continue;
    const words = verdicts.map(({ message }) => message);
    const field = property === undefined ? '' : `\`${property}\` `;
    for (const word of words.length > 0 ? words : [`${field}${kind}`]) {
      pointers.set(word, [...(pointers.get(word) ?? []), parentOf(path)]);
    }
  }
  return [...pointers].map(([words, [first, ...others]]) => {
    if (!first) return words;
    const more = others.length === 0 ? '' : `, and ${others.length} more`;
    return `${words} (${first}${more})`;
  });
}

/** Returns a JSON pointer in a readable form: `GET /partner/member, responses/200/…`. */
function parentOf(pointer: string): string {
  const [, path = '', method = '', ...rest] = keysOf(pointer);
  const isOperation = /^(get|post|put|patch|delete)$/.test(method);
  if (!isOperation) return pointer;
  return [`${method.toUpperCase()} ${path}`, rest.join('/')].filter((part) => part).join(', ');
}
