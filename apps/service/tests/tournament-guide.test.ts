import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  PartnerRatingClient,
  type TournamentImport,
  type TournamentImportResult,
} from '@partner-rating/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAccount } from '../src/account/register.ts';
import { readFacts } from '../src/console/demonstration/facts.ts';
import { seedDemonstration } from '../src/console/demonstration/seed.ts';
import { answerOffer } from '../src/matches/claims/answer-offer.ts';
import { findOffered } from '../src/matches/claims/find-offered.ts';
import { proveEmail } from '../src/matches/claims/testing/offered-player.ts';
import { submittedAt } from '../src/matches/testing/club.ts';
import { foldLedger, storedRatings } from '../src/matches/testing/fold-ledger.ts';
import { listenOver } from '../src/matches/testing/listening-app.ts';
import { settleAll } from '../src/matches/testing/settle-all.ts';
import { readConfiguration } from '../src/platform/configuration/configuration.ts';
import type { Dependencies } from '../src/platform/configuration/dependencies.ts';
import { createTestDatabase } from '../src/testing/test-database.ts';

const file = new URL('../../docs/guides/samples/lone-star-mixed-doubles.json', import.meta.url);

/** Opens the demonstration, and reads the example of the guide to import into it. */
async function openDemonstration() {
  const database = await createTestDatabase('postgres');
  const dataDirectory = await mkdtemp(join(tmpdir(), 'partner-rating-guide-'));
  onTestFinished(() => rm(dataDirectory, { recursive: true }));
  const dependencies = {
    database,
    clock: () => submittedAt,
    configuration: readConfiguration({ DATA_DIR: dataDirectory }),
    publicUrl: 'http://localhost:3001',
  };
  await seedDemonstration(dependencies, () => {});
  const { baseUrl, close } = await listenOver(database);
  onTestFinished(close);
  const facts = await readFacts(dataDirectory);
  const client = new PartnerRatingClient({ apiKey: facts?.apiKey ?? '', baseUrl });
  const tournament: TournamentImport = JSON.parse(await readFile(file, 'utf8'));
  return { database, dependencies, client, tournament };
}

function reasons({ participants }: TournamentImportResult): Record<string, string> {
  return Object.fromEntries(
    participants.map(({ firstName, lastName, reason }) => [`${firstName} ${lastName}`, reason]),
  );
}

/** How each participant of the example is matched. */
const expectedReasons = {
  'Mike Brennan': 'email',
  'Zoe Romano': 'name_and_birth_year',
  'Felix Quispe': 'name_and_birth_year',
  'Julia Walsh': 'name_and_place',
  'Tomas Kowalski': 'name_and_birth_year',
  'Lena Hoffmann': 'no_match',
  'Hugo Vargas': 'unique_name',
  'Grace Whitfield': 'no_match',
  'Jamal Ito': 'email',
  'BEATRIZ OKAFOR': 'name_and_birth_year',
  'Omar Fischer': 'name_and_place',
  'Nora Kessler': 'no_match',
  'Ivan Haddad': 'name_and_gender',
  'Emma Becker': 'name_and_gender',
  'Marcus Doyle': 'no_match',
  'Leila Castillo': 'unique_name',
};

/** Registers Lena, who claims every match of this ghost (a member without an account). Returns her id. */
async function claimAsPlayer(dependencies: Dependencies, ghostId?: string | null): Promise<string> {
  const { memberId } = await createAccount(dependencies, {
    ...{ firstName: 'Lena', lastName: 'Hoffmann', email: 'lena.hoffmann@example.com' },
    password: 'a long walk to the net',
    isDiscoverable: true,
  });
  await proveEmail(dependencies.database, memberId);
  const offered = await findOffered(dependencies, memberId);
  const shown = offered.map(({ participation }) => participation);
  expect(new Set(offered.map((one) => one.ghostId))).toEqual(new Set([ghostId]));
  await answerOffer(dependencies, { memberId, shown, mine: shown });
  return memberId;
}

describe('the guide to importing a tournament', () => {
  it('works with its example file, from the dry run to the corrected match', async () => {
    const { database, dependencies, client, tournament } = await openDemonstration();

    const projected = await client.matches.importTournament({ ...tournament, dryRun: true });
    expect(projected).toMatchObject({
      success: true,
      matchesImported: 16,
      ghostPlayersCreated: 4,
      existingPlayersMatched: 12,
    });
    expect(reasons(projected)).toEqual(expectedReasons);

    const imported = await client.matches.importTournament(tournament);
    expect(imported).toMatchObject({ matchesImported: 16, ghostPlayersCreated: 4 });
    expect(reasons(imported)).toEqual(reasons(projected));
    await settleAll(database);
    expect(await storedRatings(database)).toEqual(await foldLedger(database));

    const again = await client.matches.importTournament(tournament);
    expect(again).toMatchObject({ matchesImported: 0, ghostPlayersCreated: 0, success: true });
    expect(again.participants.map(({ id }) => id)).toEqual(
      imported.participants.map(({ id }) => id),
    );

    const lena = imported.participants.find(({ lastName }) => lastName === 'Hoffmann');
    const memberId = await claimAsPlayer(dependencies, lena?.id);
    const claimed = await client.matches.importTournament(tournament);
    expect(claimed.participants.find(({ lastName }) => lastName === 'Hoffmann')).toMatchObject({
      id: memberId,
      isGhost: false,
    });
    await settleAll(database);
    expect(await storedRatings(database)).toEqual(await foldLedger(database));

    // Leila is another person of that name, born later.
    const wrong = imported.participants.find(({ firstName }) => firstName === 'Leila');
    const positions = [
      ...new Set(wrong?.pointers.map((pointer) => Number(pointer.split('/')[2])) ?? []),
    ];
    expect(positions).toHaveLength(3);
    for (const position of positions) {
      await client.matches.void(imported.matches[position]?.id ?? 'mat_', {
        reason: 'Taken for another Leila Castillo.',
      });
    }
    const corrected = await client.matches.importTournament({
      ...tournament,
      matches: positions.flatMap((position) => {
        const match = tournament.matches[position];
        if (match === undefined) return [];
        const teams = match.teams.map((team) =>
          team.map((one) => (one.firstName === 'Leila' ? { ...one, birthYear: 2004 } : one)),
        );
        return { ...match, identifier: `${match.identifier}-corrected`, teams };
      }),
    });
    expect(corrected).toMatchObject({ matchesImported: 3, ghostPlayersCreated: 1 });
    expect(reasons(corrected)).toMatchObject({
      'Leila Castillo': 'no_match',
      'Marcus Doyle': 'imported_before',
    });
  });
});
