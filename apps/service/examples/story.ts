import { KEY_SCOPES } from '../src/admin/key-scopes.ts';
import { createKey, createPartner } from '../src/admin/partners.ts';
import type { Cast } from './cast.ts';
import {
  tellCarmensConnection,
  tellFirstConnections,
  tellMikesConnection,
} from './chapters/connections.ts';
import { tellCorrections, tellHistories } from './chapters/corrections.ts';
import { tellLeagueNight } from './chapters/league-night.ts';
import { tellPartings } from './chapters/partings.ts';
import { tellRefusals } from './chapters/refusals.ts';
import { tellSeasons } from './chapters/seasons.ts';
import { tellGhost, tellTournament } from './chapters/tournaments.ts';
import { tellUsage } from './chapters/usage.ts';
import { tellEndpoint, tellRecovery, tellTrouble } from './chapters/webhooks.ts';
import { callback } from './connecting.ts';
import type { Json } from './json.ts';
import { createPeople } from './people.ts';
import { Telling } from './telling.ts';

export interface Story {
  /** What each example should say, by its name. */
  told: ReadonlyMap<string, Json>;
  /** The examples of requests that were sent. */
  sent: ReadonlySet<string>;
}

/** Tells the one story of all examples to a service of its own. */
export async function tellStory(): Promise<Story> {
  const telling = await Telling.begin('2025-08-01T09:00:00Z');
  try {
    const cast = await gather(telling);
    await tellSeasons(telling, cast);
    await tellGhost(telling, cast);
    await tellCarmensConnection(telling, cast);
    await tellTournament(telling, cast);
    await tellFirstConnections(telling, cast);
    await tellEndpoint(telling, cast);
    await tellMikesConnection(telling, cast);
    await tellLeagueNight(telling, cast);
    await telling.aside(async (aside) => {
      await tellUsage(aside);
      await tellRefusals(aside, { ...cast, club: aside.client(cast.apiKey) });
    });
    await tellCorrections(telling, cast);
    await tellTrouble(telling, cast);
    await tellRecovery(telling, cast);
    await tellHistories(telling, cast);
    await tellPartings(telling, cast);
    return telling;
  } finally {
    await telling.stage.close();
  }
}

async function gather(telling: Telling): Promise<Cast> {
  const { dependencies } = telling.stage;
  await createPeople(dependencies.database, telling.stage.time.now);
  const club = { clientId: 'courtside-club', name: 'Courtside Club', redirectUris: [callback] };
  await createPartner(dependencies, club);
  const { apiKey } = await createKey(dependencies, club);
  telling.link(apiKey, 'prk_H5tJ9mWzQ2vXr7Lk0bYs4NcG8dFa1EuPo3iTxMyKeVB');
  const league = { clientId: 'rally-league', name: 'Rally League', redirectUris: [callback] };
  await createPartner(dependencies, league);
  const trusted = await createKey(dependencies, { ...league, scopes: KEY_SCOPES });
  return { club: telling.client(apiKey), apiKey, league: telling.client(trusted.apiKey) };
}
