import { readDocument } from '@partner-rating/spec/document';
import { type ContractPart, contractParts } from './contract-parts.ts';

/** The changes between two documents that `redocly diff` does not find. */
export interface ContractChanges {
  changes: PartChange[];
  /** Parts that were removed without notice, or before their sunset. A changeset does not allow this. */
  refusals: string[];
}

/** An added or removed part, in the format of `redocly diff`. */
interface PartChange {
  path: '';
  kind: 'added' | 'removed';
  impact: 'major' | 'minor';
  verdicts: { message: string }[];
}

/**
 * Compares the parts of two documents: the values of open sets, the names of schemas, which are types of the client,
 * and whether removed parts had their notice.
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

/** Returns the parts in `here` that are not in `there`, without parts whose container is missing too. */
function missing(
  here: ReadonlyMap<string, ContractPart>,
  there: ReadonlyMap<string, ContractPart>,
): [string, ContractPart][] {
  const isGone = (key: string | undefined): boolean =>
    key !== undefined && (!there.has(key) || isGone(here.get(key)?.within));
  return [...here].filter(([key, { within }]) => !there.has(key) && !isGone(within));
}

/** Returns the changes of values and names, each once. */
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
