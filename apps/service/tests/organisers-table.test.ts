import { readFileSync } from 'node:fs';
import type { Schemas } from '@partner-rating/server';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  bring,
  finalOf,
  importOf,
  refusal,
  send,
} from '../src/matches/import/testing/tournament.ts';
import { createClub } from '../src/matches/testing/club.ts';
import { listenOver } from '../src/matches/testing/listening-app.ts';
import { insertClubKey, postBatch } from '../src/matches/testing/post-batch.ts';
import { codes } from '../src/matches/testing/story.ts';
import { createTestDatabase } from '../src/testing/test-database.ts';

const guide = readFileSync(
  new URL('../../docs/guides/submitting-matches.md', import.meta.url),
  'utf8',
);

type Sent = Omit<Schemas.MatchInput, 'identifier' | 'teams'>;

/** The rows of the table, as readers see them. */
const rows = guide
  .split('### What organisers write')[1]
  ?.split('\n## ')[0]
  ?.split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const [, paper = '', , sent = '', status = ''] = line.split('|').map((cell) => cell.trim());
    return { paper, sent, status: status.replaceAll('`', '') };
  });
const matches = (rows ?? []).filter(({ sent }) => sent.startsWith('`'));
const byes = (rows ?? []).filter(({ sent }) => !sent.startsWith('`'));

async function openClub() {
  const database = await createTestDatabase('postgres');
  const club = await createClub(
    database,
    Array.from({ length: 2 }, () => ({ gender: 'FEMALE' as const, birth_date: '1990-05-01' })),
  );
  const { baseUrl, close } = await listenOver(database);
  onTestFinished(close);
  const apiKey = await insertClubKey(club);
  const teams = club.players.map(({ id }) => [id]);
  return { club, teams, post: async (batch: object) => await postBatch(baseUrl, apiKey, batch) };
}

describe('the table of what organisers write', () => {
  it('has twelve rows, and all except the bye are matches', () => {
    expect(rows).toHaveLength(12);
    expect(matches).toHaveLength(11);
    expect(byes.map(({ paper }) => paper)).toEqual(['`BYE`']);
  });

  testRows(matches)('is accepted as it is written', async ({ paper, sent, status }) => {
    const { teams, post } = await openClub();
    const match: Sent = JSON.parse(sent.replaceAll('`', ''));
    const answer = await post({
      ...{ sport: 'tennis', format: 'tennis-set' },
      matches: [{ identifier: paper, teams, ...match }],
    });
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([
      200,
      { success: true, matches: [{ status }] },
    ]);
  });

  it('says for a bye that a participant with that name is an error of an import', async () => {
    const { club } = await openClub();
    const bye = { firstName: 'BYE', lastName: 'BYE' };
    const body = importOf([finalOf('bye', [[{ firstName: 'Ana', lastName: 'Ruiz' }], [bye]])]);
    expect(refusal(await send(club, body))).toEqual(['bye /matches/0/teams/1/0']);
    const projected = await bring(club, { ...body, dryRun: true });
    expect(codes(projected.errors)).toEqual(['bye /matches/0/teams/1/0']);
  });
});
