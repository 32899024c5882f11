import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keysOf } from '@partner-rating/spec/document';

/** How much a version must grow, as in Semantic Versioning. */
export type Bump = 'major' | 'minor' | 'patch';

/** What `redocly diff` found between two documents. */
export interface DocumentChanges {
  /** What the weightiest change asks for; none where nothing changed. */
  bump?: Bump;
  changes: DocumentChange[];
}

interface DocumentChange {
  /** JSON pointer into the document. */
  path: string;
  kind: 'added' | 'removed' | 'modified';
  property?: string;
  impact: Bump;
  verdicts: { message: string }[];
}

/**
 * Compares two documents by the diff rules of `spec/redocly.yaml`. Whether a change breaks depends
 * on its side: a new value of an enum breaks those who read it, a missing one those who send it.
 *
 * @param root - the folder of the repository.
 * @throws where a document cannot be read or has references that lead nowhere.
 */
export function documentChanges(root: string, base: string, revision: string): DocumentChanges {
  const spec = join(root, 'spec');
  const { status, stdout, stderr } = spawnSync(
    join(spec, 'node_modules/.bin/redocly'),
    ['diff', base, revision, '--config=redocly.yaml', '--format=json', '--fail-on=none'],
    {
      cwd: spec,
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
      env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' },
    },
  );
  if (status !== 0) throw new Error(`The two documents cannot be compared.\n${stderr}`);
  const found = JSON.parse(stdout) as DocumentChanges;
  const isSame = readFileSync(base).equals(readFileSync(revision));
  // Redocly passes over examples and some extensions, which readers of the document see.
  return found.bump === undefined && !isSame ? { bump: 'patch', changes: [] } : found;
}

/** One line for each change that asks for `bump`, each with the first place it was found at. */
export function describeChanges({ changes }: DocumentChanges, bump: Bump): string[] {
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
    const more = others.length === 0 ? '' : `, and ${others.length} more`;
    return `${words} (${first}${more})`;
  });
}

/** A JSON pointer as people say it: `GET /partner/member, responses/200/…`. */
function parentOf(pointer: string): string {
  const [, path = '', method = '', ...rest] = keysOf(pointer);
  const isOperation = /^(get|post|put|patch|delete)$/.test(method);
  if (!isOperation) return pointer;
  return [`${method.toUpperCase()} ${path}`, rest.join('/')].filter((part) => part).join(', ');
}
