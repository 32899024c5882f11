import { batchRejected } from './batch-rejected.ts';
import { connectedPlayer } from './connected-player.ts';
import { disconnected } from './disconnected.ts';
import { dryRun } from './dry-run.ts';
import { emptyLists } from './empty-lists.ts';
import { endpointDisabled } from './endpoint-disabled.ts';
import { firstConnection } from './first-connection.ts';
import { keyRevoked } from './key-revoked.ts';
import { lastPage } from './last-page.ts';
import { matchConflict } from './match-conflict.ts';
import { partialBatch } from './partial-batch.ts';
import { rateLimited } from './rate-limited.ts';
import { ratingsNotShared } from './ratings-not-shared.ts';
import type { Scenario } from './scenario.ts';
import type { ScenarioName } from './scenario-name.ts';
import { serviceDown } from './service-down.ts';
import { serviceFailing } from './service-failing.ts';
import { unratedPlayer } from './unrated-player.ts';

/** The scenarios by their names. */
export const scenarios: Readonly<Record<ScenarioName, Scenario>> = {
  'connected-player': connectedPlayer,
  'first-connection': firstConnection,
  'unrated-player': unratedPlayer,
  'ratings-not-shared': ratingsNotShared,
  disconnected,
  'key-revoked': keyRevoked,
  'batch-rejected': batchRejected,
  'match-conflict': matchConflict,
  'partial-batch': partialBatch,
  'dry-run': dryRun,
  'endpoint-disabled': endpointDisabled,
  'empty-lists': emptyLists,
  'last-page': lastPage,
  'rate-limited': rateLimited,
  'service-failing': serviceFailing,
  'service-down': serviceDown,
};

/**
 * The scenario of this name.
 *
 * @throws RangeError where there is none; the message names those there are.
 */
export function findScenario(name: string): Scenario {
  if (isScenarioName(name)) return scenarios[name];
  const known = Object.keys(scenarios).join(', ');
  throw new RangeError(`There is no scenario ${name}. There are ${known}.`);
}

function isScenarioName(name: string): name is ScenarioName {
  return Object.hasOwn(scenarios, name);
}
