import { findSecondFactor } from '../connect/login/store/second-factors.ts';
import { findReported, includedIds } from '../matches/claims/find-offered.ts';
import { showHistory } from '../members/lists.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { Database } from '../platform/database/schema.ts';
import { findModel } from '../ratings/model-in-use.ts';
import { findHistory } from '../ratings/store/rating-history.ts';
import { EXPORT_FORMAT, type MemberExport } from './domain/member-export.ts';
import {
  exportedAccount,
  exportedAuditEntry,
  exportedBrowser,
  exportedConnection,
  exportedEvent,
  exportedMatch,
  exportedProfile,
  exportedRating,
  exportedSharedPage,
  type Person,
} from './domain/records.ts';
import {
  findAccountRecord,
  findAuditRecords,
  findBrowserRecords,
  findConnectionRecords,
  findEventRecords,
  findMailRecords,
  findPerson,
  findRatingRecords,
  findSessionRecords,
  findSharedPageRecord,
} from './store/exported-person.ts';
import { findPlayedMatches } from './store/played-matches.ts';

// The number of rows of a list that are in memory at a time.
const ROWS_PER_PAGE = 200;

/**
 * Yields everything about a member as the text of a `MemberExport`, as fast as the caller reads it; null if there is no
 * such member. The export reads page by page without a transaction, because a transaction would last as long as the
 * slowest download.
 * @param selected Ghosts (members without an account) under the member's confirmed address that have another name, and that the
 *   member selected as theirs.
 */
export async function exportMember(
  dependencies: ExportDependencies,
  memberId: string,
  selected: readonly string[] = [],
): Promise<AsyncGenerator<string> | null> {
  const reported = includedIds(await findReported(dependencies, memberId), selected);
  const person = await findPerson(dependencies.database, memberId, reported);
  return person === null ? null : write(dependencies, person);
}

type ExportDependencies = Pick<Dependencies, 'database' | 'clock' | 'publicUrl' | 'configuration'>;

async function* write(dependencies: ExportDependencies, person: Person): AsyncGenerator<string> {
  const { database } = dependencies;
  const now = dependencies.clock();
  const head = { format: EXPORT_FORMAT, exportedAt: now.toISOString() } as const;
  yield `{${fieldsOf({ ...head, ...(await readWhole(dependencies, person, now)) })}`;
  const lists = listsOf(database, person);
  for (const [name, pages] of Object.entries(lists)) {
    yield `,\n${JSON.stringify(name)}: [`;
    let separator = '';
    for await (const page of pages) {
      for (const entry of page) {
        yield `${separator}\n  ${JSON.stringify(entry)}`;
        separator = ',';
      }
    }
    yield separator === '' ? ']' : '\n]';
  }
  yield '\n}\n';
}

type Whole = Pick<
  MemberExport,
  'profile' | 'account' | 'rememberedBrowsers' | 'sharedPage' | 'connections' | 'ratings'
>;

type Lists = Omit<MemberExport, keyof Whole | 'format' | 'exportedAt'>;

/** Reads the parts that are always short. */
async function readWhole(
  { database, publicUrl }: ExportDependencies,
  person: Person,
  now: Date,
): Promise<Whole> {
  const { id } = person.own;
  const account = await findAccountRecord(database, id);
  const { parametersOf } = await findModel(database);
  return {
    profile: exportedProfile(person),
    account:
      account === undefined
        ? null
        : exportedAccount(
            account,
            await findSecondFactor(database, id),
            await findMailRecords(database, id),
            await findSessionRecords(database, id),
          ),
    rememberedBrowsers: (await findBrowserRecords(database, id)).map(exportedBrowser),
    sharedPage: exportedSharedPage(await findSharedPageRecord(database, id), publicUrl),
    connections: (await findConnectionRecords(database, id)).map(exportedConnection),
    ratings: (await findRatingRecords(database, id)).map((row) =>
      exportedRating(row, { now, parametersOf }),
    ),
  };
}

function listsOf(
  database: Database,
  { own, ghosts, reported }: Person,
): { [Name in keyof Lists]: AsyncGenerator<Lists[Name]> } {
  const memberIds = [own, ...ghosts, ...reported].map(({ id }) => id);
  const limit = ROWS_PER_PAGE;
  return {
    ratingHistory: pages(
      async (before) =>
        await findHistory(database, {
          memberId: own.id,
          sports: null,
          bracket: null,
          before,
          limit,
        }),
      {
        orderOf: (row) => row.change_order,
        toEntries: async (rows) =>
          await showHistory(database, rows, { memberId: own.id, applicationId: null }),
      },
    ),
    matches: pages(
      async (after) => await findPlayedMatches(database, { memberIds, after: after ?? 0, limit }),
      { orderOf: ({ arrival }) => arrival, toEntries: (rows) => rows.map(exportedMatch) },
    ),
    auditEntries: pages(
      async (after) => await findAuditRecords(database, { memberIds, after: after ?? 0, limit }),
      { orderOf: ({ order }) => order, toEntries: (rows) => rows.map(exportedAuditEntry) },
    ),
    webhookEvents: pages(
      async (after) => await findEventRecords(database, { memberIds, after: after ?? 0, limit }),
      { orderOf: ({ order }) => order, toEntries: (rows) => rows.map(exportedEvent) },
    ),
  };
}

interface PageReading<Found, Entry> {
  orderOf: (row: Found) => number;
  toEntries: (rows: readonly Found[]) => Entry[] | Promise<Entry[]>;
}

/** Reads a list page by page, each page after the end of the one before. */
async function* pages<Found, Entry>(
  find: (last: number | null) => Promise<readonly Found[]>,
  { orderOf, toEntries }: PageReading<Found, Entry>,
): AsyncGenerator<Entry[]> {
  for (let last: number | null = null; ; ) {
    const found = await find(last);
    yield await toEntries(found);
    const end = found.at(-1);
    if (end === undefined || found.length < ROWS_PER_PAGE) return;
    last = orderOf(end);
  }
}

function fieldsOf(fields: object): string {
  return Object.entries(fields)
    .map(([name, value]) => `\n${JSON.stringify(name)}: ${JSON.stringify(value, null, 2)}`)
    .join(',');
}
