import { readDocument } from '@partner-rating/spec/document';
import { type ContractPart, contractParts } from './contract-parts.ts';

/** What `redocly diff` does not see, between two documents. */
export interface ContractChanges {
  changes: PartChange[];
  /** What was removed without notice, or before its time; no changeset helps. */
  refusals: string[];
}

/** A part more or less, as `redocly diff` would list it. */
interface PartChange {
  path: '';
  kind: 'added' | 'removed';
  impact: 'major' | 'minor';
  verdicts: { message: string }[];
}

/**
 * Compares the parts of two documents: the values of sets that may grow, the names of the schemas, which are
 * types of the client, and whether what was removed had its notice.
 *
 * @param today - `YYYY-MM-DD`.
 */
export function contractChanges(base: object, revision: object, today: string): ContractChanges {
  const before = contractParts(readDocument(base));
  const after = contractParts(readDocument(revision));
  const removed = missing(before, after);
  const added = missing(after, before);
  const early = removed.map(([, part]) => part).filter(({ needsNotice }) => needsNotice);
  return {
    changes: [...listed('removed', removed), ...listed('added', added)],
    refusals: [...new Set(early.flatMap((part) => lackOfNotice(part, today)))],
  };
}

/** What is in `here` and not in `there`, without what it stands in. */
function missing(
  here: ReadonlyMap<string, ContractPart>,
  there: ReadonlyMap<string, ContractPart>,
): [string, ContractPart][] {
  const isGone = (key: string | undefined): boolean =>
    key !== undefined && (!there.has(key) || isGone(here.get(key)?.within));
  return [...here].filter(([key, { within }]) => !there.has(key) && !isGone(within));
}

/** The values and names among the parts, each once, wherever they stand. */
function listed(kind: PartChange['kind'], parts: [string, ContractPart][]): PartChange[] {
  const own = parts.filter(([, { isOpenValue, isType }]) => isOpenValue || isType);
  const impact = kind === 'removed' ? 'major' : 'minor';
  const messages = own.map(([, { name, isType }]) =>
    isType && kind === 'removed'
      ? `${upper(name)}, a type of the client, was removed or has another name.`
      : `${upper(name)} was ${kind}.`,
  );
  return [...new Set(messages)].map((message) => ({
    path: '',
    kind,
    impact,
    verdicts: [{ message }],
  }));
}

function lackOfNotice({ name, sunset }: ContractPart, today: string): string[] {
  if (sunset === undefined) return [`${upper(name)} was removed and had not been deprecated.`];
  if (sunset > today) return [`${upper(name)} was removed and lives until ${sunset}.`];
  return [];
}

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
