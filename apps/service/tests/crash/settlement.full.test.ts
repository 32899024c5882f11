import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { currentModel } from '@partner-rating/ratings';
import { expect, it, onTestFinished } from 'vitest';
import { batchOf, matchOf } from '../../src/matches/testing/batches.ts';
import { createClub } from '../../src/matches/testing/club.ts';
import { foldLedger, storedRatings } from '../../src/matches/testing/fold-ledger.ts';
import { handle } from '../../src/matches/testing/story.ts';
import { sample, seededRandom } from '../../src/platform/random.ts';
import { applyParameters } from '../../src/predictions/fit/choose-parameters.ts';
import { auditRatings } from '../../src/ratings/audit-ratings.ts';
import { modelWith } from '../../src/ratings/model-in-use.ts';
import { countDue } from '../../src/ratings/settlement/store/due-positions.ts';
import { findSettlement } from '../../src/ratings/settlement/store/settlements.ts';
import { type ServiceProcess, serviceProcess } from '../../src/testing/service-process.ts';
import { postgresFixture } from './fixture.ts';

// Takes some seconds to settle.
const BATCHES = 40;
const MATCHES_A_BATCH = 100;
const PLAYERS = 60;
const DAY = 24 * 60 * 60_000;
const FIRST_DAY = Date.UTC(2026, 0, 1);
const POLL_MILLISECONDS = 5;

const wide = {
  singles: { startSpread: 2, source: 'A test.' },
  doubles: null,
};

it.each([
  ['a late result', currentModel],
  ['parameters that are applied', modelWith([{ sport: 'pickleball', ...wide }])],
])(
  'another instance finishes a settlement for %s after its instance is killed',
  async (cause, model) => {
    const { environment, open } = await postgresFixture();
    const { database } = await open();
    const club = await createClub(
      database,
      Array.from({ length: PLAYERS }, () => ({})),
    );
    const random = seededRandom(1);
    const singles = (identifier: string, playedAt: number) => {
      const teams = sample(random, club.players, 2).map((player) => [player]);
      return matchOf(identifier, teams, { matchDate: new Date(playedAt).toISOString() });
    };
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const matches = Array.from({ length: MATCHES_A_BATCH }, (_, index) =>
        singles(`match-${batch}-${index}`, FIRST_DAY + batch * DAY + index),
      );
      await handle(club, batchOf(matches));
    }

    const shared = { ...environment, SECRETS_KEY: randomBytes(32).toString('base64') };
    const instances = await Promise.all([serviceProcess(shared), serviceProcess(shared)]);
    onTestFinished(async () => {
      await Promise.all(instances.map(async ({ stop }) => await stop()));
    });
    await Promise.all(instances.map(async ({ start }) => await start()));
    // Either affects too many matches to be settled before the response.
    if (cause === 'a late result') await handle(club, batchOf([singles('late', FIRST_DAY - DAY)]));
    else {
      const choice = { sport: 'pickleball', chosen: wide, inUse: null };
      await applyParameters(club.dependencies, choice);
    }
    const underWay = async () => await findSettlement(database, 'pickleball');
    const holding = async (): Promise<ServiceProcess> => {
      for (;;) {
        const { holder = '' } = (await underWay()) ?? {};
        const instance = instances.find(({ pid }) => holder.includes(` ${pid()} `));
        if (instance !== undefined) return instance;
        expect(await countDue(database)).toMatchObject({ positions: 1 });
        await sleep(POLL_MILLISECONDS);
      }
    };
    const killed = await holding();
    const holder = (await underWay())?.holder;
    await killed.kill();
    expect(await underWay()).toMatchObject({ holder, phase: 'folding' });

    while ((await countDue(database)).positions > 0) await sleep(POLL_MILLISECONDS);
    expect(await storedRatings(database)).toEqual(await foldLedger(database, model));
    const findings: unknown[] = [];
    await auditRatings({ database }, { onFinding: (finding) => findings.push(finding) });
    expect(findings).toEqual([]);
  },
);
