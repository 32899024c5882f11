import {
  createKey,
  DEFAULT_KEY_SCOPES,
  KEY_SCOPES,
} from '@partner-rating/service/src/console/actions/keys.ts';
import { createPartner } from '@partner-rating/service/src/console/actions/partners.ts';
import { otherPartner, partner } from '@partner-rating/service/src/console/demonstration/facts.ts';
import { callback } from './connecting.ts';
import type { Json } from './json.ts';
import type { Actors } from './people.ts';
import { createPeople } from './people.ts';
import { Recorder } from './recorder.ts';
import { recordAnswers } from './scenarios/answers.ts';
import {
  recordCarmensConnection,
  recordFirstConnections,
  recordMikesConnection,
} from './scenarios/connections.ts';
import { recordCorrections, recordHistories } from './scenarios/corrections.ts';
import { recordDisconnections } from './scenarios/disconnections.ts';
import { recordLateResult } from './scenarios/late-results.ts';
import { recordLeagueNight } from './scenarios/league-night.ts';
import { recordPredictions } from './scenarios/predictions.ts';
import { recordRefusals } from './scenarios/refusals.ts';
import { recordSeasons } from './scenarios/seasons.ts';
import { recordGhost, recordTournament } from './scenarios/tournaments.ts';
import { recordUsage } from './scenarios/usage.ts';
import { recordEndpoint, recordOutage, recordRecovery } from './scenarios/webhooks.ts';

export interface Recording {
  /** The recorded value of each example, by name. */
  recorded: ReadonlyMap<string, Json>;
  /** The examples of requests that were sent. */
  sent: ReadonlySet<string>;
}

/** Plays all scenarios, one after the other, on a new service. */
export async function recordExamples(): Promise<Recording> {
  const recorder = await Recorder.start('2025-08-01T09:00:00Z');
  try {
    const actors = await createActors(recorder);
    await recordSeasons(recorder, actors);
    await recordGhost(recorder, actors);
    await recordCarmensConnection(recorder, actors);
    await recordTournament(recorder, actors);
    await recordFirstConnections(recorder, actors);
    await recordEndpoint(recorder, actors);
    await recordMikesConnection(recorder, actors);
    await recordLeagueNight(recorder, actors);
    await recordLateResult(recorder, actors);
    await recordPredictions(recorder, actors);
    await recorder.fork(async (fork) => {
      await recordUsage(fork);
      await recordRefusals(fork, { ...actors, club: fork.client(actors.apiKey) });
    });
    await recordCorrections(recorder, actors);
    await recordOutage(recorder, actors);
    await recordRecovery(recorder, actors);
    await recordHistories(recorder, actors);
    await recordDisconnections(recorder, actors);
    await recordAnswers(recorder, actors);
    return recorder;
  } finally {
    await recorder.environment.close();
  }
}

async function createActors(recorder: Recorder): Promise<Actors> {
  const { dependencies } = recorder.environment;
  await createPeople(dependencies.database, recorder.environment.time.now);
  const club = { ...partner, redirectUris: [callback] };
  await createPartner(dependencies, club);
  const scopes = [...DEFAULT_KEY_SCOPES, 'key:tournament:import', 'key:tournament:import:trusted'];
  const { apiKey } = await createKey(dependencies, { ...club, scopes });
  recorder.link(apiKey, 'prk_H5tJ9mWzQ2vXr7Lk0bYs4NcG8dFa1EuPo3iTxMyKeVB');
  const league = { ...otherPartner, redirectUris: [callback] };
  await createPartner(dependencies, league);
  const trusted = await createKey(dependencies, { ...league, scopes: KEY_SCOPES });
  return { club: recorder.client(apiKey), apiKey, league: recorder.client(trusted.apiKey) };
}
