import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
 * @param base - the text of the earlier document, in YAML or JSON, as that of the later one.
 * @throws where a document cannot be read or has references that lead nowhere.
 */
export function documentChanges(root: string, base: string, revision: string): DocumentChanges {
  if (base === revision) return { changes: [] };
  const folder = mkdtempSync(join(tmpdir(), 'partner-rating-documents-'));
  try {
    writeFileSync(join(folder, 'base.yaml'), base);
    writeFileSync(join(folder, 'revision.yaml'), revision);
    const found = redoclyDiff(join(root, 'spec'), folder);
    // Redocly passes over examples and some extensions, which readers of the document see.
    return found.bump === undefined ? { bump: 'patch', changes: [] } : found;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function redoclyDiff(spec: string, folder: string): DocumentChanges {
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
  return JSON.parse(stdout) as DocumentChanges;
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
